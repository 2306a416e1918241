"""Tic-tac-toe: open, two seats, and everybody knows how it ends between players who don't err."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, Self

import msgspec

from undercroft.game import Evaluator, GameSpec, Journal, OpenGame, Outcome, Seat, Span, State, Text

LINES: Final = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]
FULL: Final = 0b111111111


class Options(msgspec.Struct, frozen=True):
    pass


class View(msgspec.Struct, frozen=True):
    marks: tuple[int, int]


class Started(msgspec.Struct, frozen=True, tag="started"):
    pass


class Marked(msgspec.Struct, frozen=True, tag="marked"):
    seat: int
    cell: int


class Grid(State[View, Started | Marked]):
    """The cells of both seats, a bit each."""

    def __init__(self, marks: tuple[int, int] = (0, 0)) -> None:
        self.marks = list(marks)

    def to_act(self) -> tuple[Seat, ...]:
        if self.outcome() is not None:
            return ()
        return (int(self.marks[0].bit_count() > self.marks[1].bit_count()),)

    def legal_actions(self, seat: Seat) -> list[int]:
        taken = self.marks[0] | self.marks[1]
        return [cell for cell in range(9) if not taken >> cell & 1] if seat in self.to_act() else []

    def apply(self, seat: Seat, action: int, journal: Journal[Started | Marked] | None = None) -> None:
        self.marks[seat] |= 1 << action
        if journal is not None:
            journal.tell(None, Marked(seat, action))

    def action_text(self, seat: Seat, action: int) -> str:
        return str(action)

    def view(self, seat: Seat) -> View:
        return View((self.marks[0], self.marks[1]))

    def position_key(self) -> Hashable:
        return (self.marks[0], self.marks[1])

    def outcome(self) -> Outcome | None:
        for seat, cells in enumerate(self.marks):
            if any(cells & line == line for line in LINES):
                return Outcome((1, -1) if seat == 0 else (-1, 1), (seat,), "line")
        return Outcome((0, 0), (), "full") if self.marks[0] | self.marks[1] == FULL else None

    def clone(self) -> Self:
        return type(self)((self.marks[0], self.marks[1]))


class TicTacToe(OpenGame[Options, Grid, View, Started | Marked]):
    options_type = Options
    view_type = View
    entry_type = Started | Marked

    def seat_counts(self, options: Options) -> Sequence[int]:
        return (2,)

    def start(self, options: Options, seats: int, journal: Journal[Started | Marked] | None = None) -> Grid:
        if journal is not None:
            journal.tell(None, Started())
        return Grid()

    def from_view(self, view: View, options: Options, seats: int) -> Grid:
        return Grid(view.marks)

    def board(self, view: View, lang: str) -> Text:
        marks = ["x" if view.marks[0] >> cell & 1 else "o" if view.marks[1] >> cell & 1 else "." for cell in range(9)]
        return tuple((Span("".join(marks[row : row + 3])),) for row in (0, 3, 6))

    def sentence(self, entry: Started | Marked, lang: str) -> str:
        return "It begins." if isinstance(entry, Started) else f"Seat {entry.seat} marks {entry.cell}."

    def label(self, view: View, action: int, lang: str) -> str:
        return f"mark {action}"

    def rules(self, lang: str) -> str:
        return "# Tic-tac-toe\n\nThree in a row win.\n"


TicTacToe.spec = GameSpec(
    id="tic-tac-toe",
    version="1",
    titles={"en": "Tic-tac-toe"},
    summaries={"en": "Three in a row win."},
    seats=(2,),
    action_pattern="[0-8]",
    load=TicTacToe,
)


class Level(Evaluator[Grid]):
    """Finds all positions equal."""

    def values(self, state: Grid) -> list[float]:
        return [0.0, 0.0]


class JudgedTicTacToe(TicTacToe):
    """With an evaluator, for bots that can't do without."""

    def evaluator(self) -> Evaluator[Grid]:
        return Level()
