"""The game as the server, bots and tests know it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from undercroft.game import Evaluator, Heuristic, Journal, OpenGame, Policy, Positions, Text
from undercroft_blind_attack import SPEC
from undercroft_blind_attack.battlefield import deploy
from undercroft_blind_attack.board import board
from undercroft_blind_attack.codes import NEITHER
from undercroft_blind_attack.evaluation import BattleEvaluator
from undercroft_blind_attack.heuristic import AttackIfWorthIt, BattleHeuristic
from undercroft_blind_attack.positions import BattlePositions
from undercroft_blind_attack.restoring import battle_of
from undercroft_blind_attack.sentences import label, sentence
from undercroft_blind_attack.state import Battle, new_battle
from undercroft_blind_attack.values import Entry, Options, Start, View

__all__ = ["BlindAttack"]

_PACKAGE: Final = "undercroft_blind_attack"
_FIRST: Final[dict[str, int]] = {"W": 0, "B": 1, "random": NEITHER}


class BlindAttack(OpenGame[Options, Battle, View, Entry]):
    """Blind Attack (`rules/blind_attack.md`): charges are drawn when they are needed, so nothing is hidden."""

    spec = SPEC
    options_type = Options
    view_type = View
    entry_type = Entry

    def seat_counts(self, options: Options) -> Sequence[int]:
        """Two teams of the size agreed on."""
        return (2 * options.team_size,)

    def sides(self, options: Options, seats: int) -> Sequence[int]:
        """W has the even seats, B the odd ones (§9)."""
        return tuple(seat % 2 for seat in range(seats))

    def start(self, options: Options, seats: int, journal: Journal[Entry] | None = None) -> Battle:
        """Two rows of unknown soldiers; with `first: random` chance names the side that begins."""
        battle = new_battle(options, deploy(), _FIRST[options.first])
        if journal is not None:
            journal.tell(None, Start(BattlePositions().write(battle)))
        return battle

    def from_view(self, view: View, options: Options, seats: int) -> Battle:
        """The position that a view shows."""
        return battle_of(view, options)

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

    def policy(self) -> Policy[Battle]:
        """Attack where it pays."""
        return AttackIfWorthIt()

    def evaluator(self) -> Evaluator[Battle]:
        """Points and men."""
        return BattleEvaluator()

    def heuristic(self) -> Heuristic[Battle, View, Entry]:
        """The best attack less the danger."""
        return BattleHeuristic()

    def positions(self) -> Positions[Options, Battle]:
        """One-line texts."""
        return BattlePositions()
