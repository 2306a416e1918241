"""When to stop playing: an interval that holds at every moment at once, however often one looks."""

from __future__ import annotations

from math import lgamma, log
from typing import NamedTuple

__all__ = ["Interval", "interval"]


class Interval(NamedTuple):
    """Where a mean lies."""

    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Whether the mean isn't this value, as far as one can be sure."""
        return not self.low <= value <= self.high


def interval(points: float, matches: int, doubt: float = 0.05) -> Interval:
    """Where the mean of points from 0 to 1 lies, wrong with a chance of at most `doubt` over all looks together.

    The mixture martingale of Robbins (1970) with the Beta(1/2, 1/2) prior: a mean is ruled out once the mixture explains
    the points better than it by a factor of 1 / doubt (Ville's inequality). Half points are allowed, as the likelihood
    ratio is convex in them.
    """
    if matches == 0:
        return Interval(0.0, 1.0)
    mixture = _log_beta(points + 0.5, matches - points + 0.5) - _log_beta(0.5, 0.5)

    def fits(mean: float) -> bool:
        likelihood = points * log(mean) + (matches - points) * log(1 - mean)
        return mixture - likelihood < log(1 / doubt)

    middle = min(max(points / matches, 1e-9), 1 - 1e-9)
    return Interval(_edge(fits, middle, 0.0), _edge(fits, middle, 1.0))


def _edge(fits, inside: float, outside: float) -> float:  # type: ignore[no-untyped-def]
    for _ in range(50):
        half = (inside + outside) / 2
        if 0 < half < 1 and fits(half):
            inside = half
        else:
            outside = half
    return inside


def _log_beta(one: float, other: float) -> float:
    return lgamma(one) + lgamma(other) - lgamma(one + other)
