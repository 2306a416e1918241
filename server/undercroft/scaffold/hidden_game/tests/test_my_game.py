"""The game keeps the contract, its rulings are as written, and its rules have the properties they should."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from undercroft.game import CHANCE, Journal
from undercroft.testing import check_game, run_scenarios

from undercroft_my_game.game import MyGame
from undercroft_my_game.state import Position
from undercroft_my_game.values import Entry, Options

GAME = MyGame()
SCENARIOS = Path(__file__).parent / "scenarios" / "my_game.yaml"


def test_it_keeps_the_contract() -> None:
    assert check_game(GAME, matches=20).warnings == []


def test_its_rulings_are_as_written() -> None:
    report = run_scenarios([SCENARIOS], {"my-game": GAME}.__getitem__)
    assert report.failed == []
    assert report.passed == report.cases > 0


def step(state: Position, journal: Journal[Entry], rng: Random) -> None:
    """A random action of whoever is to act."""
    (seat,) = state.to_act()
    actions = [card for card, _ in state.chance_outcomes()] if seat == CHANCE else state.legal_actions(seat)
    state.apply(seat, rng.choice(actions), journal)


@pytest.mark.parametrize("seed", range(20))
def test_what_one_wins_the_other_loses(seed: int) -> None:
    rng, journal = Random(seed), Journal[Entry]()
    state = GAME.start(Options(cards=rng.randint(3, 13)), 2, journal)
    while state.to_act():
        step(state, journal, rng)
    outcome = state.outcome()
    assert outcome is not None
    assert sum(outcome.returns) == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_a_belief_holds_every_card_that_the_rival_may_have(seat: int) -> None:
    rng, journal = Random(seat), Journal[Entry]()
    state = GAME.start(Options(cards=5), 2, journal)
    belief = GAME.belief(Options(cards=5), 2, seat)
    while state.to_act() == (CHANCE,):
        step(state, journal, rng)
    belief.learn(state.view(seat), journal.entries(seat))
    worlds = [belief.sample(rng) for _ in range(200)]
    assert {world.cards[seat] for world in worlds} == {state.cards[seat]}
    assert {world.cards[1 - seat] for world in worlds} == {1, 2, 3, 4, 5} - {state.cards[seat]}
