"""So much at once, then evenly: in the long run never more than the rate says, and who waits as told is let in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.host.rate import Rate, rate_limited
from undercroft.match import Reason


def test_most_go_at_once_and_the_rest_one_by_one() -> None:
    rate = Rate(most=3, seconds=60.0)
    regained_at = 0.0
    for _ in range(3):
        assert rate.wait(regained_at, 1000.0) == 0
        regained_at = rate.spend(regained_at, 1000.0)
    assert rate.wait(regained_at, 1000.0) == pytest.approx(20.0)
    assert rate.wait(regained_at, 1019.0) == pytest.approx(1.0)
    assert rate.wait(regained_at, 1020.0) == 0
    assert rate.wait(rate.spend(regained_at, 1020.0), 1020.0) == pytest.approx(20.0)


def test_what_was_spent_too_early_is_owed_and_can_be_given_back() -> None:
    rate = Rate(most=2, seconds=10.0)
    regained_at = rate.spend(0.0, 5.0, 6)
    assert rate.excess(regained_at, 5.0) == pytest.approx(20.0)
    assert rate.excess(rate.spend(regained_at, 5.0, -4), 5.0) == 0
    assert rate.wait(regained_at, 5.0) == pytest.approx(25.0)


@given(st.integers(1, 50), st.floats(0.1, 100.0), st.lists(st.floats(0.0, 30.0), max_size=40))
def test_whoever_waits_as_told_is_let_in_and_never_gets_more_than_the_rate(
    most: int, seconds: float, pauses: list[float]
) -> None:
    rate = Rate(most, seconds)
    began = now = 1000.0
    regained_at = 0.0
    for spent, pause in enumerate(pauses, 1):
        now += pause
        wait = rate.wait(regained_at, now)
        now += wait
        assert rate.wait(regained_at, now) == 0
        regained_at = rate.spend(regained_at, now)
        assert spent <= most + (now - began) * most / seconds + 1e-3


@pytest.mark.parametrize(("wait", "told"), [(0.001, "1"), (1.0, "1"), (1.2, "2"), (59.999, "60")])
def test_the_seconds_that_are_told_are_whole_and_enough(wait: float, told: str) -> None:
    refusal = rate_limited("too many of these", wait)
    assert (refusal.reason, refusal.details) == (Reason.RATE_LIMITED, {"seconds": told})
    assert refusal.message == f"too many of these; wait {told} s"
