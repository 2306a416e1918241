"""Other options of a game than its defaults, found by looking at the type."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from undercroft.game import Game, OptionError

__all__ = ["option_variations"]


def option_variations(game: Game[Any, Any, Any, Any], rng: Random, mixed: int = 8) -> list[Any]:
    """The defaults first, then each single change, then some mixed ones; what the game refuses is left out.

    Changed are choices (`Literal`, enums), yes-or-no and numbers with bounds, in nested structs too.
    """
    default = game.options_type()
    domains = dict(_domains(game.options_type, ()))
    changes = [{path: value} for path, values in domains.items() for value in values]
    changes += [{path: rng.choice(values) for path, values in domains.items()} for _ in range(mixed if domains else 0)]
    variations = [default]
    for change in changes:
        options = _changed(game, change)
        if options is not None and options not in variations:
            variations.append(options)
    return variations


def _changed(game: Game[Any, Any, Any, Any], change: dict[tuple[str, ...], Any]) -> Any | None:
    """The defaults with some values changed, or None if the game has nothing to do with them."""
    plain = msgspec.to_builtins(game.options_type())
    for path, value in change.items():
        table = plain
        for name in path[:-1]:
            table = table[name]
        table[path[-1]] = value
    try:
        options = msgspec.convert(plain, game.options_type)
        return options if game.seat_counts(options) else None
    except (OptionError, msgspec.ValidationError):
        return None


def _domains(struct: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """Values worth trying for each option, by its path."""
    info = inspect.type_info(struct)
    if not isinstance(info, inspect.StructType) or info.array_like:
        return
    for field in info.fields:
        here, kind = (*path, field.encode_name), _bare(field.type)
        if isinstance(kind, inspect.StructType):
            yield from _domains(kind.cls, here)
        elif values := _values(kind):
            yield here, values


def _bare(kind: inspect.Type) -> inspect.Type:
    """A type without the description that it may carry for JSON Schema."""
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _values(kind: inspect.Type) -> list[Any]:
    kind = _bare(kind)
    if isinstance(kind, inspect.LiteralType):
        return list(kind.values)
    if isinstance(kind, inspect.EnumType):
        return [member.value for member in kind.cls]
    if isinstance(kind, inspect.BoolType):
        return [False, True]
    if isinstance(kind, inspect.NoneType):
        return [None]
    if isinstance(kind, inspect.UnionType):
        return [value for member in kind.types for value in _values(member)]
    return _numbers(kind) if isinstance(kind, inspect.IntType) else []


def _numbers(kind: inspect.IntType) -> list[Any]:
    """Both ends of a range, its middle and the neighbours of its ends; nothing if it has no ends."""
    low = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
    high = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    if low is None or high is None:
        return [low] if low is not None else []
    step = kind.multiple_of or 1
    values = range(-(-low // step) * step, high + 1, step)
    picks = {0, 1, len(values) // 2, len(values) - 2, len(values) - 1}
    return [values[pick] for pick in sorted(picks) if 0 <= pick < len(values)]
