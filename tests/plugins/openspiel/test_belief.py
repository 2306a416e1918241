"""Beliefs are made of what was told: all worlds that fit while these are few, some where they are many."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.plugins.openspiel.test_telling import game_of, played
from undercroft.game import UndercroftError
from undercroft_openspiel.values import Observed

pytest.importorskip("pyspiel", reason="OpenSpiel isn't installed: make test-openspiel")


def believing(name: str, seed: int, seat: int, plies: int) -> tuple[Any, Any]:
    """The state after so many actions, and what a seat can work out by then."""
    game = game_of(name)
    options = game.options_type()
    belief = game.belief(options, game.seat_counts(options)[0], seat)
    for ply, (state, journal, _, _) in enumerate(played(name, seed)):
        belief.learn(None, journal.entries(seat))
        if ply == plies:
            return state.clone(), belief
    raise AssertionError("the match was shorter")


def test_the_rivals_card_is_any_but_ones_own() -> None:
    state, belief = believing("kuhn_poker", 1, 0, 2)
    own = state.spiel.history()[0]
    cards = Counter(belief.sample(Random(seed)).spiel.history()[1] for seed in range(400))
    assert set(cards) == {0, 1, 2} - {own}
    assert min(cards.values()) > 150


def test_worlds_count_by_how_likely_they_are() -> None:
    """After a rival's bet in Leduc poker a card of which two are left is twice as likely as one of which one is."""
    state, belief = believing("leduc_poker", 5, 0, 2)
    rank = state.spiel.history()[0] // 2
    ranks = Counter(belief.sample(Random(seed)).spiel.history()[1] // 2 for seed in range(1000))
    assert set(ranks) == {0, 1, 2}
    assert 130 < ranks[rank] < 270


@pytest.mark.parametrize(
    ("name", "seat", "plies"), [("leduc_poker", 0, 4), ("liars_dice", 1, 4), ("tiny_bridge_4p", 2, 8)]
)
def test_a_sample_tells_the_seat_what_it_was_told(name: str, seat: int, plies: int) -> None:
    state, belief = believing(name, 2, seat, plies)
    histories = set()
    for seed in range(60):
        world = belief.sample(Random(seed))
        assert world.knowledge(seat) == state.knowledge(seat)
        assert world.to_act() == state.to_act()
        histories.add(tuple(world.spiel.history()))
    assert len(histories) > 3


def test_one_batch_and_steps_lead_to_the_same_worlds() -> None:
    game = game_of("leduc_poker")
    options = game.options_type()
    stepwise, batch = game.belief(options, 2, 0), game.belief(options, 2, 0)
    entries = []
    for _, journal, _, _ in played("leduc_poker", 6):
        entries += journal.entries(0)
        stepwise.learn(None, journal.entries(0))
    batch.learn(None, entries)
    for seed in range(20):
        one, other = (belief.sample(Random(seed)) for belief in (stepwise, batch))
        assert one.spiel.history() == other.spiel.history()


def test_where_no_world_fits_a_belief_says_so() -> None:
    _, belief = believing("kuhn_poker", 1, 0, 2)
    belief.learn(None, [Observed(0, "no such information state")])
    with pytest.raises(UndercroftError, match="kuhn_poker: no world that fits was found"):
        belief.sample(Random(0))
    game = game_of("kuhn_poker")
    with pytest.raises(UndercroftError, match="must learn a view"):
        game.belief(game.options_type(), 2, 0).sample(Random(0))
