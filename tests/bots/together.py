"""Games with a choice that both seats make at once: whoever names the higher number wins; a dare."""

from __future__ import annotations

from typing import Any, Self

from undercroft.game import Evaluator, Journal, Outcome, Seat, State


class Together(State[Any, Any]):
    """What each seat has named; rules alone, as search needs no more."""

    def __init__(self, named: tuple[int | None, int | None] = (None, None)) -> None:
        self.named = named

    def to_act(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, number in enumerate(self.named) if number is None)

    def legal_actions(self, seat: Seat) -> list[int]:
        return [1, 2, 3] if seat in self.to_act() else []

    def apply(self, seat: Seat, action: int, journal: Journal[Any] | None = None) -> None:
        self.named = (action, self.named[1]) if seat == 0 else (self.named[0], action)

    def action_text(self, seat: Seat, action: int) -> str:
        return str(action)

    def view(self, seat: Seat) -> Any:
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        one, other = self.named
        if one is None or other is None:
            return None
        won = (one > other) - (one < other)
        return Outcome((won, -won), tuple([0 if won > 0 else 1] if won else []), "named")

    def clone(self) -> Self:
        return type(self)(self.named)


class Dare(Together):
    """Seat 1 takes the draw (1), or dares (2): then it wins if both name the same number, and loses else."""

    dared: int = 0

    def to_act(self) -> tuple[Seat, ...]:
        return super().to_act() if self.dared == 2 else () if self.dared else (1,)

    def legal_actions(self, seat: Seat) -> list[int]:
        return [1, 2] if seat in self.to_act() else []

    def apply(self, seat: Seat, action: int, journal: Journal[Any] | None = None) -> None:
        if self.dared:
            super().apply(seat, action)
        else:
            self.dared = action

    def outcome(self) -> Outcome | None:
        if self.dared == 1:
            return Outcome((0, 0), (), "taken")
        if self.dared == 0 or None in self.named:
            return None
        return Outcome((-1, 1), (1,), "same") if self.named[0] == self.named[1] else Outcome((1, -1), (0,), "other")

    def clone(self) -> Self:
        twin = super().clone()
        twin.dared = self.dared
        return twin


class AskedOfOne(Evaluator[Together]):
    """Won't be asked what is certain or must be played where more than one seat is to act."""

    def values(self, state: Together) -> list[float]:
        return [0.0, 0.0]

    def proven(self, state: Together) -> list[float] | None:
        assert len(state.to_act()) == 1
        return None

    def must_play(self, state: Together, legal: list[int]) -> list[int]:
        assert len(state.to_act()) == 1
        return legal
