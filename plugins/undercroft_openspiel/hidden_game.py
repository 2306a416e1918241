"""A game of OpenSpiel in which seats don't all know the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from undercroft.game import Game, GameSpec, Journal, Seat, Text
from undercroft_openspiel.belief import SpielBelief
from undercroft_openspiel.choices import options_type_of, parameters_of
from undercroft_openspiel.hidden_state import HiddenSpielState
from undercroft_openspiel.served import Served
from undercroft_openspiel.tables import SpielTable, table_of
from undercroft_openspiel.values import HiddenView, Observed
from undercroft_openspiel.words import board_of, ended, one_line, rules_of

__all__ = ["HiddenSpielGame"]


class HiddenSpielGame(Game[Any, HiddenSpielState, HiddenView, Observed]):
    """One of them."""

    view_type = HiddenView
    entry_type = Observed

    def __init__(self, served: Served, spec: GameSpec) -> None:
        self.served = served
        self.spec = spec
        self.options_type = options_type_of(served)
        self._table(self.options_type(), served.seats[0])  # so that what can't be made isn't offered

    def _table(self, options: msgspec.Struct, seats: int) -> SpielTable:
        return table_of(self.served, seats, parameters_of(options))

    def seat_counts(self, options: msgspec.Struct) -> Sequence[int]:
        """Any of the table's."""
        return self.served.seats

    def sides(self, options: msgspec.Struct, seats: int) -> Sequence[int]:
        """Partners of the table's."""
        return self.served.sides_of(seats)

    def start(self, options: msgspec.Struct, seats: int, journal: Journal[Observed] | None = None) -> HiddenSpielState:
        """OpenSpiel's start."""
        table = self._table(options, seats)
        state = HiddenSpielState(table, table.start())
        if journal is not None:
            state.tell_start(journal)
        return state

    def belief(self, options: msgspec.Struct, seats: int, seat: Seat) -> SpielBelief:
        """Nothing was told yet."""
        return SpielBelief(self._table(options, seats), seat)

    def board(self, view: HiddenView, lang: str) -> Text:
        """What the reader knows, as OpenSpiel puts it."""
        if view.you is None:
            return board_of(
                "", None, "What is public in this game isn't known, so spectators see nothing.", view.result
            )
        return board_of(
            view.text, view.you, "It is your turn." if view.your_turn else "Others are to act.", view.result
        )

    def sentence(self, entry: Observed, lang: str) -> str:
        """What the reader did, and what it now knows besides."""
        parts = [] if entry.own is None else [f"You: {entry.own.text}."]
        if entry.text:
            parts.append(f"You learn: {one_line(entry.text)}")
        if entry.result is not None:
            parts.append(ended(entry.result))
        elif entry.your_turn:
            parts.append("It is your turn.")
        return " ".join(parts) or "It goes on."

    def label(self, view: HiddenView, action: int, lang: str) -> str:
        """OpenSpiel's words for it."""
        return dict(view.legal).get(action, f"action {action}")

    def rules(self, lang: str) -> str:
        """What can be said of them."""
        return rules_of(self.served, self.served.seats)
