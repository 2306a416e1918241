"""The next round as a game of its own, in which both choose at once (`rules/oshi_zumo.md` §10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from undercroft_oshi_zumo.ring import Ring
from undercroft_oshi_zumo.state import Bout
from undercroft_oshi_zumo.worth import worth

__all__ = ["Stage"]

_ALL: Final = 16
"""Bids up to this are all weighed; of those above it every third."""

_STEP: Final = 3


class Stage:
    """What each pair of bids comes to, in some worlds that may be the true one, each as likely.

    In all of them `seat` has the same coins, and nothing else that it knows differs. `bids` are those that are weighed.
    """

    bids: list[int]
    _rows: list[list[list[float]]]
    _columns: list[list[list[float]]]

    def __init__(self, worlds: Sequence[Bout], seat: int) -> None:
        most = 0
        for world in worlds:
            most = max(most, world.coins_0 if seat else world.coins_1)
        self.bids = _weighed(worlds[0].legal_actions(seat), most + 1)
        self._rows = []
        self._columns = []
        for world in worlds:
            theirs = _weighed(world.legal_actions(1 - seat), self.bids[-1] + 1)
            rows = [[_after(world, seat, mine, bid) for bid in theirs] for mine in self.bids]
            self._rows.append(rows)
            self._columns.append([[row[at] for row in rows] for at in range(len(theirs))])

    def shares(self, turns: int) -> list[float]:
        """How often an equilibrium of the round makes each of the bids, nearly.

        Regret matching+ with averages that favour late turns (Tammelin 2014). The rival knows its coins, so it has
        regrets of its own in each world.
        """
        mine = _Regrets(len(self.bids))
        theirs = [_Regrets(len(columns)) for columns in self._columns]
        for turn in range(1, turns + 1):
            gains = [0.0] * len(self.bids)
            for world, rival in enumerate(theirs):
                for at, row in enumerate(self._rows[world]):
                    gains[at] += _product(row, rival.shares)
            mine.learn(gains, turn)
            for world, rival in enumerate(theirs):
                rival.learn([-_product(column, mine.shares) for column in self._columns[world]], turn)
        return mine.average()


class _Regrets:
    """How much one side regrets not to have taken each of its bids, and the mixture that follows from it."""

    shares: list[float]
    _regrets: list[float]
    _sums: list[float]

    def __init__(self, count: int) -> None:
        self.shares = [1.0 / count] * count
        self._regrets = [0.0] * count
        self._sums = [0.0] * count

    def learn(self, gains: list[float], turn: int) -> None:
        """Take in what each bid would have brought, and mix anew."""
        had = _product(gains, self.shares)
        total = 0.0
        for at, gain in enumerate(gains):
            regret = max(self._regrets[at] + gain - had, 0.0)
            self._regrets[at] = regret
            total += regret
        for at, regret in enumerate(self._regrets):
            share = regret / total if total > 0.0 else 1.0 / len(gains)
            self.shares[at] = share
            self._sums[at] += turn * share

    def average(self) -> list[float]:
        """The mixtures of all turns in one, late ones counting more."""
        total = sum(self._sums)
        return [each / total for each in self._sums]


def _product(one: list[float], other: list[float]) -> float:
    total = 0.0
    for at, value in enumerate(one):
        total += value * other[at]
    return total


def _weighed(legal: list[int], enough: int) -> list[int]:
    """The bids worth a thought: none above what is surely enough, and of many large ones some."""
    low, high = legal[0], min(legal[-1], enough)
    few = list(range(low, min(high, low + _ALL) + 1))
    return few + list(range(high, few[-1], -_STEP))[::-1]


def _after(world: Bout, seat: int, mine: int, theirs: int) -> float:
    """What the position after these bids is worth to the seat."""
    ring: Ring = world.ring
    push = 1 if mine > theirs else -1 if mine < theirs else 0
    left = ring.last_round - world.round - 1
    if seat:
        return -worth(ring, world.place - push, world.coins_0 - theirs, world.coins_1 - mine, left)
    return worth(ring, world.place + push, world.coins_0 - mine, world.coins_1 - theirs, left)
