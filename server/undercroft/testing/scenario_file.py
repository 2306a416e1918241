"""Reads scenario files (`rules/SCENARIOS.md`) into plain values, with the line of everything that is wrong.

The YAML tree is read by hand: texts of actions and positions are taken as they are written, whatever YAML would make of
`1/9`, `off` or `12:30`, and the name of every key is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from undercroft.game import CHANCE, SPECTATOR, Seat, UndercroftError

if TYPE_CHECKING:
    import yaml

__all__ = ["Case", "Expected", "Over", "SameView", "ScenarioError", "ScenarioFile", "Step", "read_scenarios"]

T = TypeVar("T")

MAX_UNFOLDED: Final = 100_000
"""So many more values than characters a file may hold, so that one whose aliases unfold without end is refused."""


class ScenarioError(UndercroftError):
    """A scenario file that can't be run: not readable, not YAML, a key that doesn't exist, a game nobody knows.

    `file` and `line` (from 1; None if no line is at fault) say where; `case` and `key` are None where there is none.
    """

    def __init__(
        self, file: str, why: str, *, line: int | None = None, case: str | None = None, key: str | None = None
    ) -> None:
        where = file if line is None else f"{file}:{line}"
        super().__init__(f"{where}: {why}" if case is None else f"{where}: case {case!r}: {why}")
        self.file = file
        self.line = line
        self.case = case
        self.key = key


@dataclass(frozen=True)
class Step:
    """A seat's action, or (`refuse`) a text that must be refused, or an outcome of `CHANCE`."""

    seat: Seat
    text: str
    refuse: bool = False


@dataclass(frozen=True)
class SameView:
    """Other steps from the same position, after which a reader can't tell the difference."""

    reader: Seat
    steps: Sequence[Step]


@dataclass(frozen=True)
class Over:
    """How it ended: the keys that were given; None if it must not be over."""

    keys: Mapping[str, Any] | None


