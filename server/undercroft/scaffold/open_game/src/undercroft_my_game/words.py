"""What a person reads. Languages that you don't have get English."""

from __future__ import annotations

from undercroft.game import Line, Span, Style, Text

from undercroft_my_game.state import MARKS
from undercroft_my_game.values import Ended, Entry, Marked, Started, View

__all__ = ["board", "sentence"]

STYLES: dict[str, Style] = {"x": "seat0", "o": "seat1", ".": "dim"}


def board(view: View) -> Text:
    """The rows with their numbers, the letters of the columns, and whose turn it is."""
    size = len(view.rows)
    rows = [_row(size - number, row) for number, row in enumerate(view.rows)]
    letters = Span("   " + " ".join("abcde"[:size]), "dim")
    turn = "" if view.to_act is None else f"{MARKS[view.to_act]} to move"
    return (*rows, (letters,), (Span(turn),))


def _row(number: int, row: str) -> Line:
    cells = [Span(f" {mark}", STYLES[mark]) for mark in row]
    return (Span(f"{number} ", "dim"), *cells)


def sentence(entry: Entry) -> str:
    """A journal entry, told to a person."""
    match entry:
        case Started(size):
            return f"The board has {size} columns and {size} rows. Three in a row win."
        case Marked(seat, cell):
            return f"{MARKS[seat]} on {cell}."
        case Ended(_, winner):
            return "The board is full: a draw." if winner is None else f"Three in a row: {MARKS[winner]} wins."
