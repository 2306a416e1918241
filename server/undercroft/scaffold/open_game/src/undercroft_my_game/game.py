"""The game as servers, bots and tests know it: all the other modules together."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from undercroft.game import Journal, OpenGame, Text

from undercroft_my_game import SPEC
from undercroft_my_game.state import MARKS, Position, cell_name
from undercroft_my_game.values import Entry, Options, Started, View
from undercroft_my_game.words import board, sentence

__all__ = ["MyGame"]


class MyGame(OpenGame[Options, Position, View, Entry]):
    """Two seats mark the cells of a square board; nothing is hidden."""

    spec = SPEC
    options_type = Options
    view_type = View
    entry_type = Entry

    def seat_counts(self, options: Options) -> Sequence[int]:
        """Two."""
        return (2,)

    def start(self, options: Options, seats: int, journal: Journal[Entry] | None = None) -> Position:
        """The empty board."""
        if journal is not None:
            journal.tell(None, Started(options.size))
        return Position(options.size)

    def from_view(self, view: View, options: Options, seats: int) -> Position:
        """The one position that looks like this: so bots can think ahead."""
        state = Position(options.size)
        state.cells = [MARKS.index(mark) for row in view.rows for mark in row]
        state.turn = sum(mark in "xo" for row in view.rows for mark in row) % 2
        state.look_for_end()
        return state

    def board(self, view: View, lang: str) -> Text:
        """A picture of the view."""
        return board(view)

    def sentence(self, entry: Entry, lang: str) -> str:
        """A journal entry, told to a person."""
        return sentence(entry)

    def label(self, view: View, action: int, lang: str) -> str:
        """What an action does."""
        return f"mark {cell_name(len(view.rows), action)}"

    def rules(self, lang: str) -> str:
        """The rules as a player reads them."""
        return (files("undercroft_my_game") / "rules.en.md").read_text(encoding="utf-8")
