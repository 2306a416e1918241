"""The game as the server, bots and tests know it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from undercroft.game import Game, Heuristic, Journal, Policy, Positions, Text
from undercroft_dungeon_of_fear import SPEC
from undercroft_dungeon_of_fear.arranging import usual_start
from undercroft_dungeon_of_fear.belief import DungeonBelief
from undercroft_dungeon_of_fear.board import board
from undercroft_dungeon_of_fear.heuristic import DungeonHeuristic, TakeTheRook
from undercroft_dungeon_of_fear.positions import DungeonPositions
from undercroft_dungeon_of_fear.sentences import label, sentence
from undercroft_dungeon_of_fear.state import Dungeon
from undercroft_dungeon_of_fear.values import Entry, Options, View

__all__ = ["DungeonOfFear"]


_PACKAGE: Final = "undercroft_dungeon_of_fear"


class DungeonOfFear(Game[Options, Dungeon, View, Entry]):
    """Dungeon of Fear (`rules/dungeon_of_fear.md`)."""

    spec = SPEC
    options_type = Options
    view_type = View
    entry_type = Entry

    def seat_counts(self, options: Options) -> Sequence[int]:
        """Two, whatever the options."""
        return (2,)

    def start(self, options: Options, seats: int, journal: Journal[Entry] | None = None) -> Dungeon:
        """White on a1, Black on f6, walls everywhere else."""
        state = usual_start(options)
        if journal is not None:
            state.tell_start(journal)
        return state

    def belief(self, options: Options, seats: int, seat: int) -> DungeonBelief:
        """What `seat` knows before it has been told anything."""
        return DungeonBelief(options, seat)

    def board(self, view: View, lang: str) -> Text:
        """A picture of the view."""
        return board(view, lang)

    def sentence(self, entry: Entry, lang: str) -> str:
        """An entry of the journal, told to a person."""
        return sentence(entry, lang)

    def label(self, view: View, action: int, lang: str) -> str:
        """What a legal action does."""
        return label(view, action, lang)

    def rules(self, lang: str) -> str:
        """The rules as a player reads them, in Russian or English."""
        name = "rules.ru.md" if lang == "ru" else "rules.en.md"
        return files(_PACKAGE).joinpath(name).read_text(encoding="utf-8")

    def policy(self) -> Policy[Dungeon]:
        """Take the rook if it is in line."""
        return TakeTheRook()

    def heuristic(self) -> Heuristic[Dungeon, View, Entry]:
        """Gain less risk over the worlds of the belief."""
        return DungeonHeuristic()

    def positions(self) -> Positions[Options, Dungeon]:
        """One-line texts."""
        return DungeonPositions()
