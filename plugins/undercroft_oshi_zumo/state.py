"""The rules: one position, whole, and what everybody is told of it (`rules/oshi_zumo.md` §1 to §5, §9)."""

from __future__ import annotations

from typing import Final

from undercroft.game import SPECTATOR, Journal, Outcome, State
from undercroft_oshi_zumo.deduction import Deduction
from undercroft_oshi_zumo.ring import Ring, ring_of
from undercroft_oshi_zumo.values import (
    Bid,
    Coins,
    End,
    Entry,
    Options,
    Reason,
    Rest,
    Result,
    Round,
    Settled,
    Start,
    View,
)

__all__ = ["IMAGINED", "NONE", "Bout", "first_round"]

NONE: Final = -1
"""No bid; nobody."""

IMAGINED: Final = -3
"""In place of the seat that has acted last: nothing has happened yet in a world that a belief has made up."""

_BOTH: Final = (0, 1)
_FIRST: Final = (0,)
_SECOND: Final = (1,)
_READERS: Final = (0, 1, SPECTATOR)
_BITS: Final = 7
"""Coins, and all that is counted with them, are below 2⁷."""


class Bout(State[View, Entry]):
    """One position with everything in it. An action is the number of coins that is bid.

    `place` counts fields from the middle, towards seat 1; `round` the rounds played. Coins are spent when both have
    bid: until then a bid is `NONE` or what its side has chosen. `spent_0` and `spent_1` are the bids of the last round,
    `rest` the fields that were pushed without bids, with the sign of `place`; `actor` has acted last. `rounds` is
    memory for views, both bids and the place of every round: it is kept only by a journal's holder. Make one with
    `first_round`, never by calling the class alone.
    """

    ring: Ring
    place: int
    round: int
    coins_0: int
    coins_1: int
    bid_0: int
    bid_1: int
    spent_0: int
    spent_1: int
    rest: int
    actor: int
    over: bool
    rounds: tuple[tuple[int, int, int], ...]

    def clone(self) -> Bout:
        """An independent copy."""
        twin = Bout()
        twin.ring = self.ring
        twin.place = self.place
        twin.round = self.round
        twin.coins_0 = self.coins_0
        twin.coins_1 = self.coins_1
        twin.bid_0 = self.bid_0
        twin.bid_1 = self.bid_1
        twin.spent_0 = self.spent_0
        twin.spent_1 = self.spent_1
        twin.rest = self.rest
        twin.actor = self.actor
        twin.over = self.over
        twin.rounds = self.rounds
        return twin

    # --- the rules

    def to_act(self) -> tuple[int, ...]:
        """Both seats at once, or the one that has still to bid; `()` after the end."""
        if self.over:
            return ()
        if self.bid_0 == NONE:
            return _BOTH if self.bid_1 == NONE else _FIRST
        return _SECOND

    def legal_actions(self, seat: int) -> list[int]:
        """From the least bid to all coins (§3)."""
        if self.over or seat < 0 or (self.bid_1 if seat else self.bid_0) != NONE:
            return []
        return self.ring.legal[self.coins_1 if seat else self.coins_0]

    def apply(self, seat: int, action: int, journal: Journal[Entry] | None = None) -> None:
        """Bid; the second bid settles the round."""
        self.actor = seat
        if seat:
            self.bid_1 = action
        else:
            self.bid_0 = action
        if journal is not None:
            journal.tell((seat,), Bid(seat, action))
        if self.bid_0 != NONE and self.bid_1 != NONE:
            self._settle(journal)

    def _settle(self, journal: Journal[Entry] | None) -> None:
        """Both bids are spent, and the higher one pushes (§3); the end is looked for in the order of §4."""
        self.spent_0, self.spent_1 = self.bid_0, self.bid_1
        self.bid_0 = self.bid_1 = NONE
        self.coins_0 -= self.spent_0
        self.coins_1 -= self.spent_1
        self.place += self._push()
        self.round += 1
        if journal is not None:
            self.rounds = (*self.rounds, (self.spent_0, self.spent_1, self.place))
            self._tell_round(journal)
        if not self._is_over() and not self.ring.hidden and (self.coins_0 == 0 or self.coins_1 == 0):
            self._push_out(journal)
        self.over = self._is_over()
        if self.over and journal is not None:
            result = self._result()
            journal.tell(None, End(result.reason, result.winners, result.returns, (self.coins_0, self.coins_1)))

    def _push(self) -> int:
        """By how much the last bids move the wrestler."""
        if self.spent_0 == self.spent_1:
            return 0
        return 1 if self.spent_0 > self.spent_1 else -1

    def _is_over(self) -> bool:
        ring = self.ring
        out = self.place == ring.edge or self.place == -ring.edge
        return out or self.coins_0 + self.coins_1 == 0 or self.round == ring.last_round

    def _push_out(self, journal: Journal[Entry] | None) -> None:
        """Everybody sees that one side has no coins: the other bids one a round, and nothing can stop it (§4)."""
        ring = self.ring
        seat = 0 if self.coins_0 else 1
        way = -1 if seat else 1
        pushes = min(self.coins_0 + self.coins_1, ring.last_round - self.round, ring.edge - way * self.place)
        self.rest = way * pushes
        self.place += self.rest
        self.round += pushes
        if seat:
            self.coins_1 -= pushes
        else:
            self.coins_0 -= pushes
        if journal is not None:
            journal.tell(None, Rest(seat, pushes, self.place))

    def action_text(self, seat: int, action: int) -> str:
        """The number of coins."""
        return str(action)

    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        if not self.over:
            return None
        result = self._result()
        return Outcome(result.returns, result.winners, result.reason)

    def _result(self) -> Result:
        """Whoever has pushed the wrestler over the middle wins (§5)."""
        if self.place == 0:
            return Result(self._reason(), (), (0, 0))
        return Result(self._reason(), *(((0,), (1, -1)) if self.place > 0 else ((1,), (-1, 1))))

    def _reason(self) -> Reason:
        if self.place == self.ring.edge or self.place == -self.ring.edge:
            return "pushed_out"
        return "coins_spent" if self.coins_0 + self.coins_1 == 0 else "rounds_played"

    # --- what is known and told

    def observation(self, seat: int) -> int | None:
        """What the last action told the seat, in a number; in a world just imagined, the seat's coins (§8)."""
        if self.actor == IMAGINED:
            return self.coins_1 if seat else self.coins_0
        acted = seat == self.actor
        if self.actor == NONE or self.bid_0 != NONE or self.bid_1 != NONE:
            return (self.bid_1 if seat else self.bid_0) if acted else None
        own = (self.spent_1 if seat else self.spent_0) if acted else NONE
        told = self.round << _BITS | self.place + self.ring.edge
        told = (told << _BITS | self._push() + 1) << _BITS | own + 1
        if not self.ring.hidden:
            told = (told << _BITS | self.spent_0) << _BITS | self.spent_1
        if self.over:
            told = (told << _BITS | self.coins_0) << _BITS | self.coins_1
            told = told << _BITS | self.rest + 2 * self.ring.edge
        return told + 1 << _BITS  # above every bid

    def tell_start(self, journal: Journal[Entry]) -> None:
        """Tell everybody the position from which the game goes on."""
        coins = self.ring.coins
        if not self.rounds:
            journal.tell(None, Start(coins, ()))
        else:
            for reader in _READERS:
                journal.tell((reader,), Start(coins, self._remembered(reader)))
        for seat, bid in ((0, self.bid_0), (1, self.bid_1)):
            if bid != NONE:
                journal.tell((seat,), Bid(seat, bid))

    def _tell_round(self, journal: Journal[Entry]) -> None:
        bids = None if self.ring.hidden else (self.spent_0, self.spent_1)
        journal.tell(None, Settled(self.round, bids, _pusher(self._push()), self.place))

    def view(self, seat: int) -> View:
        """What the seat, or `SPECTATOR`, sees and remembers (§9)."""
        return View(
            seat if seat >= 0 else None,
            self.round,
            self.ring.last_round,
            self.place,
            self._known_coins(seat),
            self._own_bid(seat),
            self._rival_coins(seat),
            self._remembered(seat),
            self.ring.options,
            self._result() if self.over else None,
        )

    def _open(self) -> bool:
        """Whether everybody knows everybody's coins."""
        return self.over or not self.ring.hidden

    def _known_coins(self, seat: int) -> Coins:
        known = self._open()
        return (self.coins_0 if known or seat == 0 else None, self.coins_1 if known or seat == 1 else None)

    def _own_bid(self, seat: int) -> int | None:
        if seat < 0:
            return None
        bid = self.bid_1 if seat else self.bid_0
        return None if bid == NONE else bid

    def _rival_coins(self, seat: int) -> tuple[int, int] | None:
        """The fewest and the most coins that the rival may have."""
        if seat < 0:
            return None
        if self._open():
            coins = self.coins_0 if seat else self.coins_1
            return (coins, coins)
        deduction = Deduction(self.ring)
        before = 0
        for bid_0, bid_1, place in self.rounds:
            deduction.settle(bid_1 if seat else bid_0, before - place if seat else place - before)
            before = place
        return (deduction.low, deduction.high)

    def _remembered(self, seat: int) -> tuple[Round, ...]:
        """The rounds played, with the bids that the seat knows."""
        shown = not self.ring.hidden
        found: list[Round] = []
        before = 0
        for bid_0, bid_1, place in self.rounds:
            bids = (bid_0 if shown or seat == 0 else None, bid_1 if shown or seat == 1 else None)
            found.append(Round(bids, _pusher(place - before), place))
            before = place
        return tuple(found)


def _pusher(push: int) -> int | None:
    """The seat that has pushed."""
    return None if push == 0 else 0 if push > 0 else 1


def first_round(options: Options) -> Bout:
    """The start: nobody has bid, and the wrestler stands in the middle."""
    ring = ring_of(options)
    state = Bout()
    state.ring = ring
    state.place = state.round = state.rest = 0
    state.coins_0 = state.coins_1 = ring.coins
    state.bid_0 = state.bid_1 = state.spent_0 = state.spent_1 = NONE
    state.actor = NONE
    state.over = False
    state.rounds = ()
    return state
