"""The game as servers, bots and tests know it: all the other modules together."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from undercroft.game import Game, Journal, Seat, Text

from undercroft_my_game import SPEC
from undercroft_my_game.belief import Guess
from undercroft_my_game.state import PUT, SEATS, Position
from undercroft_my_game.values import Entry, Options, Started, View
from undercroft_my_game.words import board, sentence

__all__ = ["MyGame"]


class MyGame(Game[Options, Position, View, Entry]):
    """Two seats bet on their cards, each of which only its owner has seen."""

    spec = SPEC
    options_type = Options
    view_type = View
    entry_type = Entry

    def seat_counts(self, options: Options) -> Sequence[int]:
        """Two."""
        return (SEATS,)

    def start(self, options: Options, seats: int, journal: Journal[Entry] | None = None) -> Position:
        """Nobody has a card yet."""
        if journal is not None:
            journal.tell(None, Started(options.cards))
        return Position(options.cards)

    def belief(self, options: Options, seats: int, seat: Seat) -> Guess:
        """Any card is possible."""
        return Guess(options)

    def board(self, view: View, lang: str) -> Text:
        """A picture of the view."""
        return board(view)

    def sentence(self, entry: Entry, lang: str) -> str:
        """A journal entry, told to a person."""
        return sentence(entry)

    def label(self, view: View, action: int, lang: str) -> str:
        """What an action does."""
        return "put a coin into the pot" if action == PUT else "put nothing into the pot"

    def rules(self, lang: str) -> str:
        """The rules as a player reads them."""
        return (files("undercroft_my_game") / "rules.en.md").read_text(encoding="utf-8")
