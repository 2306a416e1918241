"""The board as numbers: cells 0 to 80, and which of them lie around which.

A cell is 9 * (rank - 1) + file with a = 0 (`rules/blind_attack.md` §10). Tables by side have W's first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = [
    "AHEAD",
    "AROUND",
    "ATTACKS",
    "CELL",
    "CELLS",
    "LAST_ROW",
    "NAME",
    "OWN_ROW",
    "SIDE",
    "SLIDES",
    "by_name",
    "names_of",
    "square_of",
]

SIDE: Final = 9
CELLS: Final = SIDE * SIDE

NAME: Final[list[str]] = ["abcdefghi"[cell % SIDE] + "123456789"[cell // SIDE] for cell in range(CELLS)]
CELL: Final[dict[str, int]] = {name: cell for cell, name in enumerate(NAME)}

OWN_ROW: Final[list[list[int]]] = [
    [cell // SIDE + 1 for cell in range(CELLS)],
    [SIDE - cell // SIDE for cell in range(CELLS)],
]
"""The row of a cell counted from the side's own first one, 1 to 9 (§1)."""

LAST_ROW: Final = SIDE
"""The own row on which a soldier is turned up (§3)."""

_LAST_OF_FRONT: Final = 3
_LAST_NEUTRAL: Final = 6
_LONGEST_SLIDE: Final = 3


def _step(cell: int, east: int, north: int) -> int | None:
    """The cell so many steps away, or None if it isn't on the board."""
    file, rank = cell % SIDE + east, cell // SIDE + north
    return SIDE * rank + file if 0 <= file < SIDE and 0 <= rank < SIDE else None


def _there(cells: Iterable[int | None]) -> list[int]:
    """Those that are on the board, ascending."""
    return sorted(cell for cell in cells if cell is not None)


def _attacks(side: int, cell: int) -> list[int]:
    """Where a soldier may attack from a cell, by the zone it lies in (§3)."""
    north = 1 if side == 0 else -1
    row = OWN_ROW[side][cell]
    ways = [(0, north)]
    if row > _LAST_OF_FRONT:
        ways += [(-1, north), (1, north)]
    if row > _LAST_NEUTRAL:
        ways += [(-1, 0), (1, 0)]
    return [] if row == LAST_ROW else _there(_step(cell, *way) for way in ways)


ATTACKS: Final[list[list[list[int]]]] = [[_attacks(side, cell) for cell in range(CELLS)] for side in (0, 1)]
"""Where a soldier of each side may attack from each cell, ascending; nowhere on its last row.

The cell straight ahead is always among them.
"""

AHEAD: Final[list[list[int]]] = [
    [cell + SIDE if cell + SIDE < CELLS else -1 for cell in range(CELLS)],
    [cell - SIDE if cell >= SIDE else -1 for cell in range(CELLS)],
]
"""The cell straight forward; negative from the last row."""

_WAYS: Final = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]

AROUND: Final[list[list[int]]] = [_there(_step(cell, *way) for way in _WAYS) for cell in range(CELLS)]
"""The up to eight neighbours, ascending."""

SLIDES: Final[list[list[list[int]]]] = [
    [
        [target for far in range(1, _LONGEST_SLIDE + 1) if (target := _step(cell, east * far, north * far)) is not None]
        for east, north in _WAYS
    ]
    for cell in range(CELLS)
]
"""The ways of a general from each cell: up to eight, each of up to three cells, nearest first; some are empty."""


_PLACE: Final[list[int]] = [SIDE * (cell % SIDE) + cell // SIDE for cell in range(CELLS)]
"""Where a cell comes when names are sorted."""


def square_of(attacker: int, defender: int) -> list[int]:
    """The cells of an explosion (§4): the two, and after a diagonal attack the two others of the square.

    Of these first the one on the attacker's file, then the one on the defender's file (§11).
    """
    file, rank = attacker % SIDE, attacker // SIDE
    other_file, other_rank = defender % SIDE, defender // SIDE
    if file == other_file or rank == other_rank:
        return [attacker, defender]
    return [attacker, defender, SIDE * other_rank + file, SIDE * rank + other_file]


def by_name(cells: Iterable[int]) -> list[int]:
    """Cells in the order of their names: a1, a2, … before b1."""
    return sorted(cells, key=_PLACE.__getitem__)


def names_of(cells: Iterable[int]) -> tuple[str, ...]:
    """The names of cells, sorted as text."""
    return tuple(sorted(NAME[cell] for cell in cells))
