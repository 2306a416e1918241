"""Positions of a running game, put together: the usual start and any other (`rules/dungeon_of_fear.md` §1)."""

from __future__ import annotations

from typing import Final

from undercroft_dungeon_of_fear.cells import BIT, BOARD, CELL, sight_from
from undercroft_dungeon_of_fear.revealing import REVEALS, newly_revealed
from undercroft_dungeon_of_fear.state import NOWHERE, RUNNING, WHITE, Dungeon
from undercroft_dungeon_of_fear.values import Options

__all__ = ["CORNERS", "arrange", "usual_start"]

CORNERS: Final[list[int]] = [CELL["a1"], CELL["f6"]]
"""Where the rooks of White and Black begin."""


def arrange(
    options: Options,
    walls: int,
    white: int,
    black: int,
    turn: int,
    clock: int,
    ply: int,
    white_revealed: int,
    black_revealed: int,
) -> Dungeon:
    """A position of a running game; what the seats see in it is added to what is revealed to them."""
    state = Dungeon()
    state.options = options
    state.reveal = REVEALS[options.reveal]
    state.quiet_limit = options.quiet_limit
    state.walls = walls
    state.turn = turn
    state.clock = clock
    state.ply = ply
    state.ended = RUNNING
    state.white = white
    state.black = black
    state.white_sight = sight_from(white, walls | BIT[black])
    state.black_sight = sight_from(black, walls | BIT[white])
    state.white_revealed = white_revealed | newly_revealed(state.reveal, state.white_sight, walls, white)
    state.black_revealed = black_revealed | newly_revealed(state.reveal, state.black_sight, walls, black)
    state.white_seen = state.white_sight
    state.black_seen = state.black_sight
    state.white_opened = state.white_sight & ~walls
    state.black_opened = state.black_sight & ~walls
    state.mover = 1 - turn
    state.came_from = NOWHERE
    state.captured = False
    return state


def usual_start(options: Options) -> Dungeon:
    """White on a1, Black on f6, a wall on each of the other 34 cells; White begins (§1)."""
    return arrange(options, BOARD & ~(BIT[CORNERS[0]] | BIT[CORNERS[1]]), CORNERS[0], CORNERS[1], WHITE, 0, 0, 0, 0)
