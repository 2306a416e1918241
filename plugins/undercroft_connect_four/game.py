"""The game as the server, bots and tests know it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from undercroft.game import Evaluator, Heuristic, Journal, OpenGame, OptionError, Positions, Svg, Text
from undercroft_connect_four import SPEC
from undercroft_connect_four.board import board, label, sentence
from undercroft_connect_four.judging import LookOnePlyAhead, Threats
from undercroft_connect_four.picture import Picture
from undercroft_connect_four.positions import MovesPlayed, played
from undercroft_connect_four.state import Discs, empty_board
from undercroft_connect_four.values import Entry, Options, View

__all__ = ["ConnectFour"]

_PACKAGE: Final = "undercroft_connect_four"


class ConnectFour(OpenGame[Options, Discs, View, Entry]):
    """Connect Four (`rules/connect_four.md`)."""

    spec = SPEC
    options_type = Options
    view_type = View
    entry_type = Entry

    def seat_counts(self, options: Options) -> Sequence[int]:
        """Two.

        Raises:
            OptionError: no line is as long as the options want.
        """
        if options.in_a_row > max(options.columns, options.rows):
            raise OptionError("in_a_row", "no line of the board is so long")
        return (2,)

    def start(self, options: Options, seats: int, journal: Journal[Entry] | None = None) -> Discs:
        """The empty board."""
        state = empty_board(options)
        if journal is not None:
            state.tell_start(journal)
        return state

    def from_view(self, view: View, options: Options, seats: int) -> Discs:
        """The state after the plies that the view lists."""
        return played(view.options, view.moves)

    def board(self, view: View, lang: str) -> Text:
        """A picture of the view."""
        return board(view, lang)

    def sentence(self, entry: Entry, lang: str) -> str:
        """An entry of the journal, told to a person."""
        return sentence(entry, lang)

    def label(self, view: View, action: int, lang: str) -> str:
        """What a legal action does."""
        return label(action, lang)

    def rules(self, lang: str) -> str:
        """The rules as a player reads them, in Russian or English."""
        name = "rules.ru.md" if lang == "ru" else "rules.en.md"
        return files(_PACKAGE).joinpath(name).read_text(encoding="utf-8")

    def evaluator(self) -> Evaluator[Discs]:
        """Threats."""
        return Threats()

    def heuristic(self) -> Heuristic[Discs, View, Entry]:
        """Threats after each ply."""
        return LookOnePlyAhead()

    def positions(self) -> Positions[Options, Discs]:
        """The columns played."""
        return MovesPlayed()

    def svg(self) -> Svg[View]:
        """The board with its discs."""
        return Picture()