@dataclass(frozen=True)
class Expected:
    """What must hold after the steps; None where nothing is said."""

    to_act: Sequence[Seat] | None = None
    legal: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    includes: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    excludes: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    outcomes: Mapping[str, Fraction] | None = None
    view: Mapping[Seat, Mapping[str, Any]] = field(default_factory=dict)
    journal: Mapping[Seat, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    same_view: SameView | None = None
    position: str | None = None
    over: Over | None = None


@dataclass(frozen=True)
class Case:
    """One situation, and what must come of it."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int | None = None
    position: str | None = None
    steps: Sequence[Step] = ()
    expect: Expected = field(default_factory=Expected)


@dataclass(frozen=True)
class ScenarioFile:
    """A whole file: `game` is an id, `line` where it is written."""

    path: str
    game: str
    line: int
    cases: Sequence[Case]


def read_scenarios(path: str | Path) -> ScenarioFile:
    """The scenarios of a file.

    Raises:
        ScenarioError: the file can't be read, isn't YAML or isn't as `rules/SCENARIOS.md` says.
    """
    import yaml

    try:
        text = Path(path).read_text("utf-8")
        # The parser in C, where PyYAML was built with it, reads long files ten times faster.
        root = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        line = None if error.problem_mark is None else error.problem_mark.line + 1
        raise ScenarioError(str(path), f"not readable as YAML: {error.problem}", line=line) from None
    except yaml.YAMLError as error:
        raise ScenarioError(str(path), f"not readable as YAML: {error}") from None
    except UnicodeDecodeError:
        raise ScenarioError(str(path), "not a text in UTF-8") from None
    except OSError as error:
        raise ScenarioError(str(path), error.strerror or "can't be read") from None
    except RecursionError:
        raise ScenarioError(str(path), "nested too deeply") from None
    if root is None:
        raise ScenarioError(str(path), "the file is empty")
    try:
        return _Reader(str(path), MAX_UNFOLDED + len(text)).file(root)
    except RecursionError:
        raise ScenarioError(str(path), "nested too deeply") from None


class _Reader:
    """Walks the tree of one file; keeps the case it is in for the errors."""

    def __init__(self, path: str, most_values: int) -> None:
        self.path = path
        self.case_name: str | None = None
        self.most_values = most_values
        self.read_values = 0

    # --- the format

    def file(self, node: yaml.Node) -> ScenarioFile:
        keys = self.keys(node, "the file", "game", "source", "cases")
        game = self.needed(keys, "game", node)
        cases = self.items(self.needed(keys, "cases", node))
        if not cases:
            raise self.wrong(node, "there are no cases")
        return ScenarioFile(self.path, self.text(game), _line(game), [self.case(case) for case in cases])

    def case(self, node: yaml.Node) -> Case:
        self.case_name = self.name_of(node)
        keys = self.keys(node, "a case", "name", "options", "seats", "position", "steps", "expect")
        case = Case(
            self.text(self.needed(keys, "name", node)),
            options=self.read(keys, "options", self.table) or {},
            seats=self.read(keys, "seats", self.number),
            position=self.read(keys, "position", self.text),
            steps=self.read(keys, "steps", self.steps) or (),
            expect=self.read(keys, "expect", self.expected) or Expected(),
        )
        self.case_name = None
        return case

    def steps(self, node: yaml.Node) -> Sequence[Step]:
        return [self.step(item) for item in self.items(node)]

    def step(self, node: yaml.Node) -> Step:
        keys = self.keys(node, "a step", "seat", "act", "refuse", "chance")
        given = sorted(keys)
        if given == ["chance"]:
            return Step(CHANCE, self.text(keys["chance"]))
        if given not in (["act", "seat"], ["refuse", "seat"]):
            raise self.wrong(node, "a step is {seat, act}, {seat, refuse} or {chance}")
        verb = given[0] if given[0] != "seat" else given[1]
        return Step(self.number(keys["seat"]), self.text(keys[verb]), refuse="refuse" in keys)

    def expected(self, node: yaml.Node) -> Expected:
        keys = self.keys(node, "expect", *Expected.__dataclass_fields__)
        return Expected(
            to_act=self.read(keys, "to_act", lambda seats: [self.actor(seat) for seat in self.items(seats)]),
            legal=self.read(keys, "legal", self.texts_by_seat) or {},
            includes=self.read(keys, "includes", self.texts_by_seat) or {},
            excludes=self.read(keys, "excludes", self.texts_by_seat) or {},
            outcomes=self.read(keys, "outcomes", self.probabilities),
            view=self.read(keys, "view", lambda views: self.by_reader(views, self.table)) or {},
            journal=self.read(keys, "journal", lambda told: self.by_reader(told, self.tables)) or {},
            same_view=self.read(keys, "same_view", self.same_view),
            position=self.read(keys, "position", self.text),
            over=self.read(keys, "over", self.over),
        )

    def same_view(self, node: yaml.Node) -> SameView:
        keys = self.keys(node, "same_view", "seat", "steps")
        seat, steps = self.needed(keys, "seat", node), self.needed(keys, "steps", node)
        return SameView(self.reader(seat), self.steps(steps))

    def over(self, node: yaml.Node) -> Over:
        if self.data(node) is False:
            return Over(None)
        self.keys(node, "over", "reason", "returns", "winners", "score")
        return Over(self.table(node))

    def probabilities(self, node: yaml.Node) -> Mapping[str, Fraction]:
        return {" ".join(text.split()): self.fraction(value) for text, value in self.pairs(node).items()}

    def fraction(self, node: yaml.Node) -> Fraction:
        text = self.text(node)
        try:
            return Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise self.wrong(node, f"{text!r} is no probability such as 1/9") from None

    def texts_by_seat(self, node: yaml.Node) -> Mapping[Seat, Sequence[str]]:
        return {
            self.seat_of(text, value): [self.text(item) for item in self.items(value)]
            for text, value in self.pairs(node).items()
        }

    def by_reader(self, node: yaml.Node, read: Callable[[yaml.Node], T]) -> Mapping[Seat, T]:
        return {
            SPECTATOR if text == "spectator" else self.seat_of(text, value): read(value)
            for text, value in self.pairs(node).items()
        }

    # --- its parts

    def name_of(self, node: yaml.Node) -> str | None:
        """The name of a case that may be wrong in any way, for the error about it."""
        import yaml

        pairs = node.value if isinstance(node, yaml.MappingNode) else []
        names = [value.value for key, value in pairs if key.value == "name" and isinstance(value, yaml.ScalarNode)]
        return names[0] if names else None

    def actor(self, node: yaml.Node) -> Seat:
        text = self.text(node)
        return CHANCE if text == "chance" else self.seat_of(text, node)

    def reader(self, node: yaml.Node) -> Seat:
        text = self.text(node)
        return SPECTATOR if text == "spectator" else self.seat_of(text, node)

    def number(self, node: yaml.Node) -> int:
        return self.seat_of(self.text(node), node)

    def seat_of(self, text: str, node: yaml.Node) -> Seat:
        if not text.isdecimal() or not text.isascii() or len(text) > 3:
            raise self.wrong(node, f"{text!r} is no number of a seat or of seats")
        return int(text)

    def tables(self, node: yaml.Node) -> Sequence[Mapping[str, Any]]:
        return [self.table(item) for item in self.items(node)]

    def table(self, node: yaml.Node) -> Mapping[str, Any]:
        return {key: self.data(value) for key, value in self.pairs(node).items()}

    def data(self, node: yaml.Node) -> Any:
        """What JSON could hold; the keys of its objects are texts, as in JSON."""
        import yaml

        self.read_values += 1
        if self.read_values > self.most_values:
            raise self.wrong(node, f"more than {self.most_values} values")
        if isinstance(node, yaml.MappingNode):
            return self.table(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.data(item) for item in node.value]
        try:
            value = yaml.constructor.SafeConstructor().construct_object(node)
        except (yaml.YAMLError, ValueError):
            raise self.wrong(node, f"{node.tag} {node.value!r} can't be read") from None
        if value is not None and not isinstance(value, bool | int | float | str):
            raise self.wrong(node, f"{node.value!r} is read as {type(value).__name__}; put it in quotes")
        return value

    def read(self, keys: Mapping[str, yaml.Node], key: str, read: Callable[[yaml.Node], T]) -> T | None:
        return read(keys[key]) if key in keys else None

    def needed(self, keys: Mapping[str, yaml.Node], key: str, node: yaml.Node) -> yaml.Node:
        if key not in keys:
            raise self.wrong(node, f"the key {key!r} is missing", key)
        return keys[key]

    def keys(self, node: yaml.Node, what: str, *known: str) -> Mapping[str, yaml.Node]:
        """The pairs of a table that has no other keys than these."""
        pairs = self.pairs(node)
        for key_node, _ in node.value:
            if key_node.value not in known:
                why = f"unknown key {key_node.value!r}; {what} has {', '.join(known)}"
                raise self.wrong(key_node, why, key_node.value)
        return pairs

    def pairs(self, node: yaml.Node) -> Mapping[str, yaml.Node]:
        import yaml

        if not isinstance(node, yaml.MappingNode):
            raise self.wrong(node, "a table of keys and values is wanted")
        pairs: dict[str, yaml.Node] = {}
        for key_node, value in node.value:
            key = self.text(key_node)
            if key in pairs:
                raise self.wrong(key_node, f"the key {key!r} is there twice", key)
            pairs[key] = value
        return pairs

    def items(self, node: yaml.Node) -> Sequence[yaml.Node]:
        import yaml

        if not isinstance(node, yaml.SequenceNode):
            raise self.wrong(node, "a list is wanted")
        items: list[yaml.Node] = node.value
        return items

    def text(self, node: yaml.Node) -> str:
        """A scalar as it is written."""
        import yaml

        if not isinstance(node, yaml.ScalarNode):
            raise self.wrong(node, "a single text is wanted")
        if not node.tag.startswith("tag:yaml.org,2002:"):
            raise self.wrong(node, f"put the text in quotes: YAML reads {node.tag} as a tag")
        if not node.value:
            raise self.wrong(node, "a text is missing; one that begins with # or ! wants quotes")
        text: str = node.value
        return text

    def wrong(self, node: yaml.Node, why: str, key: str | None = None) -> ScenarioError:
        return ScenarioError(self.path, why, line=_line(node), case=self.case_name, key=key)


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1
