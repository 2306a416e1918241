"""Ratings: the strengths that matches were played with are found again, with intervals that hold them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import log10
from random import Random

import pytest

from undercroft.arena.ratings import rate
from undercroft.arena.tally import DealOutcome


def expected(strengths: list[float], one: int, other: int) -> float:
    return 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))


def played(strengths: list[float], deals: int, rng: Random, luck: float = 0.0) -> Counter[DealOutcome]:
    """So many deals of two matches between every two bots; with `luck` the same seat often wins both."""
    outcomes: Counter[DealOutcome] = Counter()
    for pair in combinations(range(len(strengths)), 2):
        for _ in range(deals):
            if rng.random() < luck:
                points = 1.0
            else:
                points = float(sum(rng.random() < expected(strengths, *pair) for _ in range(2)))
            outcomes[((pair, points, 2),)] += 1
    return outcomes


def test_two_bots_differ_by_the_logarithm_of_their_points() -> None:
    one, other = rate(2, {(((0, 1), 1.0, 1),): 299, (((0, 1), 0.0, 1),): 99})
    assert one.rating - other.rating == pytest.approx(400 * log10(299.5 / 99.5))
    assert one.rating + other.rating == pytest.approx(0)


def test_independent_matches_have_the_interval_of_a_logit() -> None:
    one, _ = rate(2, {(((0, 1), 1.0, 1),): 299, (((0, 1), 0.0, 1),): 99})
    error = (1 / 299.5 + 1 / 99.5) ** 0.5 * 400 / 2.302585 / 2
    assert one.high - one.rating == pytest.approx(1.96 * error, rel=0.01)
    assert one.rating - one.low == pytest.approx(1.96 * error, rel=0.01)


def test_known_strengths_are_found() -> None:
    strengths = [250.0, 50.0, -100.0, -200.0]
    for found, strength in zip(rate(4, played(strengths, 4000, Random(1))), strengths, strict=True):
        assert found.rating == pytest.approx(strength, abs=15)
        assert found.low < strength < found.high


@pytest.mark.parametrize("luck", [0.0, 0.6])
def test_intervals_hold_the_truth_about_nineteen_times_in_twenty(luck: float) -> None:
    """Also where chance decides most deals for one seat in both matches: half the points, as in the model's middle."""
    rng, held, series = Random(2), 0, 200
    strengths = [60.0, 0.0, -60.0] if not luck else [0.0, 0.0, 0.0]
    for _ in range(series):
        found = rate(3, played(strengths, 60, rng, luck))
        held += sum(rating.low <= strength <= rating.high for rating, strength in zip(found, strengths, strict=True))
    assert 0.92 <= held / (3 * series) <= 0.985


def test_deals_whose_matches_cancel_out_make_the_interval_narrow() -> None:
    lucky = rate(2, {(((0, 1), 1.0, 2),): 90, (((0, 1), 2.0, 2),): 10})
    plain = rate(2, {(((0, 1), 1.0, 1),): 110, (((0, 1), 0.0, 1),): 90})
    assert lucky[0].rating == pytest.approx(plain[0].rating, rel=0.02)
    assert lucky[0].high - lucky[0].low < (plain[0].high - plain[0].low) / 2


def test_whoever_wins_everything_has_a_rating_and_a_wide_interval() -> None:
    one, other = rate(2, {(((0, 1), 2.0, 2),): 50})
    assert one.rating == pytest.approx(-other.rating)
    assert 200 < one.rating < 800
    assert one.high - one.low > 200


def test_without_matches_all_are_equal() -> None:
    assert all(rating.rating == pytest.approx(0) and rating.low < -50 for rating in rate(3, {}))


def test_bots_that_never_met_are_compared_by_those_they_both_met() -> None:
    outcomes: dict[DealOutcome, int] = {
        (((0, 1), 1.0, 1),): 300, (((0, 1), 0.0, 1),): 100, (((1, 2), 1.0, 1),): 300, (((1, 2), 0.0, 1),): 100,
    }  # fmt: skip
    first, second, third = rate(3, outcomes)
    assert first.rating > second.rating > third.rating
    assert first.rating - third.rating == pytest.approx(2 * 400 * log10(3), abs=12)
