"""States of games in which seats don't all know the same.

What a seat knows is a text of OpenSpiel's. A seat is told whenever this text, or whether it is its turn, has changed,
and of what it did itself; so a view is made of nothing that wasn't told. Spectators are told only that the game has
begun and how it ended: OpenSpiel says of few games what is public in them.
"""

from __future__ import annotations

from undercroft.game import SPECTATOR, Journal, Seat
from undercroft_openspiel.state import SpielState
from undercroft_openspiel.values import HiddenView, Observed, Own

__all__ = ["HiddenSpielState"]


class HiddenSpielState(SpielState[HiddenView, Observed]):
    """A position of which each seat knows its own text."""

    def knowledge(self, seat: Seat) -> str:
        """What the seat knows."""
        return self.table.knowledge(self.spiel, seat)

    def apply(self, seat: Seat, action: int, journal: Journal[Observed] | None = None) -> None:
        """Play an action, and tell each seat what it now knows."""
        if journal is None:
            self.spiel.apply_action(action)
            return
        seats = range(self.table.seats)
        before = [self.knowledge(each) for each in seats]
        turn = self._public_turn()
        own = None if seat < 0 else Own(action, self.action_text(seat, action))
        self.spiel.apply_action(action)
        result = self.result()
        for each in seats:
            mine = own if each == seat else None
            observed = self._observed(each, before[each], mine)
            unchanged = not observed.text and observed.kept == len(before[each]) and observed.to_act == turn
            if mine is not None or result is not None or observed.your_turn or not unchanged:
                journal.tell((each,), observed)
        if result is not None:
            journal.tell((SPECTATOR,), Observed(0, "", result=result))

    def _observed(self, seat: Seat, before: str, own: Own | None) -> Observed:
        """What the seat has learned since it knew `before`."""
        now = self.knowledge(seat)
        kept = _kept(before, now)
        mine = self.spiel.current_player() == seat
        return Observed(kept, now[kept:], mine, self._public_turn(), own, self.result())

    def _public_turn(self) -> tuple[Seat, ...] | None:
        """Whose turn it is, where that is told."""
        return tuple(seat for seat in self.to_act() if seat >= 0) if self.table.served.tells_turn else None

    def tell_start(self, journal: Journal[Observed]) -> None:
        """Tell each seat what it knows at the start."""
        for seat in range(self.table.seats):
            journal.tell((seat,), self._observed(seat, "", None))
        journal.tell((SPECTATOR,), Observed(0, ""))

    def view(self, seat: Seat) -> HiddenView:
        """What the seat knows and may do."""
        if seat == SPECTATOR:
            return HiddenView(None, False, "", (), self.result())
        mine = self.spiel.current_player() == seat
        return HiddenView(seat, mine, self.knowledge(seat), self.legal_texts(seat), self.result())


def _kept(before: str, now: str) -> int:
    """How much of a text stays: whole lines or bracketed parts, as the rest is read by people; else whole words."""
    if now.startswith(before):
        return len(before)
    pairs = enumerate(zip(before, now, strict=False))
    alike = next((at for at, (one, other) in pairs if one != other), min(len(before), len(now)))
    part = max(now.rfind("\n", 0, alike) + 1, now.rfind("[", 0, alike))
    return part if part > 0 else now.rfind(" ", 0, alike) + 1
