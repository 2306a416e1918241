"""Budgets: simulations to the number, time by a clock that is looked at often enough, whatever a step takes."""

from __future__ import annotations

import pytest

from undercroft.bot import never
from undercroft_bots.search.budget import MOST_STEPS, Budget


class Clock:
    """A clock that somebody moves; notes when it was looked at."""

    def __init__(self) -> None:
        self.now = 100.0
        self.looks: list[float] = []

    def __call__(self) -> float:
        self.looks.append(self.now)
        return self.now


def steps_until_over(budget: Budget, clock: Clock, step_seconds: list[float]) -> int:
    """Take steps that last so long, the last of them again and again, until it is over; how many were taken."""
    for taken in range(1_000_000):
        clock.now += step_seconds[min(taken, len(step_seconds) - 1)]
        budget.steps_left -= 1
        if budget.steps_left <= 0 and budget.look():
            return taken + 1
    raise AssertionError("it never ended")


def test_there_are_as_many_simulations_as_were_allowed() -> None:
    budget = Budget(7, float("inf"), never)
    assert [budget.another() for _ in range(9)] == [True] * 7 + [False] * 2


def test_without_a_number_there_is_no_end_of_simulations() -> None:
    budget = Budget(None, float("inf"), never)
    assert all(budget.another() for _ in range(1000))


@pytest.mark.parametrize("step", [1e-6, 1e-5, 3e-4, 5e-3, 0.03])
def test_time_is_up_within_20_ms_however_long_a_step_takes(step: float) -> None:
    clock = Clock()
    budget = Budget(None, clock.now + 0.5, never, clock)
    steps_until_over(budget, clock, [step])
    assert -0.02 <= clock.now - 100.5 <= max(0.02, step)
    assert not budget.another()


@pytest.mark.parametrize("steps", [[1e-5], [1e-4], [3e-4], [0.02], [1e-5] * 5000 + [7e-4], [0.02] * 5 + [1e-6]])
def test_somebody_who_calls_it_off_is_heard_within_50_ms(steps: list[float]) -> None:
    clock = Clock()
    asked: list[float] = []

    def cancelled() -> bool:
        asked.append(clock.now)
        return clock.now > 100.7

    steps_until_over(Budget(None, float("inf"), cancelled, clock), clock, steps)
    assert max(later - sooner for sooner, later in zip([100.0, *asked], asked, strict=False)) <= 0.05
    assert clock.now <= 100.75


def test_quick_steps_are_not_slowed_down_by_looking() -> None:
    clock = Clock()
    taken = steps_until_over(Budget(None, clock.now + 0.1, never, clock), clock, [1e-6])
    assert len(clock.looks) <= taken / MOST_STEPS + 10
