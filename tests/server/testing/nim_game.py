"""A tiny game that hides nothing: the last stick wins."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Annotated, Any, Self

import msgspec

from undercroft.game import Evaluator, GameSpec, Journal, OpenGame, Outcome, Seat, Span, State, Text


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sticks: Annotated[int, msgspec.Meta(ge=3, le=9)] = 7


class View(msgspec.Struct, frozen=True):
    sticks: int
    turn: int


class Took(msgspec.Struct, frozen=True, tag_field="type", tag="took"):
    seat: int | None
    left: int


class Sticks(State[View, Took]):
    sticks: int
    turn: Seat

    def to_act(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.sticks else ()

    def legal_actions(self, seat: Seat) -> list[int]:
        return list(range(1, min(3, self.sticks) + 1)) if seat in self.to_act() else []

    def apply(self, seat: Seat, action: int, journal: Journal[Took] | None = None) -> None:
        self.sticks -= action
        self.turn = 1 - seat
        if journal is not None:
            journal.tell(None, Took(seat, self.sticks))

    def action_text(self, seat: Seat, action: int) -> str:
        return f"take{action}"

    def view(self, seat: Seat) -> View:
        return View(self.sticks, self.turn)

    def position_key(self) -> Hashable | None:
        return (self.sticks, self.turn)

    def outcome(self) -> Outcome | None:
        if self.sticks:
            return None
        return Outcome((-1, 1) if self.turn == 0 else (1, -1), (1 - self.turn,), "last_stick")

    def clone(self) -> Self:
        other = type(self)()
        other.sticks, other.turn = self.sticks, self.turn
        return other


def made(sticks: int, turn: Seat, state_class: type[Sticks] = Sticks) -> Sticks:
    state = state_class()
    state.sticks, state.turn = sticks, turn
    return state


class Nim(OpenGame[Options, Sticks, View, Took]):
    options_type = Options
    view_type = View
    entry_type = Took
    state_class = Sticks

    def __init__(self) -> None:
        self.spec = GameSpec("nim", "1", {"en": "Nim"}, {"en": "Take the last stick."}, (2,), r"take\d", type(self))

    def seat_counts(self, options: Options) -> Sequence[int]:
        return (2,)

    def start(self, options: Options, seats: int, journal: Journal[Any] | None = None) -> Sticks:
        if journal is not None:
            journal.tell(None, Took(None, options.sticks))
        return made(options.sticks, 0, self.state_class)

    def from_view(self, view: View, options: Options, seats: int) -> Sticks:
        return made(view.sticks, view.turn, self.state_class)

    def board(self, view: View, lang: str) -> Text:
        return ((Span("|" * view.sticks, "terrain"),),)

    def sentence(self, entry: Took, lang: str) -> str:
        return f"{entry.left} left"

    def label(self, view: View, action: int, lang: str) -> str:
        return f"take {action}"

    def rules(self, lang: str) -> str:
        return "Take one, two or three."


class Known(Evaluator[Sticks]):
    """Knows the end from four sticks on."""

    def values(self, state: Sticks) -> list[float]:
        return [0.0, 0.0]

    def proven(self, state: Sticks) -> list[float] | None:
        if state.sticks > 4:
            return None
        won = 1.0 if state.sticks < 4 else -1.0
        return [won, -won] if state.turn == 0 else [-won, won]

    def must_play(self, state: Sticks, legal: list[int]) -> list[int]:
        return [state.sticks] if state.sticks < 4 else legal


class KnownNim(Nim):
    evaluator_class = Known

    def evaluator(self) -> Known:
        return self.evaluator_class()
