"""When to stop playing: an interval that holds at every moment at once, however often one looks."""

from __future__ import annotations

from math import lgamma, log
from typing import NamedTuple


class Interval(NamedTuple):
    """Where a mean lies."""

    low: float
    high: float

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high


def interval(points: float, matches: int, doubt: float = 0.05) -> Interval:
    """Where the mean of points from 0 to 1 lies, wrong with a chance of at most `doubt` over all looks together.

    The mixture martingale of Robbins (1970), with the Beta(1/2, 1/2) prior: a mean is ruled out once the mixture
    explains the points better than it does, by a factor of 1 / doubt (Ville's inequality). Half points are allowed, as
    the likelihood ratio is convex in them.
    """
    if matches == 0:
        return Interval(0.0, 1.0)
    mixture = _log_beta(points + 0.5, matches - points + 0.5) - _log_beta(0.5, 0.5)
    least = mixture + log(doubt)
    best = points / matches
    return Interval(_edge(points, matches, least, best, 0.0), _edge(points, matches, least, best, 1.0))


def _edge(points: float, matches: int, least: float, inside: float, outside: float) -> float:
    """The mean farthest in one direction under which the points aren't less likely than this, to 1 / 10,000."""
    while abs(outside - inside) > 1e-4:
        half = (inside + outside) / 2
        if points * log(half) + (matches - points) * log(1 - half) > least:
            inside = half
        else:
            outside = half
    return inside


def _log_beta(one: float, other: float) -> float:
    return lgamma(one) + lgamma(other) - lgamma(one + other)
