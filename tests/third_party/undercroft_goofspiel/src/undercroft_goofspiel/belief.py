"""What one seat can work out about the rival's hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from undercroft.game import Belief, Seat
from undercroft_goofspiel.state import SEATS, GoofspielState, cards_of, full
from undercroft_goofspiel.values import Bid, Entry, Options, Settled, View

__all__ = ["GoofspielBelief"]


class GoofspielBelief(Belief[GoofspielState, View, Entry]):
    """Every hand that the rival may hold, with the number of ways in which its bids could have led there.

    At most 1,716 hands (6 cards of 13).
    """

    def __init__(self, options: Options, seat: Seat) -> None:
        self._options = options
        self._seat = seat
        self._hands = {full(options.cards): 1}
        self._bid = 0
        self._view: View | None = None

    @property
    def hands(self) -> set[int]:
        """The hands that the rival may hold; a card it may have put down for this prize is still among them."""
        return set(self._hands)

    def learn(self, view: View, entries: Sequence[Entry]) -> None:
        """Keep the hands from which a bid could have come that fits the result."""
        self._view = view
        for entry in entries:
            if isinstance(entry, Bid):
                self._bid = entry.card
            elif isinstance(entry, Settled):
                self._settled(entry)

    def _settled(self, entry: Settled) -> None:
        hands: dict[int, int] = {}
        for hand, ways in self._hands.items():
            for card in cards_of(hand):
                if self._fits(card, entry):
                    hands[hand ^ 1 << card] = hands.get(hand ^ 1 << card, 0) + ways
        self._hands = hands

    def _fits(self, card: int, entry: Settled) -> bool:
        """Whether the rival may have bid this card."""
        if entry.bids is not None:
            return card == entry.bids[1 - self._seat]
        if entry.winner is None:
            return card == self._bid
        return card < self._bid if entry.winner == self._seat else card > self._bid

    def sample(self, rng: Random) -> GoofspielState:
        """A world with one of these hands. Whether the rival has bid already isn't known: here it hasn't."""
        view = self._view
        if view is None:
            raise ValueError("nothing was learned yet")
        hands, bids = [0] * SEATS, [0] * SEATS
        for card in view.hand:
            hands[self._seat] |= 1 << card
        bids[self._seat] = view.bid or 0
        hands[1 - self._seat] = rng.choices(list(self._hands), list(self._hands.values()))[0]
        gone = sum(1 << settled.prize for settled in view.rounds) | (1 << view.prize if view.prize else 0)
        rounds = [(each.prize, each.winner, tuple(bid or 0 for bid in each.bids)) for each in view.rounds]
        prizes = full(self._options.cards) ^ gone
        return GoofspielState(self._options, hands, prizes, view.prize or 0, bids, list(view.points), rounds)
