"""Goofspiel as a game that can be hosted."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from undercroft.game import Belief, Game, Heuristic, Journal, Seat, Text
from undercroft_goofspiel import GOOFSPIEL, words
from undercroft_goofspiel.belief import GoofspielBelief
from undercroft_goofspiel.state import SEATS, GoofspielState
from undercroft_goofspiel.values import Entry, Options, Started, View

__all__ = ["Goofspiel"]


class Goofspiel(Game[Options, GoofspielState, View, Entry]):
    """Two seats bid secretly for prizes; in the default variant bids stay secret for ever."""

    spec = GOOFSPIEL
    options_type = Options
    view_type = View
    entry_type = Entry

    def seat_counts(self, options: Options) -> Sequence[int]:
        """Two, whatever the options."""
        return (SEATS,)

    def start(self, options: Options, seats: int, journal: Journal[Entry] | None = None) -> GoofspielState:
        """All cards in hand, no prize settled."""
        if journal is not None:
            journal.tell(None, Started(options.cards))
        return GoofspielState.first(options, journal)

    def belief(self, options: Options, seats: int, seat: Seat) -> GoofspielBelief:
        """The rival has all its cards."""
        return GoofspielBelief(options, seat)

    def board(self, view: View, lang: str) -> Text:
        """A line for each thing on the table."""
        return words.board(view, lang)

    def sentence(self, entry: Entry, lang: str) -> str:
        """A journal entry, told to a person."""
        return words.sentence(entry, lang)

    def label(self, view: View, action: int, lang: str) -> str:
        """What putting down a card means."""
        return words.label(view, action, lang)

    def rules(self, lang: str) -> str:
        """The rules as a player reads them."""
        return words.rules(lang)

    def heuristic(self) -> Heuristic[GoofspielState, View, Entry]:
        """Bid what the prize is worth."""
        return MatchThePrize()


class MatchThePrize(Heuristic[GoofspielState, View, Entry]):
    """The nearer a card is to the prize, the better: the best answer to a rival that bids at random.

    Sheldon M. Ross, "Goofspiel: The Game of Pure Strategy" (1971).
    """

    def scores(
        self, belief: Belief[GoofspielState, View, Entry], view: View, legal: Sequence[int], rng: Random
    ) -> list[float]:
        """Minus the distance between card and prize."""
        return [-abs(card - (view.prize or 0)) for card in legal]
