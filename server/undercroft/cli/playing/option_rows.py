"""What options there are, told from the schema a server gives of them, in the words of `option_pairs`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from undercroft.cli.playing.option_pairs import kinds_at, typed

__all__ = ["changed_pairs", "option_rows"]


def option_rows(schema: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Each option's name, the values it takes, and its default; empty where there is none."""
    rows = []
    for name, option in _options(schema):
        values = dict.fromkeys(_values(kind) for kind in kinds_at(schema, [name]))
        rows.append((name, " or ".join(value for value in values if value), _default(option)))
    return rows


def changed_pairs(options: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """The `key=value` pairs that lead to these options; defaults are left out."""
    defaults = {name: option.get("default", _NO_DEFAULT) for name, option in _options(schema)}
    return [f"{name}={typed(value)}" for name, value in options.items() if value != defaults.get(name, _NO_DEFAULT)]


_NO_DEFAULT = object()


def _options(schema: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for kind in kinds_at(schema, ()):
        yield from kind.get("properties", {}).items()


def _default(option: Mapping[str, Any]) -> str:
    return typed(option["default"]) if "default" in option else ""


def _values(kind: Mapping[str, Any]) -> str:
    """The values of one kind; empty for a schema that only refers to kinds."""
    if "enum" in kind:
        return _listed([typed(value) for value in kind["enum"]])
    match kind.get("type"):
        case "integer" | "number":
            return _range(kind, "a whole number" if kind["type"] == "integer" else "a number")
        case "boolean":
            return "yes or no"
        case "string":
            return "text"
        case "null":
            return "none"
        case "array" | "object":
            return "JSON"
    return ""


def _listed(values: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(values[:-1]), *values[-1:])))


def _range(kind: Mapping[str, Any], what: str) -> str:
    low, high = kind.get("minimum"), kind.get("maximum")
    if low is not None and high is not None:
        return f"{what} from {msgspec.json.encode(low).decode()} to {msgspec.json.encode(high).decode()}"
    return what
