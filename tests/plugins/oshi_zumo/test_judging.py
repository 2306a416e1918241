"""Quick judgement: `rules/oshi_zumo.md` §10."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from undercroft.game import Journal, UndercroftError
from undercroft_oshi_zumo.game import OshiZumo
from undercroft_oshi_zumo.positions import BidsMade
from undercroft_oshi_zumo.state import Bout, first_round
from undercroft_oshi_zumo.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Bout, Journal[Entry]]]]


def scores(game: OshiZumo, state: Bout, journal: Journal[Entry], seat: int, seed: int = 0) -> dict[int, float]:
    options = state.ring.options
    belief = game.belief(options, 2, seat)
    belief.learn(state.view(seat), journal.entries(seat))
    legal = state.legal_actions(seat)
    return dict(zip(legal, game.heuristic().scores(belief, state.view(seat), legal, Random(seed)), strict=True))


def bids(game: OshiZumo, position: str, options: Options, seat: int = 0, times: int = 60) -> Counter[int]:
    """What the heuristic bids, and how often."""
    journal: Journal[Entry] = Journal()
    state = BidsMade().read(position, options, 2, journal)
    found: Counter[int] = Counter()
    for seed in range(times):
        judged = scores(game, state, journal, seat, seed)
        found[max(judged, key=lambda bid: judged[bid])] += 1
    return found


def test_the_first_bid_is_drawn_anew_each_time_and_modest(game: OshiZumo) -> None:
    found = bids(game, "-", Options())
    assert len(found) >= 4
    assert max(found) <= 12


def test_on_the_last_field_more_coins_win_for_sure(game: OshiZumo) -> None:
    # 11 against 8: with 7, too, he is out now, or the rival has spent all to push him back by one field.
    assert set(bids(game, "1-8 2-1 2-1 2-1 2-1", Options(coins=20))) <= {7, 8, 9}


def test_nothing_above_what_is_enough_is_bid(game: OshiZumo) -> None:
    found = bids(game, "1-17", Options(coins=20, fields=9))
    assert max(found) <= 4


def test_in_the_last_round_who_is_behind_and_has_more_coins_bids_them(game: OshiZumo) -> None:
    options = Options(coins=20, rounds=2)
    found = bids(game, "1-2", options, seat=0)  # 19 coins against 18
    assert found[19] > 40


def test_the_same_generator_draws_the_same_bid(game: OshiZumo) -> None:
    for options in (Options(), Options(bids="hidden")):
        journal: Journal[Entry] = Journal()
        state = BidsMade().read("5-3", options, 2, journal)
        assert scores(game, state, journal, 1, 7) == scores(game, state, journal, 1, 7)


def test_one_bid_scores_best_and_all_are_judged(game: OshiZumo, play_randomly: PlayRandomly, options: Options) -> None:
    for state, journal in play_randomly(options, 1):
        for seat in state.to_act():
            found = scores(game, state, journal, seat)
            assert list(found.values()).count(1.0) == 1
            assert all(0.0 <= score <= 1.0 for score in found.values())


def test_it_refuses_to_judge_for_who_has_bid(game: OshiZumo) -> None:
    journal: Journal[Entry] = Journal()
    state = BidsMade().read("5-?", Options(), 2, journal)
    belief = game.belief(Options(), 2, 0)
    belief.learn(state.view(0), journal.entries(0))
    with pytest.raises(UndercroftError, match="is to bid"):
        game.heuristic().scores(belief, state.view(0), [1], Random(0))


def test_weights_read_nothing_that_the_seat_does_not_know(game: OshiZumo, play_randomly: PlayRandomly) -> None:
    options = Options(coins=12, bids="hidden")
    for seed in range(5):
        for state, journal in play_randomly(options, seed):
            for seat in state.to_act():
                legal = state.legal_actions(seat)
                belief = game.belief(options, 2, seat)
                belief.learn(state.view(seat), journal.entries(seat))
                weights = game.policy().weights(state, seat, legal)
                for number in range(5):
                    assert game.policy().weights(belief.sample(Random(number)), seat, legal) == weights


def test_weights_shun_what_is_more_than_enough_where_coins_are_known(game: OshiZumo) -> None:
    state = BidsMade().read("1-17", Options(coins=20, fields=9), 2)
    legal = state.legal_actions(0)
    weights = dict(zip(legal, game.policy().weights(state, 0, legal), strict=True))
    assert [bid for bid, weight in weights.items() if weight > 0.0] == [1, 2, 3, 4]


def test_the_evaluator_likes_coins_and_ground(game: OshiZumo) -> None:
    def value(position: str) -> float:
        values = game.evaluator().values(BidsMade().read(position, Options(), 2))
        assert values[0] == -values[1]
        return values[0]

    assert value("-") == 0.0
    assert value("5-5") == 0.0
    assert value("2-1") > 0.0 > value("9-1")
    assert value("2-1 2-1") > value("2-1")


def play(game: OshiZumo, options: Options, thinker: int, rng: Random) -> int:
    journal: Journal[Entry] = Journal()
    state = first_round(options)
    state.tell_start(journal)
    while seats := state.to_act():
        seat = seats[0]
        legal = state.legal_actions(seat)
        if seat == thinker:
            judged = scores(game, state, journal, seat, rng.getrandbits(32))
            legal = [max(judged, key=lambda bid: judged[bid])]
        state.apply(seat, rng.choice(legal), journal)
    outcome = state.outcome()
    assert outcome is not None
    return outcome.returns[thinker]


@pytest.mark.parametrize("told", ["shown", "hidden"])
def test_it_beats_random_bids_clearly(game: OshiZumo, told: str) -> None:
    rng = Random(2026)
    options = Options(coins=20, bids=told)  # type: ignore[arg-type]
    results = [play(game, options, match % 2, rng) for match in range(40)]
    assert results.count(1) >= 36
