"""States of games that hide nothing."""

from __future__ import annotations

from undercroft.game import CHANCE, Journal, Seat
from undercroft_openspiel.state import SpielState
from undercroft_openspiel.values import OpenView, Played, Started

__all__ = ["OpenEntry", "OpenSpielState"]

OpenEntry = Started | Played


class OpenSpielState(SpielState[OpenView, OpenEntry]):
    """A position that everybody sees."""

    def apply(self, seat: Seat, action: int, journal: Journal[OpenEntry] | None = None) -> None:
        """Play an action and tell everybody."""
        if journal is None:
            self.spiel.apply_action(action)
            return
        text = self.action_text(seat, action)
        self.spiel.apply_action(action)
        journal.tell(None, Played(None if seat == CHANCE else seat, action, text, self.result()))

    def tell_start(self, journal: Journal[OpenEntry]) -> None:
        """Tell everybody the start."""
        journal.tell(None, Started(str(self.spiel)))

    def view(self, seat: Seat) -> OpenView:
        """Everything."""
        return OpenView(
            seat if seat >= 0 else None,
            tuple(each for each in self.to_act() if each != CHANCE),
            str(self.spiel),
            tuple(self.spiel.history()),
            self.legal_texts(seat),
            self.result(),
        )
