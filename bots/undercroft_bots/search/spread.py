"""How far apart the ends of simulations lie: the unit in which a search weighs curiosity against results."""

from __future__ import annotations

from math import sqrt
from typing import Final

__all__ = ["Spread"]

LEAST_SHARE: Final = 0.1
"""The unit is never less than this share of the whole range seen: where all but a few simulations end alike, the few
still count."""


class Spread:
    """The standard deviation of the seats' returns over all simulations so far.

    UCB1 is meant for returns from 0 to 1. Games have chips, points or -1 and 1, and an evaluator's values may differ by
    a tenth of that; measured in their own spread, one exploration constant serves them all.
    """

    __slots__ = ("_count", "_squares", "_sums", "highest", "lowest", "unit")

    unit: float
    _count: int
    _sums: list[float]
    _squares: float
    lowest: float
    highest: float

    def __init__(self, seats: int) -> None:
        self.unit = 1.0
        self._count = 0
        self._sums = [0.0] * seats
        self._squares = 0.0
        self.lowest = 0.0
        self.highest = 0.0

    def add(self, values: list[float]) -> None:
        """Take in the values of one simulation, one a seat."""
        self._count += 1
        squares = self._squares
        for seat, value in enumerate(values):
            self._sums[seat] += value
            squares += value * value
            if value < self.lowest:
                self.lowest = value
            if value > self.highest:
                self.highest = value
        self._squares = squares
        if self._count & 7 == 0 or self._count < 8:
            self._measure()

    def _measure(self) -> None:
        count = float(self._count)
        seats = len(self._sums)
        variance = self._squares / (count * seats)
        for total in self._sums:
            variance -= (total / count) * (total / count) / seats
        least = (self.highest - self.lowest) * LEAST_SHARE
        unit = sqrt(variance) if variance > 0.0 else 0.0
        if unit < least:
            unit = least
        self.unit = unit if unit > 0.0 else 1.0
