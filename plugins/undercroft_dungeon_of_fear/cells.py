"""The board as bits: cells 0 to 35, sets of cells as ints, and what a rook sees from a cell.

A cell is 6 * (rank - 1) + file with a = 0 (`rules/dungeon_of_fear.md` §6); bit n of a set stands for cell n. A rank and
a file have six cells each, and on each of these lines the remainder by 127 tells all 64 sets of obstacles apart (2 to
the 7th leaves 1, and the six exponents differ modulo 7), so it serves as an index.
"""

from __future__ import annotations

from itertools import product
from typing import Final

__all__ = [
    "ALONG_FILE",
    "ALONG_RANK",
    "BIT",
    "BOARD",
    "CAPTURES",
    "CELL",
    "FILE",
    "LINE_KEY",
    "NAME",
    "NORTH_EAST",
    "QUIET",
    "RANK",
    "SIDE",
    "cells_of",
    "cells_to_set",
    "names_of",
    "sight_from",
]

SIDE: Final = 6
LINE_KEY: Final = 127
"""The divisor that turns the obstacles on one line into an index."""

BIT: Final[list[int]] = [1 << cell for cell in range(SIDE * SIDE)]
BOARD: Final[int] = (1 << SIDE * SIDE) - 1
"""All 36 cells."""

NAME: Final[list[str]] = ["abcdef"[cell % SIDE] + "123456"[cell // SIDE] for cell in range(SIDE * SIDE)]
CELL: Final[dict[str, int]] = {name: cell for cell, name in enumerate(NAME)}


def cells_of(cells: int) -> list[int]:
    """The cells of a set, ascending."""
    found = []
    while cells:
        low = cells & -cells
        found.append(low.bit_length() - 1)
        cells ^= low
    return found


def cells_to_set(cells: list[int]) -> int:
    """The set of some cells."""
    together = 0
    for cell in cells:
        together |= BIT[cell]
    return together


def _way(cell: int, east: int, north: int) -> list[int]:
    """The cells from `cell` (not counted) to the edge, one step (east, north) at a time, nearest first."""
    file, rank = cell % SIDE + east, cell // SIDE + north
    way = []
    while 0 <= file < SIDE and 0 <= rank < SIDE:
        way.append(SIDE * rank + file)
        file += east
        rank += north
    return way


def _reach(way: list[int], obstacles: int) -> int:
    """The cells of a way up to the first obstacle, which counts."""
    seen = 0
    for cell in way:
        seen |= BIT[cell]
        if obstacles & BIT[cell]:
            break
    return seen


def _line(cell: int, east: int, north: int) -> tuple[int, list[int]]:
    """A line through a cell: all its cells, and what is seen on it, by the key of the obstacles on it."""
    ahead, behind = _way(cell, east, north), _way(cell, -east, -north)
    line = cells_to_set([cell, *ahead, *behind])
    seen = [0] * LINE_KEY
    for chosen in product((False, True), repeat=SIDE):
        obstacles = cells_to_set([at for at, there in zip(cells_of(line), chosen, strict=True) if there])
        seen[obstacles % LINE_KEY] = BIT[cell] | _reach(ahead, obstacles) | _reach(behind, obstacles)
    return line, seen


_RANKS: Final = [_line(cell, 1, 0) for cell in range(SIDE * SIDE)]
_FILES: Final = [_line(cell, 0, 1) for cell in range(SIDE * SIDE)]

RANK: Final[list[int]] = [line for line, seen in _RANKS]
"""The rank through each cell."""
FILE: Final[list[int]] = [line for line, seen in _FILES]
"""The file through each cell."""
ALONG_RANK: Final[list[list[int]]] = [seen for line, seen in _RANKS]
"""What each cell sees on its rank, by the obstacles on that rank modulo `LINE_KEY`."""
ALONG_FILE: Final[list[list[int]]] = [seen for line, seen in _FILES]
"""What each cell sees on its file, by the obstacles on that file modulo `LINE_KEY`."""


def sight_from(cell: int, obstacles: int) -> int:
    """The cell, the open cells of its four rays and the first obstacle of each (§7)."""
    return ALONG_RANK[cell][(obstacles & RANK[cell]) % LINE_KEY] | ALONG_FILE[cell][(obstacles & FILE[cell]) % LINE_KEY]


def _ends(cell: int) -> list[list[list[int]]]:
    """For each ray of a cell what its first obstacle may be: nothing, or one of its cells."""
    ways = [_way(cell, 1, 0), _way(cell, -1, 0), _way(cell, 0, 1), _way(cell, 0, -1)]
    return [[[], *([end] for end in way)] for way in ways]


CAPTURES: Final[dict[int, list[int]]] = {
    cells_to_set([end for chosen in ends for end in chosen]): sorted(end for chosen in ends for end in chosen)
    for cell in range(SIDE * SIDE)
    for ends in product(*_ends(cell))
}
"""The cells of every set of first obstacles that a rook can have, ascending. Nobody changes the lists."""

QUIET: Final[list[list[int]]] = [cells_of((RANK[cell] | FILE[cell]) & ~BIT[cell]) for cell in range(SIDE * SIDE)]
"""The ten quiet moves from each cell, ascending. Nobody changes the lists."""

NORTH_EAST: Final[list[int]] = [BOARD & -(BIT[cell] << 1) for cell in range(SIDE * SIDE)]
"""The cells with a higher number: on the lines through the cell, those to its north and its east."""

_NAMES: Final[list[list[tuple[str, ...]]]] = [[()] * LINE_KEY for file in range(SIDE)]
for _file in range(SIDE):
    for _chosen in product((False, True), repeat=SIDE):
        _cells = [SIDE * _rank + _file for _rank in range(SIDE) if _chosen[_rank]]
        _NAMES[_file][cells_to_set(_cells) % LINE_KEY] = tuple(NAME[_cell] for _cell in _cells)


def names_of(cells: int) -> tuple[str, ...]:
    """The names of the cells of a set, sorted as text: a1, a2, … before b1."""
    names: tuple[str, ...] = ()
    for file in range(SIDE):
        names += _NAMES[file][(cells & FILE[file]) % LINE_KEY]
    return names
