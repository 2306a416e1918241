"""What a seat can work out: every number of coins that the rival may have, and no other (`rules/oshi_zumo.md` §8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from tests.plugins.oshi_zumo.slow_referee import SlowReferee, possible_coins
from undercroft.game import Journal, UndercroftError
from undercroft_oshi_zumo.belief import PurseBelief
from undercroft_oshi_zumo.game import OshiZumo
from undercroft_oshi_zumo.positions import BidsMade
from undercroft_oshi_zumo.state import Bout
from undercroft_oshi_zumo.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Bout, Journal[Entry]]]]


def rival_coins(state: Bout, seat: int) -> int:
    return state.coins_0 if seat else state.coins_1


def learned(game: OshiZumo, state: Bout, journal: Journal[Entry], seat: int) -> PurseBelief:
    """A belief that was told everything in one batch."""
    belief = game.belief(state.ring.options, 2, seat)
    belief.learn(state.view(seat), journal.entries(seat))
    return belief


def test_samples_are_worlds_in_which_the_seat_sees_the_same(
    game: OshiZumo, play_randomly: PlayRandomly, options: Options
) -> None:
    for seed in range(6):
        beliefs = [game.belief(options, 2, seat) for seat in (0, 1)]
        told = [0, 0]
        for state, journal in play_randomly(options, seed):
            for seat, belief in enumerate(beliefs):
                entries = journal.entries(seat)
                belief.learn(state.view(seat), entries[told[seat] :])
                told[seat] = len(entries)
                assert rival_coins(state, seat) in belief.coins()
                for number in range(5):
                    world = belief.sample(Random(number))
                    assert rival_coins(world, seat) in belief.coins()
                    assert (world.place, world.round, world.over) == (state.place, state.round, state.over)
                    assert rival_coins(world, 1 - seat) == rival_coins(state, 1 - seat)
                    assert world.legal_actions(seat) == state.legal_actions(seat)
                    if not state.over:
                        assert world.legal_actions(1 - seat)


def test_learned_at_once_or_step_by_step_it_is_the_same(
    game: OshiZumo, play_randomly: PlayRandomly, options: Options
) -> None:
    for seed in range(3):
        stepwise = game.belief(options, 2, 1)
        for state, journal in play_randomly(options, seed):
            stepwise.learn(state.view(1), journal.entries(1)[-1:])
            batch = learned(game, state, journal, 1)
            assert [rival_coins(stepwise.sample(Random(n)), 1) for n in range(20)] == [
                rival_coins(batch.sample(Random(n)), 1) for n in range(20)
            ]


@pytest.mark.parametrize("position", ["6-4 3-3", "6-4 3-5 2-2", "1-2 1-2 1-2", "9-5 1-5 1-1", "12-1 0-3 0-1"])
def test_every_possible_number_of_coins_is_sampled(game: OshiZumo, position: str) -> None:
    options = Options(coins=12, bids="hidden")
    journal: Journal[Entry] = Journal()
    state = BidsMade().read(position, options, 2, journal)
    start = SlowReferee(12, 3, 1, 100, hidden=True)
    referee = SlowReferee(12, 3, 1, 100, hidden=True)
    for bids in position.split():
        west, east = bids.split("-")
        referee.settle(int(west), int(east))
    for seat in (0, 1):
        belief = learned(game, state, journal, seat)
        sampled = {rival_coins(belief.sample(Random(number)), seat) for number in range(1500)}
        assert sampled == possible_coins(referee, seat, start)


def test_modest_bids_are_thought_likelier_than_rash_ones(game: OshiZumo) -> None:
    journal: Journal[Entry] = Journal()
    state = BidsMade().read("5-7", Options(bids="hidden"), 2, journal)
    belief = learned(game, state, journal, 0)
    assert belief.coins() == range(45)
    assert belief.likely(43) > 10 * belief.likely(20) > 0.0
    assert abs(sum(map(belief.likely, belief.coins())) - 1.0) < 1e-9


def test_how_likely_does_not_fade_over_two_hundred_rounds(game: OshiZumo) -> None:
    options = Options(coins=100, fields=9, min_bid=0, rounds=200, bids="hidden")
    journal: Journal[Entry] = Journal()
    state = BidsMade().read(" ".join(["0-1", "1-0"] * 99), options, 2, journal)
    belief = learned(game, state, journal, 0)
    assert sum(map(belief.likely, belief.coins())) == pytest.approx(1.0)
    assert 1 in belief.coins()


def test_a_sampled_world_tells_how_many_coins_each_side_knows_it_has(game: OshiZumo) -> None:
    journal: Journal[Entry] = Journal()
    state = BidsMade().read("6-4", Options(coins=20, bids="hidden"), 2, journal)
    belief = learned(game, state, journal, 0)
    worlds = [belief.sample(Random(number)) for number in range(50)]
    assert {world.observation(1) for world in worlds} == {world.coins_1 for world in worlds}
    assert {world.observation(0) for world in worlds} == {14}


def test_a_belief_that_was_told_nothing_says_nothing(game: OshiZumo) -> None:
    with pytest.raises(UndercroftError, match="learn"):
        game.belief(Options(), 2, 0).sample(Random(1))
