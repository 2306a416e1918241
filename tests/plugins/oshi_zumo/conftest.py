"""What the tests of this game share: the game, options of every kind, and matches played by seeded chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from undercroft.game import Journal
from undercroft_oshi_zumo.game import OshiZumo
from undercroft_oshi_zumo.state import Bout
from undercroft_oshi_zumo.values import Entry, Options

VARIANTS = [
    Options(),
    Options(bids="hidden"),
    Options(coins=6, fields=1),
    Options(coins=6, fields=1, bids="hidden"),
    Options(coins=9, min_bid=0, rounds=30),
    Options(coins=9, min_bid=0, rounds=30, bids="hidden"),
    Options(coins=100, fields=9, rounds=5),
    Options(coins=1, bids="hidden"),
    Options(coins=20, min_bid=0, fields=9, rounds=200, bids="hidden"),
]

Steps = Iterator[tuple[Bout, Journal[Entry]]]
PlayRandomly = Callable[[Options, int], Steps]


def cheap_bid(legal: list[int], rng: Random) -> int:
    """Mostly small bids, so that matches are long; now and then any."""
    return rng.choice(legal) if rng.random() < 0.2 else legal[min(int(rng.expovariate(0.4)), len(legal) - 1)]


@pytest.fixture(scope="session")
def game() -> OshiZumo:
    return OshiZumo()


@pytest.fixture(
    params=VARIANTS, ids=lambda each: f"{each.coins}-{each.fields}-{each.min_bid}-{each.rounds}-{each.bids}"
)
def options(request: pytest.FixtureRequest) -> Options:
    chosen: Options = request.param
    return chosen


@pytest.fixture(scope="session")
def play_randomly(game: OshiZumo) -> PlayRandomly:
    """Plays a match with random bids in random order; gives the state and the journal at the start and after each."""

    def steps(options: Options, seed: int) -> Steps:
        rng = Random(seed)
        journal: Journal[Entry] = Journal()
        state = game.start(options, 2, journal)
        yield state, journal
        while seats := state.to_act():
            seat = rng.choice(seats)
            state.apply(seat, cheap_bid(state.legal_actions(seat), rng), journal)
            yield state, journal

    return steps
