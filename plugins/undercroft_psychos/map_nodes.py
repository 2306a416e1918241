"""Typed access to the nodes of a YAML file; whatever is wrong is told with its line."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

import yaml

from undercroft_psychos.map_values import MapError, Mention, Point

__all__ = ["Nodes", "line_of"]

_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ID: Final = re.compile("[a-z][a-z0-9_]*")
_LONGEST: Final = 120


class Nodes:
    """Reads the nodes of one file, named `file` in errors. Every method raises `MapError` with the line at fault."""

    def __init__(self, file: str) -> None:
        self._file = file

    def fault(self, at: yaml.Node | int, why: str) -> MapError:
        """The error for a node, or for a line counted from 1."""
        line = at if isinstance(at, int) else line_of(at)
        return MapError(self._file, line, why)

    def compose(self, raw: bytes) -> yaml.Node:
        """The root node of a document."""
        try:
            root = yaml.compose(raw.decode("utf-8"), Loader=_LOADER)
        except UnicodeDecodeError as error:
            raise self.fault(raw.count(b"\n", 0, error.start) + 1, "not UTF-8") from None
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            raise self.fault(1 if mark is None else mark.line + 1, f"not YAML: {error.problem}") from None
        except yaml.YAMLError as error:
            # A character that YAML forbids: its place is a count of characters, the only thing that is known of it.
            place = getattr(error, "position", 0)
            raise self.fault(raw[:place].count(b"\n") + 1, f"not YAML: {getattr(error, 'reason', error)}") from None
        if root is None:
            raise self.fault(1, "the file is empty")
        return root

    def table(self, node: yaml.Node, required: Sequence[str], optional: Sequence[str] = ()) -> Mapping[str, yaml.Node]:
        """The values of a mapping by key: all the required ones, perhaps optional ones, no others."""
        if not isinstance(node, yaml.MappingNode):
            raise self.fault(node, f"a mapping with {', '.join(required)} belongs here")
        found: dict[str, yaml.Node] = {}
        for key_node, value in node.value:
            key = self.text(key_node)
            if key not in required and key not in optional:
                near = get_close_matches(key, [*required, *optional], 1)
                raise self.fault(key_node, f"unknown key {key!r}" + (f"; perhaps {near[0]}" if near else ""))
            if key in found:
                raise self.fault(key_node, f"{key} is given twice")
            found[key] = value
        for key in required:
            if key not in found:
                raise self.fault(node, f"{key} is missing")
        return found

    def items(self, node: yaml.Node) -> Sequence[yaml.Node]:
        """The members of a list."""
        if not isinstance(node, yaml.SequenceNode):
            raise self.fault(node, "a list belongs here")
        members: list[yaml.Node] = node.value
        return members

    def text(self, node: yaml.Node) -> str:
        """A line of text that can be shown to people."""
        value = self._scalar(node, "str", "a text")
        if not value.strip() or not value.isprintable() or len(value) > _LONGEST:
            raise self.fault(node, f"a printable text of 1 to {_LONGEST} characters belongs here")
        return value

    def name(self, node: yaml.Node) -> str:
        """An id: lowercase ASCII letters, digits and `_`, a letter first (§2)."""
        value = self._scalar(node, "str", "an id")
        if _ID.fullmatch(value) is None or len(value) > _LONGEST:
            raise self.fault(node, f"{value[:40]!r} is no id: lowercase ASCII letters, digits and _, a letter first")
        return value

    def mentions(self, node: yaml.Node) -> tuple[Mention, ...]:
        """A list of ids, each with its line."""
        return tuple(self.mention(each) for each in self.items(node))

    def mention(self, node: yaml.Node) -> Mention:
        """An id with its line."""
        return Mention(self.name(node), line_of(node))

    def integer(self, node: yaml.Node, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self._scalar(node, "int", f"a whole number from {low} to {high}")
        if re.fullmatch("[0-9]{1,9}", value) is None or not low <= int(value) <= high:
            raise self.fault(node, f"a whole number from {low} to {high} belongs here, not {value[:20]!r}")
        return int(value)

    def boolean(self, node: yaml.Node) -> bool:
        """True or false."""
        value = self._scalar(node, "bool", "true or false")
        if value.lower() not in ("true", "false"):
            raise self.fault(node, f"true or false belongs here, not {value!r}")
        return value.lower() == "true"

    def choice(self, node: yaml.Node, choices: Sequence[str]) -> str:
        """One of a few words."""
        value = self.text(node)
        if value not in choices:
            raise self.fault(node, f"{value!r} is none of {', '.join(choices)}")
        return value

    def number(self, node: yaml.Node) -> float:
        """A coordinate or a length; finite, at most a million either way."""
        kind = node.tag.rpartition(":")[2]
        value = self._scalar(node, kind if kind in ("int", "float") else "float", "a number")
        try:
            found = float(value)
        except ValueError:
            found = math.nan
        if not abs(found) <= 1e6:
            raise self.fault(node, f"a number belongs here, not {value[:20]!r}")
        return found

    def point(self, node: yaml.Node) -> Point:
        """A list of two numbers."""
        members = self.items(node)
        if len(members) != 2:
            raise self.fault(node, "two numbers belong here, [x, y]")
        return (self.number(members[0]), self.number(members[1]))

    def colour(self, node: yaml.Node) -> str:
        """`#RRGGBB`."""
        value = self._scalar(node, "str", "a colour such as '#EF161E'")
        if re.fullmatch("#[0-9A-Fa-f]{6}", value) is None:
            raise self.fault(node, f"{value[:20]!r} is no colour such as '#EF161E'")
        return value

    def _scalar(self, node: yaml.Node, kind: str, wanted: str) -> str:
        if not isinstance(node, yaml.ScalarNode) or node.tag != f"tag:yaml.org,2002:{kind}":
            raise self.fault(node, f"{wanted} belongs here")
        value: str = node.value
        return value


def line_of(node: yaml.Node) -> int:
    """The line of a node, from 1."""
    return int(node.start_mark.line) + 1
