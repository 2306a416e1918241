"""The terms of the contract: seats, texts, how a game ended, what is raised.

All of it is to be had from `undercroft.game`, too. It stands apart because it is always interpreted, also where the
contract is compiled: msgspec reads the types of these classes, which a compiled class doesn't tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import msgspec

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Audience",
    "Line",
    "OptionError",
    "Outcome",
    "PositionError",
    "Seat",
    "Span",
    "Style",
    "Text",
    "UndercroftError",
]

Seat = int
"""A seat's number, 0 to seats - 1; or `CHANCE`, or `SPECTATOR`, where the text says so."""

CHANCE: Final = -1
"""The chance player: dice, shuffles and draws are its actions."""

SPECTATOR: Final = -2
"""Somebody who watches and sits nowhere."""

Audience = tuple[Seat, ...] | None
"""Who is told an entry: seats and perhaps `SPECTATOR`; None is everybody, spectators too."""


class UndercroftError(Exception):
    """The root of every error this project raises on purpose."""


class OptionError(UndercroftError, ValueError):
    """An option with a wrong name or value, or options that don't go together.

    `path` names the field (`quiet_limit`, `clock.kind`), `nearest` the names that were perhaps meant.
    """

    def __init__(self, path: str, why: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(f"{path}: {why}")
        self.path = path
        self.why = why
        self.nearest = tuple(nearest)


class PositionError(UndercroftError, ValueError):
    """A position text that can't be read; the message says what is wrong with it."""


Style = Literal[
    "plain", "dim", "strong", "own", "rival", "terrain", "ground", "mark", "danger", "good",
    "seat0", "seat1", "seat2", "seat3", "seat4", "seat5",
]  # fmt: skip
"""What a span means; a client chooses the colour. A board must read well with every style ignored."""


class Span(NamedTuple):
    """Some characters of one line, in one style. No control characters."""

    text: str
    style: Style = "plain"


Line = tuple[Span, ...]
Text = tuple[Line, ...]
"""A picture made of characters: lines of spans, without line ends or escape codes."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended.

    `returns` has one number a seat, what a learner would maximise; `winners` the winning seats in ascending order,
    empty in a draw; `reason` a short snake_case word of the game's rules; `score` points a seat, where there are
    points.
    """

    returns: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str
    score: tuple[int, ...] | None = None
