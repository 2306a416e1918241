"""What doesn't change during a match: how far it is to push, and the bids that so many coins allow."""

from __future__ import annotations

from typing import Final

from undercroft_oshi_zumo.values import Options

__all__ = ["Ring", "ring_of"]


class Ring:
    """The terms of a match. Nobody changes them.

    The wrestler is out at `edge` fields from the middle. `legal` are the bids by the coins that a side has, ascending.
    There are never more than `last_round` rounds.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.coins: int = options.coins
        self.edge: int = options.fields + 1
        self.least: int = options.min_bid
        self.hidden: bool = options.bids == "hidden"
        self.last_round: int = min(options.rounds, options.coins) if options.min_bid else options.rounds
        self.legal: list[list[int]] = [
            list(range(min(options.min_bid, coins), coins + 1)) for coins in range(options.coins + 1)
        ]


_RINGS: Final[dict[tuple[int, int, int, int, str], Ring]] = {}


def ring_of(options: Options) -> Ring:
    """The terms that options make; made once."""
    key = (options.coins, options.fields, options.min_bid, options.rounds, options.bids)
    ring = _RINGS.get(key)
    if ring is None:
        ring = _RINGS[key] = Ring(options)
    return ring
