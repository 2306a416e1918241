"""What is said about a game: its options, what a seat sees, what it is told.

The names of the fields are those on the wire (`rules/psychos_of_the_underground.md` §8 and §12). This module stays
interpreted: msgspec reads its types at run time.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

__all__ = [
    "Ante",
    "Dice",
    "End",
    "Entry",
    "Goal",
    "GoalDie",
    "Knocked",
    "LastMove",
    "Move",
    "Options",
    "Position",
    "Reason",
    "Result",
    "Roll",
    "Skip",
    "Start",
    "View",
]

Chips = Annotated[int, msgspec.Meta(ge=0, le=100)]
Dice = tuple[int, int]
"""Two dice, the smaller first."""

Reason = Literal["arrived", "turn_limit"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is played (§8): the variant, the stakes and fees in chips, the last turn, who makes forced moves."""

    variant: Literal["long", "quick"] = "long"
    ante: Chips = 3
    fee_terminus: Chips = 3
    fee_knock: Chips = 6
    fee_skip: Chips = 1
    max_turns: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1000
    auto_forced: bool = True


class Knocked(msgspec.Struct, frozen=True):
    """A piece that was sent home: whose, the station it stood on, what its owner paid."""

    seat: int
    at: str
    paid: int


class LastMove(msgspec.Struct, frozen=True):
    """The last turn that was carried out (§12). `path` has the stations after `from_`, also those changed to."""

    turn: int
    seat: int
    dice: Dice
    action: str
    code: int
    forced: bool
    from_: str = msgspec.field(name="from")
    path: tuple[str, ...]
    to: str
    heading: str | None
    fee: int
    knocked: tuple[Knocked, ...]


class Result(msgspec.Struct, frozen=True):
    """How a game ended; `won` is what the winner took from the bank, 0 without one."""

    reason: Reason
    winners: tuple[int, ...]
    won: int
    returns: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """What everybody sees (§12); lists have one element for each seat."""

    map: str
    options: Options
    phase: Literal["goal_die", "start_dice", "turn_dice", "act", "over"]
    variant: Literal["long", "quick"]
    goal: str | None
    goal_dice: tuple[int | None, ...]
    start_dice: tuple[Dice | None, ...]
    turn: int
    seat: int | None
    dice: Dice | None
    bank: int
    chips: tuple[int, ...]
    stations: tuple[str | None, ...]
    lines: tuple[str | None, ...]
    headings: tuple[str | None, ...]
    starts: tuple[str | None, ...]
    last_move: LastMove | None
    result: Result | None
    you: int | None


class Ante(msgspec.Struct, frozen=True, tag_field="type", tag="ante"):
    """The first entry: every seat has paid `each`."""

    each: int
    bank: int


class Position(msgspec.Struct, frozen=True, tag_field="type", tag="position"):
    """The first entry of a game that goes on from a loaded position."""

    position: str


class GoalDie(msgspec.Struct, frozen=True, tag_field="type", tag="goal_die"):
    """A seat has thrown its die for the goal."""

    seat: int
    dice: tuple[int]


class Goal(msgspec.Struct, frozen=True, tag_field="type", tag="goal"):
    """The goal is found."""

    sum: int
    station: str


class Start(msgspec.Struct, frozen=True, tag_field="type", tag="start"):
    """A seat has thrown for its start."""

    seat: int
    dice: Dice
    station: str


class Roll(msgspec.Struct, frozen=True, tag_field="type", tag="roll"):
    """The dice of a turn."""

    turn: int
    seat: int
    dice: Dice


class Move(LastMove, frozen=True, tag_field="type", tag="move"):
    """A plan was carried out; `bank` is that after it, before a winner takes it."""

    bank: int


class Skip(LastMove, frozen=True, tag_field="type", tag="skip"):
    """A turn was missed: `action` is `skip`, `path` is empty and `to` is `from`."""

    bank: int


class End(msgspec.Struct, frozen=True, tag_field="type", tag="end"):
    """The end."""

    turn: int
    reason: Reason
    winners: tuple[int, ...]
    won: int
    returns: tuple[int, ...]


Entry = Ante | Position | GoalDie | Goal | Start | Roll | Move | Skip | End
"""Whatever a journal holds."""
