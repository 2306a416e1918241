"""What is said about the game on the wire: its options, what everybody sees, what everybody is told."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = ["Ended", "Entry", "Marked", "Options", "Reason", "Started", "View"]

Reason = Literal["line", "board_full"]
"""Why a game ends."""


class Options(Struct, frozen=True):
    """What can be chosen when a match is made."""

    size: Annotated[int, Meta(ge=3, le=5, description="columns and rows of the board")] = 3


class View(Struct, frozen=True):
    """What everybody sees.

    `rows` are from the top: `x` for a mark of seat 0, `o` of seat 1, `.` for an empty cell. `to_act` is the seat whose
    turn it is, null at the end.
    """

    rows: tuple[str, ...]
    to_act: int | None


class Started(Struct, frozen=True, tag="started"):
    """The board is empty."""

    size: int


class Marked(Struct, frozen=True, tag="marked"):
    """A seat has marked a cell, such as `b2`."""

    seat: int
    cell: str


class Ended(Struct, frozen=True, tag="ended"):
    """The end; `winner` is null after a draw."""

    reason: Reason
    winner: int | None


Entry = Started | Marked | Ended
"""Whatever a journal holds."""
