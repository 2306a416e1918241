"""The contract a game implements, and the one file its author must read.

A game is four classes and three value types:

* a `Game` says what there is to play: options, seats, texts, the start;
* a `State` is one position, with everything in it; it knows the rules;
* a `Belief` is what one seat can work out from what it was told;
* options, views and entries are frozen `msgspec.Struct`s of the game's own.

The server owns the one true `State`. Nobody else gets it: people and bots see a `view` and the journal
entries told to their seat, and nothing more. A state is a pure function of the game's version, the
options, the number of seats and the actions played, chance included. Rules never read a clock, a random
generator, a file or a global variable.

The terms are those of the literature (legal actions, chance outcomes, information state,
determinization, returns); see Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in
Games" (2019), §2 and Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Self, TypeVar

from mypy_extensions import mypyc_attr

from undercroft.terms import (
    CHANCE,
    SPECTATOR,
    Audience,
    Line,
    OptionError,
    Outcome,
    PositionError,
    Seat,
    Span,
    Style,
    Text,
    UndercroftError,
)

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Audience",
    "Belief",
    "Evaluator",
    "Game",
    "GameSpec",
    "Heuristic",
    "Journal",
    "Line",
    "OpenBelief",
    "OpenGame",
    "OptionError",
    "Outcome",
    "Policy",
    "PositionError",
    "Positions",
    "Seat",
    "Span",
    "State",
    "Style",
    "Svg",
    "Text",
    "UndercroftError",
]

O = TypeVar("O")  # noqa: E741 - options, view, entry and state, as in `Game[O, S, V, E]`
V = TypeVar("V")
E = TypeVar("E")
S = TypeVar("S", bound="State[Any, Any]")


@mypyc_attr(native_class=False)  # compiled, it would refuse wrong types before the registry can say whose they are
@dataclass(frozen=True)
class GameSpec:
    """What can be said of a game without importing its rules: listings stay fast whatever is installed.

    `id` is kebab-case and unique on a server. One of a family is `GAME/NAME`, as those made of an operator's settings;
    NAME may begin with a digit and have underscores. `version` changes whenever the same actions could mean something
    else; `replays` names older versions whose action lists still mean the same. `titles` and `summaries` are by
    language (`en` is required). `seats` are the numbers of seats that some choice of options allows. `levels` maps
    `easy`, `normal` and `hard` to bot specs (`heuristic`, `mcts:seconds=1`). `action_pattern` is a regular expression
    that every action text of a seat matches in full. `load` imports the rules and makes the game; it is called once and
    may be slow.
    """

    id: str
    version: str
    titles: Mapping[str, str]
    summaries: Mapping[str, str]
    seats: tuple[int, ...]
    action_pattern: str
    load: Callable[[], Game[Any, Any, Any, Any]]
    levels: Mapping[str, str] = field(default_factory=dict)
    replays: tuple[str, ...] = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Journal(Generic[E]):
    """Takes what the rules tell, in order: a list of (audience, entry)."""

    def __init__(self) -> None:
        self.told: list[tuple[Audience, E]] = []

    def tell(self, audience: Audience, entry: E) -> None:
        """Append an entry for the readers in `audience` (None: everybody)."""
        self.told.append((audience, entry))

    def entries(self, reader: Seat) -> list[E]:
        """What `reader` (a seat or `SPECTATOR`) has been told so far."""
        return [entry for audience, entry in self.told if audience is None or reader in audience]


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Generic[V, E]):
    """One position, whole. Mutable, cheap to `clone`; equal actions from equal starts give equal states."""

    @abstractmethod
    def to_act(self) -> tuple[Seat, ...]:
        """Who acts now: `()` after the end, `(CHANCE,)` at a chance node, several seats where they choose at once."""
        raise NotImplementedError

    @abstractmethod
    def legal_actions(self, seat: Seat) -> list[int]:
        """The seat's legal actions, ascending; `[]` if it isn't to act, never else. Nobody changes the list.

        May depend only on what `seat` has been told, and may change only when it is told something.
        """
        raise NotImplementedError

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """At a chance node every (action, weight), weights positive integers; `[]` elsewhere."""
        return []

    @abstractmethod
    def apply(self, seat: Seat, action: int, journal: Journal[E] | None = None) -> None:
        """Play a legal action of `seat` (or an outcome of `CHANCE`) and tell the journal, if there is one.

        The caller has checked legality. Search passes no journal, so telling costs it nothing.
        """
        raise NotImplementedError

    @abstractmethod
    def action_text(self, seat: Seat, action: int) -> str:
        """The short, stable text of a legal action: `a1xa2`, `5/ring+3`. Different legal actions differ in it."""
        raise NotImplementedError

    @abstractmethod
    def view(self, seat: Seat) -> V:
        """What `seat` (or `SPECTATOR`) sees and remembers: bounded in size, all that this reader may know.

        Owed only by a state that was given a journal at every step. May change only with an entry told to that reader.
        """
        raise NotImplementedError

    def observation(self, seat: Seat) -> Hashable | None:
        """Optional short cut for search: equal for two states exactly if the last `apply` told `seat` equal entries."""
        return None

    def position_key(self) -> Hashable | None:
        """Optional short cut for search: states of one match with equal keys are one position, however it was reached.

        The same seats act in them, with the same legal actions, and the same actions lead to the same returns and to
        equal keys. None: this can't be told, and nobody looks for such states.
        """
        return None

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How it ended, or None while `to_act` isn't empty."""
        raise NotImplementedError

    @abstractmethod
    def clone(self) -> Self:
        """An independent copy: written by hand, as search makes millions of them."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Belief(Generic[S, V, E]):
    """What one seat can work out; carried from turn to turn, it never sees more than that seat."""

    @abstractmethod
    def learn(self, view: V, entries: Sequence[E]) -> None:
        """Take in the entries told since the last call and the view after them.

        Deterministic: resampling, if any, is seeded by what was learned. In one batch or stepwise, the support is the
        same while no cap is hit.
        """
        raise NotImplementedError

    @abstractmethod
    def sample(self, rng: Random) -> S:
        """A whole world that fits everything learned (a determinization); it owes no view."""
        raise NotImplementedError

    def clone(self, most: int) -> Self | None:
        """An independent copy that keeps about `most` worlds from now on; None where there is no cheap one.

        With it `ismcts` asks what rivals know in each of many courses that a match may have taken.
        """
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy(Generic[S]):
    """Cheap weights: how seats choose in rollouts, and rivals in the search of `ismcts`."""

    @abstractmethod
    def weights(self, state: S, seat: Seat, legal: list[int]) -> list[float]:
        """A weight, not negative and not all zero, for each legal action; reads only what `seat` knows in `state`."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator(Generic[S]):
    """The worth of a position that isn't over."""

    @abstractmethod
    def values(self, state: S) -> list[float]:
        """An estimate of `Outcome.returns`, one number a seat."""
        raise NotImplementedError

    def proven(self, state: S) -> list[float] | None:
        """`Outcome.returns` themselves where it is certain at a glance how the game ends between players at their best.

        A win at once, say, or a table of endgames; None everywhere else, and where a player has the choice between ends
        that are equal for him and unequal for others. Bots look no further where they are told so. They ask where
        one seat is to act, never where chance is.
        """
        return None

    def must_play(self, state: S, legal: list[int]) -> list[int]:
        """Those of the legal actions of the seat to act that may be its best; bots try no others.

        What is left out is certain to be worse for the seat than something that is in, or as good and alike for all:
        an action that lets a rival win at once, say. Never empty, and in the order of `legal`, which isn't to be
        changed; by default all of it. Asked where `proven` is.
        """
        return legal


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic(Generic[S, V, E]):
    """A quick judgement of the legal actions, for bots that don't search."""

    @abstractmethod
    def scores(self, belief: Belief[S, V, E], view: V, legal: Sequence[int], rng: Random) -> list[float]:
        """One number for each legal action, more is better; the caller breaks ties at random."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Positions(Generic[O, S]):
    """The referee's notation: whole positions as text, for scenarios and analysis, never on the wire."""

    @abstractmethod
    def read(self, text: str, options: O, seats: int, journal: Journal[Any] | None = None) -> S:
        """The position described; the text may override options. Tells the journal what `start` would.

        Raises:
            PositionError: the text describes no position.
        """
        raise NotImplementedError

    @abstractmethod
    def write(self, state: S) -> str | None:
        """The text of a position, or None where the notation has none (at a chance node, say)."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Svg(Generic[V]):
    """A picture of a view for graphical clients."""

    @abstractmethod
    def draw(self, view: V, lang: str) -> str:
        """A complete SVG document."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[O, S, V, E]):
    """What there is to play. Stateless: one instance serves every match.

    Set the four class attributes. `options_type` must make the defaults when called without arguments. `entry_type`
    is one Struct or a union of Structs tagged by `type`; the journal's numbering (`n`) is added by the framework.
    """

    # Only interpreted modules read these: a compiled one would look into the instance, and games set them on the class.
    spec: GameSpec
    options_type: type[O]
    view_type: type[V]
    entry_type: Any

    @abstractmethod
    def seat_counts(self, options: O) -> Sequence[int]:
        """The numbers of seats these options allow, ascending.

        Raises:
            OptionError: the options don't go together.
        """
        raise NotImplementedError

    def sides(self, options: O, seats: int) -> Sequence[int]:
        """The side of each seat, 0, 1, …; partners share one. By default each seat is a side of its own."""
        return tuple(range(seats))

    @abstractmethod
    def start(self, options: O, seats: int, journal: Journal[E] | None = None) -> S:
        """The first position, told to the journal: every reader gets at least one entry."""
        raise NotImplementedError

    @abstractmethod
    def belief(self, options: O, seats: int, seat: Seat) -> Belief[S, V, E]:
        """What `seat` knows before it has been told anything."""
        raise NotImplementedError

    @abstractmethod
    def board(self, view: V, lang: str) -> Text:
        """A picture of the view, and of the view alone."""
        raise NotImplementedError

    @abstractmethod
    def sentence(self, entry: E, lang: str) -> str:
        """A journal entry, told to a person."""
        raise NotImplementedError

    @abstractmethod
    def label(self, view: V, action: int, lang: str) -> str:
        """What a legal action of the seat that has this view does, for a person."""
        raise NotImplementedError

    @abstractmethod
    def rules(self, lang: str) -> str:
        """The rules as a player reads them: Markdown."""
        raise NotImplementedError

    def policy(self) -> Policy[S] | None:
        """Weights for rollouts, if the game has them."""
        return None

    def evaluator(self) -> Evaluator[S] | None:
        """An evaluation of positions, if the game has one."""
        return None

    def heuristic(self) -> Heuristic[S, V, E] | None:
        """A quick judgement of actions, if the game has one."""
        return None

    def positions(self) -> Positions[O, S] | None:
        """The referee's notation, if the game has one."""
        return None

    def svg(self) -> Svg[V] | None:
        """Pictures, if the game has them."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class OpenGame(Game[O, S, V, E]):
    """A game that hides nothing: every view holds the whole state. Its belief comes for free."""

    @abstractmethod
    def from_view(self, view: V, options: O, seats: int) -> S:
        """The one state that has this view."""
        raise NotImplementedError

    def belief(self, options: O, seats: int, seat: Seat) -> Belief[S, V, E]:
        """The state of the newest view."""
        return OpenBelief(self, options, seats)


@mypyc_attr(allow_interpreted_subclasses=True)
class OpenBelief(Belief[S, V, E], Generic[O, S, V, E]):
    """The belief of an open game: certainty."""

    def __init__(self, game: OpenGame[O, S, V, E], options: O, seats: int) -> None:
        self._game = game
        self._options = options
        self._seats = seats
        self._state: S | None = None

    def learn(self, view: V, entries: Sequence[E]) -> None:
        """Keep the state of the newest view."""
        self._state = self._game.from_view(view, self._options, self._seats)

    def sample(self, rng: Random) -> S:
        """A clone of the only world that fits.

        Raises:
            UndercroftError: nothing was learned yet.
        """
        if self._state is None:
            raise UndercroftError("a belief must learn a view before it can sample")
        return self._state.clone()
