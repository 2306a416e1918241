"""From sets of cells to the values people and bots are shown."""

from __future__ import annotations

from typing import Final

from undercroft_dungeon_of_fear.cells import BIT, CELL, FILE, NAME, NORTH_EAST, RANK, SIDE, sight_from
from undercroft_dungeon_of_fear.values import Ray, Rays

__all__ = ["BLACK_MARK", "WHITE_MARK", "board_of", "rays_of", "sight_of"]

WHITE_MARK: Final = "R"
BLACK_MARK: Final = "r"

_EDGE: Final = Ray(None, "edge")
_WALL: Final[list[Ray]] = [Ray(name, "wall") for name in NAME]
_ENEMY: Final[list[Ray]] = [Ray(name, "enemy") for name in NAME]


def _ray(end: int, walls: int) -> Ray:
    """The ray whose first obstacle is the one cell of `end`; the edge if that is empty."""
    if not end:
        return _EDGE
    cell = end.bit_length() - 1
    return _WALL[cell] if walls & end else _ENEMY[cell]


def rays_of(cell: int, sight: int, walls: int, enemy: int) -> Rays:
    """The four rays of a rook on `cell` that sees `sight`; `enemy` is the set of the enemy's cell."""
    ends = sight & (walls | enemy)
    far, near = ends & NORTH_EAST[cell], ends & ~NORTH_EAST[cell]
    file, rank = FILE[cell], RANK[cell]
    return Rays(_ray(far & file, walls), _ray(far & rank, walls), _ray(near & file, walls), _ray(near & rank, walls))


def sight_of(cell: int, rays: Rays) -> tuple[int, int]:
    """What a rook on `cell` with these rays sees, and the walls in it: `rays_of` read backwards."""
    ends = walls = 0
    for ray in (rays.north, rays.east, rays.south, rays.west):
        if ray.cell is not None:
            end = BIT[CELL[ray.cell]]
            ends |= end
            if ray.kind == "wall":
                walls |= end
    return sight_from(cell, ends), walls


def board_of(white: int, black: int, ground: int, wall: int, known: int, memory: int) -> tuple[str, ...]:
    """Ranks 6 to 1 in the marks of `rules/dungeon_of_fear.md` §9.

    `white` and `black` are cells, negative if not shown; the others are sets: open cells seen now (`.`), walls seen now
    (`#`), open cells remembered (`o`), walls remembered (`w`). The first that fits counts; the rest is `?`.
    """
    marks = []
    for bit in BIT:
        if ground & bit:
            marks.append(".")
        elif wall & bit:
            marks.append("#")
        elif known & bit:
            marks.append("o")
        elif memory & bit:
            marks.append("w")
        else:
            marks.append("?")
    if white >= 0:
        marks[white] = WHITE_MARK
    if black >= 0:
        marks[black] = BLACK_MARK
    line = "".join(marks)
    return (line[30:], line[24:30], line[18:24], line[12:18], line[6:12], line[:SIDE])
