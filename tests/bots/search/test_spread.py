"""The unit of curiosity is the spread of what simulations ended with."""

from __future__ import annotations

from statistics import pstdev

import pytest

from undercroft_bots.search.spread import Spread


def spread_of(returns: list[list[float]]) -> float:
    spread = Spread(len(returns[0]))
    for each in returns:
        spread.add(each)
    return spread.unit


def test_won_and_lost_games_are_one_unit_apart_from_a_draw() -> None:
    assert spread_of([[1.0, -1.0], [-1.0, 1.0]] * 8) == pytest.approx(1.0)


@pytest.mark.parametrize("scale", [0.01, 1.0, 250.0])
def test_chips_count_in_their_own_measure(scale: float) -> None:
    returns = [[3.0, -1.0, -2.0], [-4.0, 3.0, 1.0], [0.0, 1.0, -1.0], [2.0, 0.0, -2.0]] * 6
    unit = spread_of([[scale * value for value in each] for each in returns])
    variance = sum(pstdev(column) ** 2 for column in zip(*returns, strict=True)) / 3
    assert unit == pytest.approx(scale * variance**0.5)


def test_where_nearly_all_ends_are_alike_the_few_others_still_count() -> None:
    assert spread_of([[1.0, -1.0]] * 639 + [[-1.0, 1.0]]) == pytest.approx(0.2)


def test_where_all_ends_are_alike_there_is_still_a_unit() -> None:
    assert spread_of([[0.0, 0.0]] * 20) == 1.0
    assert spread_of([[1.0, -1.0]] * 20) > 0.0


def test_before_anything_has_ended_the_unit_is_1() -> None:
    assert Spread(2).unit == 1.0
