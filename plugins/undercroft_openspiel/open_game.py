"""A game of OpenSpiel that hides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from undercroft.game import GameSpec, Journal, OpenGame, Text
from undercroft_openspiel.choices import options_type_of, parameters_of
from undercroft_openspiel.open_state import OpenEntry, OpenSpielState
from undercroft_openspiel.served import Served
from undercroft_openspiel.tables import SpielTable, table_of
from undercroft_openspiel.values import OpenView, Played, Started
from undercroft_openspiel.words import board_of, ended, one_line, rules_of

__all__ = ["OpenSpielGame"]


class OpenSpielGame(OpenGame[Any, OpenSpielState, OpenView, OpenEntry]):
    """One of them."""

    view_type = OpenView
    entry_type = OpenEntry

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

    def start(self, options: msgspec.Struct, seats: int, journal: Journal[OpenEntry] | None = None) -> OpenSpielState:
        """OpenSpiel's start."""
        table = self._table(options, seats)
        state = OpenSpielState(table, table.start())
        if journal is not None:
            state.tell_start(journal)
        return state

    def from_view(self, view: OpenView, options: msgspec.Struct, seats: int) -> OpenSpielState:
        """The state after the history."""
        table = self._table(options, seats)
        return OpenSpielState(table, table.replayed(view.history))

    def board(self, view: OpenView, lang: str) -> Text:
        """OpenSpiel's picture."""
        turn = f"Seat {view.to_act[0]} is to act." if view.to_act else "Chance is to act."
        return board_of(view.text, view.you, turn, view.result)

    def sentence(self, entry: OpenEntry, lang: str) -> str:
        """Who has done what."""
        match entry:
            case Started(text):
                return f"It begins: {one_line(text)}"
            case Played(seat, _, text, result):
                did = f"{'Chance' if seat is None else f'Seat {seat}'}: {text}"
                return did if result is None else f"{did}. {ended(result)}"

    def label(self, view: OpenView, action: int, lang: str) -> str:
        """OpenSpiel's words for it."""
        return dict(view.legal).get(action, f"action {action}")

    def rules(self, lang: str) -> str:
        """What can be said of them."""
        return rules_of(self.served, self.served.seats)
