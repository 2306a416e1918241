"""An interval that one may look at after every match: it hardly ever loses the truth, and gets narrow."""

from __future__ import annotations

from random import Random

import pytest

from tests.strength.certainty import Interval, interval


def test_before_the_first_match_nothing_is_known() -> None:
    assert interval(0.0, 0) == Interval(0.0, 1.0)


@pytest.mark.parametrize("draws", [0.0, 0.5])
@pytest.mark.parametrize("mean", [0.2, 0.5, 0.9])
def test_the_truth_is_left_out_at_any_time_in_less_than_a_twentieth_of_the_series(mean: float, draws: float) -> None:
    rng, lost = Random(3), 0
    for _ in range(100):
        points = 0.0
        for matches in range(1, 101):
            points += 0.5 if rng.random() < draws and mean == 0.5 else float(rng.random() < mean)
            if interval(points, matches).excludes(mean):
                lost += 1
                break
    assert lost <= 5


def test_it_gets_narrow() -> None:
    assert interval(600, 1000).excludes(0.5)
    assert interval(600, 1000).high - interval(600, 1000).low < 0.12
    assert not interval(6, 10).excludes(0.5)


def test_whoever_has_won_everything_may_still_lose_once() -> None:
    low, high = interval(20, 20)
    assert 0.6 < low < 0.85
    assert high == pytest.approx(1.0, abs=1e-3)
