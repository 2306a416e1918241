"""The game as the server, bots and tests know it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from undercroft.game import Evaluator, Game, Heuristic, Journal, Policy, Positions, Seat, Svg, Text
from undercroft_oshi_zumo import SPEC
from undercroft_oshi_zumo.belief import PurseBelief
from undercroft_oshi_zumo.board import board, label
from undercroft_oshi_zumo.judging import MixedBids, Purses, SensibleBids
from undercroft_oshi_zumo.picture import Picture
from undercroft_oshi_zumo.positions import BidsMade
from undercroft_oshi_zumo.ring import ring_of
from undercroft_oshi_zumo.sentences import sentence
from undercroft_oshi_zumo.state import Bout, first_round
from undercroft_oshi_zumo.values import Entry, Options, View

__all__ = ["OshiZumo"]

_PACKAGE: Final = "undercroft_oshi_zumo"


class OshiZumo(Game[Options, Bout, View, Entry]):
    """Oshi-Zumo (`rules/oshi_zumo.md`)."""

    spec = SPEC
    options_type = Options
    view_type = View
    entry_type = Entry

    def seat_counts(self, options: Options) -> Sequence[int]:
        """Two, whatever the options."""
        return (2,)

    def start(self, options: Options, seats: int, journal: Journal[Entry] | None = None) -> Bout:
        """The wrestler in the middle, and nobody has bid."""
        state = first_round(options)
        if journal is not None:
            state.tell_start(journal)
        return state

    def belief(self, options: Options, seats: int, seat: Seat) -> PurseBelief:
        """The rival has all its coins."""
        return PurseBelief(ring_of(options), seat)

    def board(self, view: View, lang: str) -> Text:
        """A picture of the view."""
        return board(view, lang)

    def sentence(self, entry: Entry, lang: str) -> str:
        """An entry of the journal, told to a person."""
        return sentence(entry, lang)

    def label(self, view: View, action: int, lang: str) -> str:
        """What a legal bid is."""
        return label(view, action, lang)

    def rules(self, lang: str) -> str:
        """The rules as a player reads them, in Russian or English."""
        name = "rules.ru.md" if lang == "ru" else "rules.en.md"
        return files(_PACKAGE).joinpath(name).read_text(encoding="utf-8")

    def policy(self) -> Policy[Bout]:
        """Bids as sides mostly make them."""
        return SensibleBids()

    def evaluator(self) -> Evaluator[Bout]:
        """Coins in proportion to the way that is left."""
        return Purses()

    def heuristic(self) -> Heuristic[Bout, View, Entry]:
        """A mixed strategy for the round."""
        return MixedBids()

    def positions(self) -> Positions[Options, Bout]:
        """The bids made."""
        return BidsMade()

    def svg(self) -> Svg[View]:
        """The ring with the wrestler, and the coins."""
        return Picture()
