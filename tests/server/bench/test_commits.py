"""How long commits took is read off a histogram, between whose bounds nothing is known."""

from __future__ import annotations

from collections import Counter
from math import inf

import pytest

from undercroft.bench.server.commits import longest_ms

HUNDRED = Counter({0.001: 0, 0.002: 50, 0.004: 90, 1.0: 100, inf: 100})


@pytest.mark.parametrize(("percent", "ms"), [(50, 2.0), (25, 1.5), (70, 3.0), (90, 4.0), (100, 1000.0)])
def test_between_two_bounds_commits_lie_evenly(percent: int, ms: float) -> None:
    assert longest_ms(HUNDRED, percent) == pytest.approx(ms)


def test_what_is_over_the_highest_bound_is_told_as_that_bound() -> None:
    assert longest_ms(Counter({0.5: 1, inf: 100}), 99) == 500.0


def test_without_commits_there_is_nothing_to_tell() -> None:
    assert longest_ms(Counter({0.5: 0, inf: 0}), 99) == 0.0
    assert longest_ms(Counter(), 99) == 0.0
