"""The game as the server, bots and tests know it, on one map."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from undercroft.game import Evaluator, GameSpec, Heuristic, Journal, OpenGame, Policy, Svg, Text
from undercroft_psychos import SEATS, SPEC
from undercroft_psychos.atlas import Atlas
from undercroft_psychos.board import Board
from undercroft_psychos.from_view import state_of
from undercroft_psychos.judging import HasteAndRisk, HomewardRollouts, Race
from undercroft_psychos.map_values import MapData
from undercroft_psychos.network_text import network_text
from undercroft_psychos.picture import Scheme
from undercroft_psychos.positions import PsychosPositions
from undercroft_psychos.sentences import label, sentence
from undercroft_psychos.state import Psychos, new_game
from undercroft_psychos.values import Entry, Options, View

__all__ = ["PsychosOfTheUnderground"]

_PACKAGE: Final = "undercroft_psychos"


class PsychosOfTheUnderground(OpenGame[Options, Psychos, View, Entry]):
    """Psychos of the Underground (`rules/psychos_of_the_underground.md`)."""

    spec = SPEC
    options_type = Options
    view_type = View
    entry_type = Entry

    def __init__(self, spec: GameSpec, data: MapData) -> None:
        self.spec = spec
        self.atlas = Atlas(data)
        self._board = Board(self.atlas)
        self._scheme = Scheme(self.atlas)

    def seat_counts(self, options: Options) -> Sequence[int]:
        """Three to six, whatever the options."""
        return SEATS

    def start(self, options: Options, seats: int, journal: Journal[Entry] | None = None) -> Psychos:
        """Everybody has paid the ante; the goal's dice are due."""
        state = new_game(self.atlas.network, options, seats)
        if journal is not None:
            state.tell_start(journal, None)
        return state

    def from_view(self, view: View, options: Options, seats: int) -> Psychos:
        """The state that has this view; its variant is the one that is played."""
        return state_of(self.atlas.network, view)

    def board(self, view: View, lang: str) -> Text:
        """How things stand, the stations ahead, the whole network in short."""
        return self._board.draw(view, lang)

    def sentence(self, entry: Entry, lang: str) -> str:
        """An entry of the journal, told to a person."""
        return sentence(self.atlas, entry, lang)

    def label(self, view: View, action: int, lang: str) -> str:
        """What a plan does: where it ends, what it costs, whom it hits."""
        return label(self.atlas, view, action, lang)

    def rules(self, lang: str) -> str:
        """The rules as a player reads them, in Russian or English, and every line with its stations."""
        name = "rules.ru.md" if lang == "ru" else "rules.en.md"
        text = files(_PACKAGE).joinpath(name).read_text(encoding="utf-8")
        return f"{text}\n{network_text(self.atlas, lang)}"

    def policy(self) -> Policy[Psychos]:
        """Homewards, and win when possible."""
        return HomewardRollouts()

    def evaluator(self) -> Evaluator[Psychos]:
        """The race to the goal."""
        return Race()

    def heuristic(self) -> Heuristic[Psychos, View, Entry]:
        """Haste and risk."""
        return HasteAndRisk()

    def positions(self) -> PsychosPositions:
        """One-line texts."""
        return PsychosPositions(self.atlas.network)

    def svg(self) -> Svg[View]:
        """The scheme of the metro with the pieces on it."""
        return self._scheme
