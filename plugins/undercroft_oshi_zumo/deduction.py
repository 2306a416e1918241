"""What a side can work out about the rival's coins where bids are hidden (`rules/oshi_zumo.md` §8)."""

from __future__ import annotations

from undercroft_oshi_zumo.ring import Ring

__all__ = ["Deduction"]


class Deduction:
    """The numbers of coins that the rival may have: all from `low` to `high`, and no others.

    That they are always a range without gaps is shown in the rules file.
    """

    low: int
    high: int
    own: int
    _least: int

    def __init__(self, ring: Ring) -> None:
        self.low = self.high = self.own = ring.coins
        self._least = ring.least

    def settle(self, mine: int, push: int) -> None:
        """Take in a round that didn't end the game: `push` is 1 if the own bid was higher, -1 if lower, 0 if equal."""
        self.own -= mine
        if push > 0:
            self.low = max(self.low - (mine - 1), 0)
            # With a bid of 1 only somebody without coins can be outbid who must bid if he can.
            self.high = 0 if mine <= self._least else self.high - min(self._least, self.high)
        elif push < 0:
            self.low = 0
            self.high -= mine + 1
        else:
            self.low = max(self.low, mine) - mine
            self.high -= mine
        if self.own == 0 and self.low == 0:
            self.low = 1  # with no coins on either side the game would be over
