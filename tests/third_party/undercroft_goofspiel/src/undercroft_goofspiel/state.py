"""The rules of Goofspiel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from undercroft.game import CHANCE, Journal, Outcome, Seat, State
from undercroft_goofspiel.values import Bid, Entry, Options, Prize, Round, Settled, View

__all__ = ["SEATS", "GoofspielState", "cards_of", "full"]

SEATS = 2


def full(cards: int) -> int:
    """A set of the cards 1 to `cards`; a set of cards is an integer with the bit of each card set."""
    return (1 << (cards + 1)) - 2


def cards_of(held: int) -> list[int]:
    """The cards of a set, ascending."""
    return [card for card in range(1, held.bit_length()) if held >> card & 1]


@dataclass
class GoofspielState(State[View, Entry]):
    """One position. `hands` and `prizes` (those still to come) are sets of cards; 0 stands for no prize and no bid.

    `rounds` has prize, winner (None: nobody) and bids of every prize settled.
    """

    options: Options
    hands: list[int]
    prizes: int
    prize: int
    bids: list[int]
    points: list[int]
    rounds: list[tuple[int, Seat | None, tuple[int, ...]]]

    @classmethod
    def first(cls, options: Options, journal: Journal[Entry] | None) -> Self:
        """The position before the first prize is turned up by chance, or after it where the order is fixed."""
        cards = full(options.cards)
        state = cls(options, [cards] * SEATS, cards, 0, [0] * SEATS, [0] * SEATS, [])
        state.turn_up(journal)
        return state

    def to_act(self) -> tuple[Seat, ...]:
        """Chance turns up a prize; then both seats bid at once, in any order."""
        if self.prize:
            return tuple(seat for seat in range(SEATS) if not self.bids[seat])
        return (CHANCE,) if self.prizes else ()

    def legal_actions(self, seat: Seat) -> list[int]:
        """Every card in hand, once for each prize; an action is the card's number."""
        return cards_of(self.hands[seat]) if seat in self.to_act() else []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Each prize still to come is as likely as any other."""
        return [(prize, 1) for prize in cards_of(self.prizes)] if self.to_act() == (CHANCE,) else []

    def apply(self, seat: Seat, action: int, journal: Journal[Entry] | None = None) -> None:
        """Turn up a prize, or put down a card; the second card settles the prize."""
        if seat == CHANCE:
            self._show(action, journal)
            return
        self.hands[seat] ^= 1 << action
        self.bids[seat] = action
        if journal is not None:
            journal.tell((seat,), Bid(seat, action))
        if all(self.bids):
            self._settle(journal)
            self.turn_up(journal)

    def turn_up(self, journal: Journal[Entry] | None) -> None:
        """Show the next prize, unless it's for chance to choose or there is none."""
        left = cards_of(self.prizes)
        if left and self.options.prizes != "shuffled":
            self._show(left[0] if self.options.prizes == "ascending" else left[-1], journal)

    def _show(self, prize: int, journal: Journal[Entry] | None) -> None:
        self.prizes ^= 1 << prize
        self.prize = prize
        if journal is not None:
            journal.tell(None, Prize(prize))

    def _settle(self, journal: Journal[Entry] | None) -> None:
        prize, bids = self.prize, tuple(self.bids)
        winner = None if bids[0] == bids[1] else bids.index(max(bids))
        if winner is not None:
            self.points[winner] += prize
        self.rounds.append((prize, winner, bids))
        self.prize, self.bids = 0, [0] * SEATS
        if journal is not None:
            journal.tell(None, Settled(prize, winner, bids if self.options.bids == "shown" else None))

    def action_text(self, seat: Seat, action: int) -> str:
        """The card's number."""
        return str(action)

    def view(self, seat: Seat) -> View:
        """The seat's own hand and bid; the rival's bids only where they are shown."""
        sits = seat >= 0
        return View(
            cards=self.options.cards,
            prize=self.prize or None,
            hand=tuple(cards_of(self.hands[seat])) if sits else (),
            bid=(self.bids[seat] or None) if sits else None,
            points=tuple(self.points),
            rounds=tuple(Round(prize, winner, self._known(bids, seat)) for prize, winner, bids in self.rounds),
        )

    def _known(self, bids: tuple[int, ...], seat: Seat) -> tuple[int | None, ...]:
        shown = self.options.bids == "shown"
        return tuple(bid if shown or bidder == seat else None for bidder, bid in enumerate(bids))

    def outcome(self) -> Outcome | None:
        """More points win."""
        if self.to_act():
            return None
        mine, theirs = self.points
        sign = (mine > theirs) - (mine < theirs)
        winners = () if sign == 0 else (0,) if sign > 0 else (1,)
        return Outcome((sign, -sign), winners, "points", tuple(self.points))

    def clone(self) -> Self:
        """An independent copy."""
        return type(self)(
            self.options,
            self.hands.copy(),
            self.prizes,
            self.prize,
            self.bids.copy(),
            self.points.copy(),
            self.rounds.copy(),
        )
