"""What the tests of this game share: the game, boards of several sizes, and matches played by seeded chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from undercroft.game import Journal
from undercroft_connect_four.game import ConnectFour
from undercroft_connect_four.state import Discs
from undercroft_connect_four.values import Entry, Options

SIZES = [Options(), Options(4, 4, 3), Options(9, 9, 6), Options(9, 4, 5), Options(4, 9, 4), Options(4, 4, 4)]
"""The usual board, the smallest and the largest, and every number of discs in a row."""

Steps = Iterator[tuple[Discs, Journal[Entry]]]
PlayRandomly = Callable[[Options, int], Steps]
PlayMoves = Callable[[str], tuple[Discs, Journal[Entry]]]


@pytest.fixture(scope="session")
def game() -> ConnectFour:
    return ConnectFour()


@pytest.fixture(params=SIZES, ids=lambda options: f"{options.columns}x{options.rows}-{options.in_a_row}")
def options(request: pytest.FixtureRequest) -> Options:
    chosen: Options = request.param
    return chosen


@pytest.fixture(scope="session")
def play_randomly(game: ConnectFour) -> PlayRandomly:
    """Plays a match with random drops; gives the state and the journal at the start and after each ply."""

    def steps(options: Options, seed: int) -> Steps:
        rng = Random(seed)
        journal: Journal[Entry] = Journal()
        state = game.start(options, 2, journal)
        yield state, journal
        while seats := state.to_act():
            state.apply(seats[0], rng.choice(state.legal_actions(seats[0])), journal)
            yield state, journal

    return steps


@pytest.fixture(scope="session")
def play_moves(game: ConnectFour) -> PlayMoves:
    """Plays columns, counted from 1, on the usual board."""

    def play(moves: str) -> tuple[Discs, Journal[Entry]]:
        journal: Journal[Entry] = Journal()
        state = game.start(Options(), 2, journal)
        for text in moves:
            state.apply(state.to_act()[0], int(text) - 1, journal)
        return state, journal

    return play
