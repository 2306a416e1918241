"""The rules of `rules/oshi_zumo.md` once more: slow, in lists of coins, with nothing of the game's own code."""

from __future__ import annotations

from itertools import product

Pair = tuple[int, int]


class SlowReferee:
    """The coins lie in heaps; the wrestler is a mark in a row whose first and last cell are outside of the ring."""

    def __init__(self, coins: int, fields: int, min_bid: int, rounds: int, hidden: bool) -> None:
        self.heaps = [["coin"] * coins, ["coin"] * coins]
        self.row = ["field"] * (2 * fields + 3)
        self.at = fields + 1
        self.middle = self.at
        self.min_bid = min_bid
        self.hidden = hidden
        self.rounds_left = min(rounds, coins) if min_bid == 1 else rounds
        self.played: list[Pair] = []

    def legal(self, side: int) -> list[int]:
        """The bids a side may make, if the game isn't over."""
        if self.reason() is not None:
            return []
        return [bid for bid in range(len(self.heaps[side]) + 1) if bid >= self.min_bid or not self.heaps[side]]

    def settle(self, west: int, east: int) -> None:
        """A round; then, if all see that one side has nothing, rounds in which the other bids 1."""
        self._round(west, east)
        while not self.hidden and self.reason() is None and (not self.heaps[0] or not self.heaps[1]):
            self._round(min(len(self.heaps[0]), 1), min(len(self.heaps[1]), 1))

    def _round(self, west: int, east: int) -> None:
        for heap, bid in zip(self.heaps, (west, east), strict=True):
            for _ in range(bid):
                heap.pop()
        if west > east:
            self.at += 1
        if east > west:
            self.at -= 1
        self.rounds_left -= 1
        self.played.append((west, east))

    def reason(self) -> str | None:
        """Why the game is over, or None."""
        if self.at in (0, len(self.row) - 1):
            return "pushed_out"
        if not self.heaps[0] and not self.heaps[1]:
            return "coins_spent"
        return "rounds_played" if self.rounds_left == 0 else None

    def returns(self) -> Pair:
        if self.at == self.middle:
            return (0, 0)
        return (1, -1) if self.at > self.middle else (-1, 1)


def possible_coins(referee: SlowReferee, side: int, start: SlowReferee) -> set[int]:
    """How many coins the other side may have, by trying every way in which it could have bid.

    `start` is a referee as it was before the first round; the game of `referee` isn't over.
    """
    hands = {len(start.heaps[1 - side])}
    own = len(start.heaps[side])
    for bids in referee.played:
        mine = bids[side]
        own -= mine
        push = (mine > bids[1 - side]) - (mine < bids[1 - side])
        found = set()
        for coins, bid in product(hands, range(101)):
            legal = bid <= coins and (bid >= referee.min_bid or coins == 0)
            if legal and (mine > bid) - (mine < bid) == push and own + coins - bid > 0:
                found.add(coins - bid)
        hands = found
    return hands
