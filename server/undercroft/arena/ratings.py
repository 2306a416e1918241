"""Ratings of the bots of an arena: the Bradley-Terry model, with intervals for matches that belong together by deals.

The chance that one bot beats another is 1 / (1 + 10^((its rival's rating - its own) / 400)), a draw being half a win
(Bradley and Terry, 1952; the scale is Elo's). Ratings are those that make what happened most likely; between every two
bots one drawn match is added, so that whoever wins everything has a rating too. They don't depend on the order of the
matches, as those of systems for players who come and go do. The mean of the bots is 0.

Intervals come from the sandwich estimate of the variance (White, 1982) with deals as its observations: matches of one
deal have the same dice, and what they have in common must count once. There is no library for it here: those that fit
this model bring numpy and scipy, and none of them knows of deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import exp, log, sqrt
from typing import Final, NamedTuple

from undercroft.arena.tally import DealOutcome

__all__ = ["Rating", "rate"]

ELO: Final = 400 / log(10)
"""Points of rating for a factor of e in strength."""

WIDTH: Final = 1.959964
"""Standard deviations to either side that hold 95 % of a normal distribution."""

STEPS: Final = 100
LARGEST_STEP: Final = 2.0
SMALL: Final = 1e-9

Matrix = list[list[float]]


class Rating(NamedTuple):
    """A bot's rating and its 95 % interval, in points of Elo; the mean of the bots is 0."""

    rating: float
    low: float
    high: float


def rate(bots: int, outcomes: Mapping[DealOutcome, int]) -> list[Rating]:
    """The ratings of so many bots, by what deals came to and how often."""
    strengths = [0.0] * bots
    for _ in range(STEPS):
        slope, curve = _slope(strengths, outcomes), _curve(strengths, outcomes)
        step = _times(_inverse(curve), slope)
        longest = max(map(abs, step))
        shrink = min(1.0, LARGEST_STEP / longest) if longest > SMALL else 1.0
        strengths = [strength + shrink * by for strength, by in zip(strengths, step, strict=True)]
        if longest < SMALL:
            break
    variances = _variances(strengths, outcomes)
    return [
        Rating(ELO * strength, ELO * (strength - WIDTH * sqrt(variance)), ELO * (strength + WIDTH * sqrt(variance)))
        for strength, variance in zip(strengths, variances, strict=True)
    ]


def _expected(strengths: list[float], one: int, other: int) -> float:
    """The share of points that one bot is expected to get against another."""
    return 1 / (1 + exp(strengths[other] - strengths[one]))


def _residual(strengths: list[float], outcome: DealOutcome) -> list[float]:
    """By how many points each bot did better in a deal than expected: the deal's part in the slope."""
    residual = [0.0] * len(strengths)
    for (one, other), points, met in outcome:
        better = points - met * _expected(strengths, one, other)
        residual[one] += better
        residual[other] -= better
    return residual


def _added(bots: int) -> list[tuple[DealOutcome, float]]:
    """The drawn match between every two bots: half a win and half a defeat."""
    pairs = list(combinations(range(bots), 2))
    return [(((pair, points, 1),), 0.5) for pair in pairs for points in (0.0, 1.0)]


def _all(bots: int, outcomes: Mapping[DealOutcome, int]) -> list[tuple[DealOutcome, float]]:
    return [*((outcome, float(count)) for outcome, count in outcomes.items()), *_added(bots)]


def _slope(strengths: list[float], outcomes: Mapping[DealOutcome, int]) -> list[float]:
    """The gradient of the log-likelihood."""
    slope = [0.0] * len(strengths)
    for outcome, weight in _all(len(strengths), outcomes):
        for bot, better in enumerate(_residual(strengths, outcome)):
            slope[bot] += weight * better
    return slope


def _curve(strengths: list[float], outcomes: Mapping[DealOutcome, int]) -> Matrix:
    """Minus its second derivatives; 1 is added everywhere, which pins the mean and changes nothing else."""
    bots = range(len(strengths))
    curve = [[1.0 for _ in bots] for _ in bots]
    for outcome, weight in _all(len(strengths), outcomes):
        for (one, other), _, met in outcome:
            expected = _expected(strengths, one, other)
            amount = weight * met * expected * (1 - expected)
            for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
                curve[row][column] += sign * amount
    return curve


def _variances(strengths: list[float], outcomes: Mapping[DealOutcome, int]) -> list[float]:
    """The sandwich: how far off the most likely strengths may be, squared, for each bot."""
    bread = _inverse(_curve(strengths, outcomes))
    variances = [0.0] * len(strengths)
    for outcome, weight in _all(len(strengths), outcomes):
        pulled = _times(bread, _residual(strengths, outcome))
        for bot, by in enumerate(pulled):
            variances[bot] += weight * by * by
    return variances


def _times(matrix: Matrix, vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _inverse(matrix: Matrix) -> Matrix:
    """The inverse of a positive definite matrix, by Gauss and Jordan; for such, no rows need to be swapped."""
    size = len(matrix)
    rows = [[*row, *(float(number == column) for column in range(size))] for number, row in enumerate(matrix)]
    for pivot in range(size):
        head = rows[pivot][pivot]
        rows[pivot] = [value / head for value in rows[pivot]]
        for number in range(size):
            if number != pivot:
                factor = rows[number][pivot]
                rows[number] = [a - factor * b for a, b in zip(rows[number], rows[pivot], strict=True)]
    return [row[size:] for row in rows]
