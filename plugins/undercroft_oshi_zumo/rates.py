"""How often sides bid so much: for rollouts, and for what a belief takes the rival to do (`rules/oshi_zumo.md` §10)."""

from __future__ import annotations

from typing import Final

from undercroft_oshi_zumo.ring import Ring

__all__ = ["bid_rates"]

_USUAL: Final = 4.5
"""Of as many coins as this a side bids one, at the most, while nobody is near the edge: the longest bids of an
equilibrium with 50 coins and three fields are nine or ten."""

_RARE: Final = 0.02
"""How often a bid above that is made, in proportion to one below."""

_RATES: Final[dict[tuple[bool, int, int], list[float]]] = {}


def bid_rates(ring: Ring, place: int, coins: int) -> list[float]:
    """How often each legal bid of so many coins is made, in proportion; nobody changes the list.

    `place` is the wrestler's; the edges are alike.
    """
    near = ring.edge - abs(place)
    key = (near <= 1, coins, ring.least)
    rates = _RATES.get(key)
    if rates is None:
        rates = _RATES[key] = _rates(ring, near, coins)
    return rates


def _rates(ring: Ring, near: int, coins: int) -> list[float]:
    """Any bid up to the usual ones is as likely, others are rare; where one push decides, all may be bid."""
    legal = ring.legal[coins]
    most = coins if near <= 1 else max(1.0, coins / _USUAL)
    return [1.0 if bid <= most else _RARE for bid in legal]
