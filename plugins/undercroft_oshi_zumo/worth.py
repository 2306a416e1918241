"""What a position is worth between two rounds (`rules/oshi_zumo.md` §10)."""

from __future__ import annotations

from math import log, sqrt, tanh
from typing import Final

from undercroft_oshi_zumo.ring import Ring

__all__ = ["worth"]

_COINS: Final = 8.0
"""How much the proportion of the sides' coins counts, with the wrestler in the middle."""

_WAY: Final = 0.25
"""How much the proportion of the ways out counts beside that of the coins. This and `_COINS` fit the values of all
positions with up to 50 coins and three fields, computed by backward induction: they are off by 0.1 on the average
(root mean square)."""


def worth(ring: Ring, place: int, coins_0: int, coins_1: int, left: int) -> float:
    """What a position is worth to seat 0, -1 to 1, with `left` rounds to come."""
    edge = ring.edge
    if coins_0 == 0 or coins_1 == 0 or left == 0 or place >= edge or place <= -edge:
        end = place
        if -edge < place < edge:
            end += min(coins_0, left) - min(coins_1, left)
        return 1.0 if end > 0 else -1.0 if end < 0 else 0.0
    ahead = edge - place
    behind = edge + place
    nearness = sqrt(min(ahead, behind) / edge)
    return tanh(_COINS * nearness * (log((coins_0 + 1) / (coins_1 + 1)) + _WAY * log(behind / ahead)))
