"""What the tests of this game share: the game, options of every kind, and games played by seeded chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from undercroft.game import CHANCE, Journal
from undercroft_blind_attack.game import BlindAttack
from undercroft_blind_attack.state import Battle
from undercroft_blind_attack.values import Entry, Options

ALL_OPTIONS = [
    Options(),
    Options(weak="aggressive", equal="humane", huff=True, first="random", quiet_limit=10),
    Options(equal="swap", first="B", team_size=2, huff=True),
    Options(equal="spiteful", spite="charge", team_size=4, quiet_limit=15, max_turns=60),
    Options(weak="aggressive", equal="spiteful", spite="one", first="random", team_size=3, huff=True),
]
"""Every choice of every option, not every combination."""

Steps = Iterator[tuple[Battle, Journal[Entry]]]
PlayRandomly = Callable[[Options, int], Steps]


@pytest.fixture(scope="session")
def game() -> BlindAttack:
    return BlindAttack()


@pytest.fixture(params=ALL_OPTIONS, ids=["usual", "humane-huff", "swap-teams", "spiteful-four", "aggressive-three"])
def options(request: pytest.FixtureRequest) -> Options:
    chosen: Options = request.param
    return chosen


def chosen(state: Battle, rng: Random) -> int:
    """An action at random; outcomes of chance by their weights."""
    (seat,) = state.to_act()
    if seat != CHANCE:
        return rng.choice(state.legal_actions(seat))
    outcomes = state.chance_outcomes()
    return rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]


@pytest.fixture(scope="session")
def play_randomly(game: BlindAttack) -> PlayRandomly:
    """Plays a game at random; gives the state and the journal at the start and after each action."""

    def steps(options: Options, seed: int) -> Steps:
        rng = Random(seed)
        journal: Journal[Entry] = Journal()
        state = game.start(options, 2 * options.team_size, journal)
        yield state, journal
        while seats := state.to_act():
            state.apply(seats[0], chosen(state, rng), journal)
            yield state, journal

    return steps
