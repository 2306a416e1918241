"""What a seat can work out about the rival's coins, and how likely each number of them is (`rules/oshi_zumo.md` §8)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from undercroft.game import Belief, UndercroftError
from undercroft_oshi_zumo.deduction import Deduction
from undercroft_oshi_zumo.rates import bid_rates
from undercroft_oshi_zumo.ring import Ring
from undercroft_oshi_zumo.state import IMAGINED, NONE, Bout
from undercroft_oshi_zumo.values import Entry, View

__all__ = ["PurseBelief"]

_UNLIKELY: Final = 0.1
"""In so many samples every possible number of coins is as likely: rivals don't always bid as expected."""


class PurseBelief(Belief[Bout, View, Entry]):
    """Every number of coins that the rival may have, and how likely it is if the rival bids much as others do.

    Where bids are shown there is one such number.
    """

    _ring: Ring
    _seat: int
    _view: View | None
    _learned: int
    _deduction: Deduction
    _likely: list[float]
    _place: int

    def __init__(self, ring: Ring, seat: int) -> None:
        self._ring = ring
        self._seat = seat
        self._view = None
        self._learned = 0
        self._deduction = Deduction(ring)
        self._likely = [0.0] * ring.coins + [1.0]
        self._place = 0

    def learn(self, view: View, entries: Sequence[Entry]) -> None:
        """Take in the rounds that are new; the view remembers them all."""
        self._view = view
        if not self._ring.hidden or view.result is not None:
            return  # the view tells the coins
        for played in view.rounds[self._learned :]:
            mine = played.bids[self._seat]
            if mine is not None:
                self._settle(mine, played.place - self._place)
            self._place = played.place
        self._learned = len(view.rounds)

    def coins(self) -> range:
        """The numbers of coins that the rival may have.

        Raises:
            UndercroftError: nothing was learned yet.
        """
        known = self._newest().rival_coins
        if known is None:
            raise UndercroftError("a spectator has no belief")
        return range(known[0], known[1] + 1)

    def likely(self, coins: int) -> float:
        """How likely the rival has so many coins, not counting that it may bid as nobody expects."""
        return self._likely[coins] if self._ring.hidden else 1.0

    def sample(self, rng: Random) -> Bout:
        """A world with one of these numbers. Whether the rival has bid already isn't known: here it hasn't."""
        view = self._newest()
        theirs = self._draw(rng)
        mine = view.coins[self._seat] or 0
        world = Bout()
        world.ring = self._ring
        world.place = view.place
        world.round = view.round
        world.coins_0, world.coins_1 = (theirs, mine) if self._seat else (mine, theirs)
        bid = NONE if view.bid is None else view.bid
        world.bid_0, world.bid_1 = (NONE, bid) if self._seat else (bid, NONE)
        world.spent_0 = world.spent_1 = NONE
        world.rest = 0
        world.actor = IMAGINED
        world.over = view.result is not None
        world.rounds = ()
        return world

    def _newest(self) -> View:
        if self._view is None:
            raise UndercroftError("a belief must learn a view before it can say anything")
        return self._view

    def _draw(self, rng: Random) -> int:
        """A number of coins of the rival."""
        possible = self.coins()
        first, count = possible.start, len(possible)
        if count == 1:
            return first
        if rng.random() >= _UNLIKELY:
            left = rng.random() * sum(self._likely)
            for coins in possible:
                left -= self._likely[coins]
                if left < 0.0:
                    return coins
        return first + int(rng.random() * count)

    def _settle(self, mine: int, moved: int) -> None:
        """A round: what the rival may have left of each number of coins that it may have had."""
        push = -moved if self._seat else moved
        after = [0.0] * len(self._likely)
        for coins, weight in enumerate(self._likely):
            if weight > 0.0:
                rates = bid_rates(self._ring, self._place, coins)
                for at, bid in enumerate(self._ring.legal[coins]):
                    if (bid < mine) == (push > 0) and (bid > mine) == (push < 0):
                        after[coins - bid] += weight * rates[at]
        self._deduction.settle(mine, push)
        low, high = self._deduction.low, self._deduction.high
        total = sum(after[low : high + 1])
        even = 1.0 / (high - low + 1)
        for coins, weight in enumerate(after):
            possible = low <= coins <= high
            self._likely[coins] = 0.0 if not possible else weight / total if total > 0.0 else even
