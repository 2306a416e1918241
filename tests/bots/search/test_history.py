"""Particles: thinned by weight, without changing what they weigh in all."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from typing import Any

import pytest

from tests.bots.tic_tac_toe import Grid
from undercroft.game import Journal
from undercroft_bots.search.history import NEVER, History, Step, drawn, scale, total_weight


def steps(*weights: float) -> list[Step]:
    """Ways to go on, told apart by `known`."""
    state: Any = Grid()
    history = History(state, 1.0, {}, 0)
    return [Step(history, state, Journal(), weight, number) for number, weight in enumerate(weights)]


def numbers(chosen: list[Step]) -> list[int]:
    return sorted(step.known for step in chosen)


MANY = [0.5 + (number * 7 % 11) for number in range(200)]


@pytest.mark.parametrize("most", [1, 2, 17, 50, 199, 200, 1000])
def test_no_more_are_drawn_than_wanted_and_they_weigh_what_all_weighed(most: int) -> None:
    for seed in range(20):
        chosen = drawn(steps(*MANY), most, Random(seed))
        assert 1 <= len(chosen) <= most
        assert total_weight(chosen) == pytest.approx(sum(MANY))


def test_few_are_all_kept_as_they_are() -> None:
    chosen = drawn(steps(3.0, 1e-9, 2.0), 3, Random(1))
    assert {step.known: step.weight for step in chosen} == {0: 3.0, 1: 1e-9, 2: 2.0}


def test_none_is_drawn_twice_one_that_would_be_weighs_more() -> None:
    chosen = drawn(steps(8.0, *[0.1] * 20), 5, Random(4))
    assert len(numbers(chosen)) == len(set(numbers(chosen)))
    heavy = next(step for step in chosen if step.known == 0)
    assert heavy.weight == pytest.approx(8.0)  # four of five draws, 2.0 each


def test_each_weighs_on_average_what_it_weighed_before() -> None:
    weights = [1.0, 2.0, 3.0, 0.5, 6.0, 0.01, 2.49]
    means: defaultdict[int, float] = defaultdict(float)
    for seed in range(3000):
        for step in drawn(steps(*weights), 3, Random(seed)):
            means[step.known] += step.weight / 3000
    assert [means[number] for number in range(7)] == pytest.approx(weights, rel=0.1, abs=0.03)


def test_what_is_likely_enough_is_always_drawn() -> None:
    for seed in range(200):
        assert 1 in numbers(drawn(steps(0.3, 0.4, *[0.03] * 10), 3, Random(seed)))


def test_the_first_of_those_drawn_are_a_fair_sample_too() -> None:
    """Whoever is cut short has seen each as often first, however they stood before."""
    first = Counter(drawn(steps(*[1.0] * 4), 10, Random(seed))[0].known for seed in range(2000))
    assert all(abs(first[number] - 500) < 90 for number in range(4))


def test_what_weighs_next_to_nothing_is_left_out_be_they_few_or_many() -> None:
    assert numbers(drawn(steps(0.0, 1.0, 5e-324, NEVER), 10, Random(0))) == [1]
    assert drawn(steps(*[0.0] * 30), 10, Random(0)) == []
    assert drawn(steps(*[5e-324] * 30), 10, Random(0)) == []


def test_one_seed_draws_the_same() -> None:
    one, other = (drawn(steps(*MANY), 20, Random(9)) for _ in range(2))
    assert [(step.known, step.weight) for step in one] == [(step.known, step.weight) for step in other]


def test_weights_are_divided_by_a_unit() -> None:
    histories = [History(Grid(), weight, {}, 0) for weight in (1.0, 3.0, 4.0)]
    scale(histories, total_weight(histories))
    assert [history.weight for history in histories] == [0.125, 0.375, 0.5]
    assert total_weight(histories) == 1.0
    assert total_weight([]) == 0.0
