"""The choice of one seat in alpha-beta: the best so far, and whether it is enough."""

from __future__ import annotations

__all__ = ["Choosing"]


class Choosing:
    """Takes in what the actions of one position are worth, in the eyes of the seat to act: more is better for it.

    Somebody who chose earlier has `low` for sure, and won't let it come to more than `high`. `action` is the best so
    far, worth `best`; it is `certain` if no estimate could still change that.
    """

    __slots__ = ("_all_certain", "_high", "_low", "action", "best", "certain")

    best: float
    action: int
    certain: bool
    _low: float
    _high: float
    _all_certain: bool

    def __init__(self, low: float, high: float) -> None:
        self.best = -float("inf")
        self.action = -1
        self.certain = False
        self._low = low
        self._high = high
        self._all_certain = True

    def take(self, action: int, worth: float, certain: bool, most: float) -> bool:
        """Take in one action, where nothing is worth more than `most`; true if no other one need be looked at."""
        self._all_certain = self._all_certain and certain
        if worth > self.best:
            self.best = worth
            self.action = action
        enough = worth >= self._high or (certain and worth >= most)
        self.certain = certain if enough else self._all_certain
        return enough

    def floor(self) -> float:
        """What an action has to be worth more than, to matter."""
        return max(self._low, self.best)

    def ceiling(self) -> float:
        """What is enough."""
        return self._high
