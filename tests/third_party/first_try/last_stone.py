"""Last Stone: take one, two or three stones in turn. Whoever takes the last one wins."""

from collections.abc import Sequence
from typing import Annotated, Self

from msgspec import Meta, Struct

from undercroft.game import GameSpec, Journal, OpenGame, Outcome, Seat, Span, State, Text
from undercroft.hookspecs import hookimpl


class Options(Struct, frozen=True):
    stones: Annotated[int, Meta(ge=1, le=100)] = 21


class View(Struct, frozen=True):
    stones: int
    turn: int


class Left(Struct, frozen=True, tag="left"):
    stones: int


class Heap(State[View, Left]):
    def __init__(self, stones: int, turn: Seat = 0) -> None:
        self.stones, self.turn = stones, turn

    def to_act(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.stones else ()

    def legal_actions(self, seat: Seat) -> list[int]:
        return [1, 2, 3][: self.stones] if seat in self.to_act() else []

    def apply(self, seat: Seat, action: int, journal: Journal[Left] | None = None) -> None:
        self.stones, self.turn = self.stones - action, 1 - seat
        if journal is not None:
            journal.tell(None, Left(self.stones))

    def action_text(self, seat: Seat, action: int) -> str:
        return str(action)

    def view(self, seat: Seat) -> View:
        return View(self.stones, self.turn)

    def outcome(self) -> Outcome | None:
        winner = 1 - self.turn
        return None if self.stones else Outcome((1, -1) if winner == 0 else (-1, 1), (winner,), "last_stone")

    def clone(self) -> Self:
        return type(self)(self.stones, self.turn)


class LastStone(OpenGame[Options, Heap, View, Left]):
    options_type, view_type, entry_type = Options, View, Left

    def seat_counts(self, options: Options) -> Sequence[int]:
        return (2,)

    def start(self, options: Options, seats: int, journal: Journal[Left] | None = None) -> Heap:
        if journal is not None:
            journal.tell(None, Left(options.stones))
        return Heap(options.stones)

    def from_view(self, view: View, options: Options, seats: int) -> Heap:
        return Heap(view.stones, view.turn)

    def board(self, view: View, lang: str) -> Text:
        return ((Span("o" * view.stones or "nothing"),),)

    def sentence(self, entry: Left, lang: str) -> str:
        return f"Stones left: {entry.stones}."

    def label(self, view: View, action: int, lang: str) -> str:
        return f"take {action}"

    def rules(self, lang: str) -> str:
        return "# Last Stone\n\nTake one, two or three stones in turn. Whoever takes the last one wins.\n"


TITLES, SUMMARIES = {"en": "Last Stone"}, {"en": "Whoever takes the last stone wins."}
LastStone.spec = GameSpec("last-stone", "1", TITLES, SUMMARIES, seats=(2,), action_pattern="[123]", load=LastStone)


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    return [LastStone.spec]
