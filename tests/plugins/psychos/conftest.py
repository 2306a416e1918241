"""What the tests of this game share: the game, its network, and matches played by seeded chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from undercroft.game import CHANCE, Journal
from undercroft_psychos import SPEC
from undercroft_psychos.game import PsychosOfTheUnderground
from undercroft_psychos.network import Network
from undercroft_psychos.state import Psychos
from undercroft_psychos.values import Entry, Options

Steps = Iterator[tuple[Psychos, Journal[Entry]]]
PlayRandomly = Callable[[Options, int, int], Steps]


@pytest.fixture(scope="session")
def game() -> PsychosOfTheUnderground:
    loaded = SPEC.load()
    assert isinstance(loaded, PsychosOfTheUnderground)
    return loaded


@pytest.fixture(scope="session")
def network(game: PsychosOfTheUnderground) -> Network:
    return game.atlas.network


@pytest.fixture(scope="session")
def play_randomly(game: PsychosOfTheUnderground) -> PlayRandomly:
    """Plays a match (options, seats, seed) at random; gives state and journal at the start and after each action."""

    def steps(options: Options, seats: int, seed: int) -> Steps:
        rng = Random(seed)
        journal: Journal[Entry] = Journal()
        state = game.start(options, seats, journal)
        yield state, journal
        while to_act := state.to_act():
            if to_act == (CHANCE,):
                codes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply(CHANCE, rng.choices(codes, weights)[0], journal)
            else:
                state.apply(to_act[0], rng.choice(state.legal_actions(to_act[0])), journal)
            yield state, journal

    return steps
