"""An interval that one may look at after every deal: it hardly ever loses the truth, and gets narrow."""

from __future__ import annotations

from collections import Counter
from math import exp, lgamma, log
from random import Random

import pytest

from undercroft.arena.certainty import Interval, interval, rules_out


def test_before_the_first_deal_nothing_is_known() -> None:
    assert interval({}) == Interval(0.0, 1.0)
    assert not rules_out({}, 0.5)


@pytest.mark.parametrize("draws", [0.0, 0.5])
@pytest.mark.parametrize("mean", [0.2, 0.5, 0.9])
def test_the_truth_is_ruled_out_at_any_time_in_less_than_a_twentieth_of_the_series(mean: float, draws: float) -> None:
    rng, lost = Random(3), 0
    for _ in range(60):
        points: Counter[float] = Counter()
        for _ in range(40):
            points[0.5 if rng.random() < draws and mean == 0.5 else float(rng.random() < mean)] += 1
            if rules_out(points, mean):
                lost += 1
                break
    assert lost <= 3


def test_it_gets_narrow() -> None:
    low, high = interval({1.0: 600, 0.0: 400})
    assert low > 0.5
    assert high - low < 0.12
    assert interval({1.0: 6, 0.0: 4}).low < 0.5


def test_of_wins_and_defeats_alone_it_is_the_mixture_of_robbins() -> None:
    def log_beta(one: float, other: float) -> float:
        return lgamma(one) + lgamma(other) - lgamma(one + other)

    for won, lost in ((9, 0), (16, 4), (60, 25), (300, 200)):
        stake = exp(log_beta(won + 0.5, lost + 0.5) - log_beta(0.5, 0.5) + (won + lost) * log(2))
        assert rules_out({1.0: won, 0.0: lost}, 0.5, 1.001 / stake)
        assert not rules_out({1.0: won, 0.0: lost}, 0.5, 0.999 / stake)


def test_deals_that_vary_less_say_more() -> None:
    """55 % of the points: from swapped seats that mostly share the two, and from wins and defeats."""
    shared, alone = interval({1.0: 20, 0.5: 180}), interval({1.0: 110, 0.0: 90})
    assert shared.low > 0.5 > alone.low
    assert shared.high - shared.low < (alone.high - alone.low) / 2


def test_what_the_interval_leaves_out_is_what_is_ruled_out() -> None:
    points = {1.0: 31, 0.5: 12, 0.0: 17}
    low, high = interval(points)
    assert rules_out(points, low - 0.001)
    assert rules_out(points, high + 0.001)
    assert not rules_out(points, low + 0.001)
    assert not rules_out(points, high - 0.001)


def test_whoever_has_won_everything_may_still_lose_once() -> None:
    low, high = interval({1.0: 20})
    assert 0.6 < low < 0.85
    assert high == pytest.approx(1.0, abs=1e-3)
