"""What the tests of this game share: the game, all its options, and matches played by seeded chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from undercroft.game import Journal
from undercroft_dungeon_of_fear.game import DungeonOfFear
from undercroft_dungeon_of_fear.state import Dungeon
from undercroft_dungeon_of_fear.values import Entry, Options

ALL_OPTIONS = [
    Options("sight", "hidden", 12),
    Options("sight", "public", 3),
    Options("breach", "hidden", 3),
    Options("breach", "public", 12),
    Options("walls", "hidden", 12),
    Options("walls", "public", 3),
]
"""Every choice of every option, not every combination."""

Steps = Iterator[tuple[Dungeon, Journal[Entry]]]
PlayRandomly = Callable[[Options, int], Steps]


@pytest.fixture(scope="session")
def game() -> DungeonOfFear:
    return DungeonOfFear()


@pytest.fixture(params=ALL_OPTIONS, ids=lambda options: f"{options.reveal}-{options.clock}-{options.quiet_limit}")
def options(request: pytest.FixtureRequest) -> Options:
    chosen: Options = request.param
    return chosen


@pytest.fixture(scope="session")
def play_randomly(game: DungeonOfFear) -> PlayRandomly:
    """Plays a match with random moves; gives the state and the journal at the start and after each ply."""

    def steps(options: Options, seed: int) -> Steps:
        rng = Random(seed)
        journal: Journal[Entry] = Journal()
        state = game.start(options, 2, journal)
        yield state, journal
        while seats := state.to_act():
            state.apply(seats[0], rng.choice(state.legal_actions(seats[0])), journal)
            yield state, journal

    return steps
