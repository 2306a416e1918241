"""What all states have in common: OpenSpiel's state knows the rules."""

from __future__ import annotations

from typing import Any, Self, TypeVar

from undercroft.game import CHANCE, Outcome, Seat, State
from undercroft_openspiel.tables import TERMINAL, SpielTable, outcomes_of
from undercroft_openspiel.values import Result

__all__ = ["SpielState"]

V = TypeVar("V")
E = TypeVar("E")


class SpielState(State[V, E]):
    """One position: a state of OpenSpiel, `spiel`, which is this object's own."""

    def __init__(self, table: SpielTable, spiel: Any) -> None:
        self.table = table
        self.spiel = spiel

    def clone(self) -> Self:
        """An independent copy."""
        return type(self)(self.table, self.spiel.clone())

    def to_act(self) -> tuple[Seat, ...]:
        """The player of OpenSpiel's whose turn it is."""
        player = int(self.spiel.current_player())  # of games written in Python it is an enumeration
        return () if player == TERMINAL else (player,)

    def legal_actions(self, seat: Seat) -> list[int]:
        """OpenSpiel's."""
        if seat != self.spiel.current_player() or seat == CHANCE:
            return []
        legal: list[int] = self.spiel.legal_actions()
        return legal

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """OpenSpiel's, with whole numbers in the proportion of its probabilities."""
        # `is_chance_node` may hold after the end: patience that was broken off.
        return outcomes_of(self.spiel) if self.spiel.current_player() == CHANCE else []

    def action_text(self, seat: Seat, action: int) -> str:
        """OpenSpiel's words."""
        return self.table.action_text(self.spiel, seat, action)

    def outcome(self) -> Outcome | None:
        """OpenSpiel's returns, in the game's unit."""
        return self.table.outcome(self.spiel) if self.spiel.is_terminal() else None

    def legal_texts(self, seat: Seat) -> tuple[tuple[int, str], ...]:
        """The seat's legal actions, with OpenSpiel's words for them."""
        return tuple([(action, self.action_text(seat, action)) for action in self.legal_actions(seat)])

    def result(self) -> Result | None:
        """How it ended, as it is told."""
        outcome = self.outcome()
        if outcome is None:
            return None
        return Result(outcome.returns, outcome.winners, tuple(self.spiel.returns()))
