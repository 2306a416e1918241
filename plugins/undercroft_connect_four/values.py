"""What is said about a game: its options, what everybody sees, what everybody is told.

The names of the fields are those on the wire (`rules/connect_four.md` §5 and §8). This module stays interpreted:
msgspec reads its types at run time.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

__all__ = ["Cell", "Drop", "End", "Entry", "Options", "Reason", "Result", "Start", "View"]

Cell = tuple[int, int]
"""Column and row, as players count them: from 1, columns from the left, rows from the bottom."""

Reason = Literal["line", "board_full"]

_Side = Annotated[int, msgspec.Meta(ge=4, le=9)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of the board, and how many discs in a row win (§5)."""

    columns: _Side = 7
    rows: _Side = 6
    in_a_row: Annotated[int, msgspec.Meta(ge=3, le=6)] = 4


class Result(msgspec.Struct, frozen=True):
    """How a game ended (§3); `line` is every cell of the lines that won, empty in a draw."""

    reason: Reason
    winners: tuple[int, ...]
    returns: tuple[int, ...]
    line: tuple[Cell, ...]


class View(msgspec.Struct, frozen=True):
    """What everybody sees (§8); `you` alone depends on the reader.

    `board` is the rows from the top, `x` for seat 0, `o` for seat 1, `.` for an empty cell. `moves` is every column
    played, in order.
    """

    you: int | None
    ply: int
    to_act: tuple[int, ...]
    board: tuple[str, ...]
    moves: str
    last: Cell | None
    options: Options
    result: Result | None


class Start(msgspec.Struct, frozen=True, tag_field="type", tag="start"):
    """The first entry; `moves` is what was played before it, where a game goes on from a position."""

    moves: str


class Drop(msgspec.Struct, frozen=True, tag_field="type", tag="drop"):
    """A disc was dropped: the number of the ply, from 1, who dropped it, and the cell where it lies."""

    ply: int
    seat: int
    column: int
    row: int


class End(msgspec.Struct, frozen=True, tag_field="type", tag="end"):
    """The end; the fields are those of `Result`."""

    reason: Reason
    winners: tuple[int, ...]
    returns: tuple[int, ...]
    line: tuple[Cell, ...]


Entry = Start | Drop | End
"""Whatever a journal holds."""
