"""When to stop playing: an interval that holds at every moment at once, however often one looks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp, log, pi, sin
from typing import Final, NamedTuple

__all__ = ["Interval", "interval", "rules_out"]

RIVALS: Final = 500
"""So many means are weighed against the one in question: up to a thousand observations that is as good as all means,
and beyond it costs a little width."""

EXACT: Final = 1e-4
"""The ends of an interval are known to this."""


class Interval(NamedTuple):
    """Where a mean lies."""

    low: float
    high: float


def interval(points: Mapping[float, int], doubt: float = 0.05) -> Interval:
    """Where the mean of observations from 0 to 1 lies, wrong with a chance of at most `doubt` over all looks together.

    `points` counts the observations by their value. Whoever bets against a mean m, on a rival q, multiplies the stake
    by x * q/m + (1 - x) * (1 - q)/(1 - m) at each observation x; if m is the mean, the stake doesn't grow on average. A
    mean is ruled out once the stake, spread over many rivals q, has grown by a factor of 1 / doubt (Ville's inequality;
    Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2023). For observations of 0
    and 1 alone it is Robbins's mixture with the Beta(1/2, 1/2) prior (1970), whose quantiles the rivals are; the less
    observations vary, the narrower it gets.
    """
    seen = sum(points.values())
    if not seen:
        return Interval(0.0, 1.0)
    inside = sum(value * count for value, count in points.items()) / seen
    most = -log(doubt)
    return Interval(_edge(points, most, inside, 0.0), _edge(points, most, inside, 1.0))


def rules_out(points: Mapping[float, int], mean: float, doubt: float = 0.05) -> bool:
    """Whether observations with this mean, above 0 and below 1, are ruled out, as by `interval`; much quicker."""
    return bool(points) and _stake(points, mean) >= -log(doubt)


def _edge(points: Mapping[float, int], most: float, inside: float, outside: float) -> float:
    """The mean farthest in one direction that isn't ruled out. The stake is log-convex in it, so there is one edge."""
    while abs(outside - inside) > EXACT:
        half = (inside + outside) / 2
        if _stake(points, half) < most:
            inside = half
        else:
            outside = half
    return inside


def _stake(points: Mapping[float, int], mean: float) -> float:
    """The logarithm of what a stake of 1, spread over the rivals, has become."""
    stakes = [
        sum(count * log(x * (q / mean) + (1 - x) * ((1 - q) / (1 - mean))) for x, count in points.items())
        for q in _rivals()
    ]
    best = max(stakes)
    return best + log(sum(exp(stake - best) for stake in stakes) / len(stakes))


@lru_cache(maxsize=1)
def _rivals() -> tuple[float, ...]:
    """Quantiles of the arcsine distribution in equal steps: of equal weight, they integrate polynomials exactly."""
    return tuple(sin((number + 0.5) * pi / (2 * RIVALS)) ** 2 for number in range(RIVALS))
