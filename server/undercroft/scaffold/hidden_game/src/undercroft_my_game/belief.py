"""What one seat can work out: nothing but its own card, until the cards are shown."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from undercroft.game import Belief

from undercroft_my_game.state import Position
from undercroft_my_game.values import Entry, Options, View

__all__ = ["Guess"]


class Guess(Belief[Position, View, Entry]):
    """The rival may hold any card that the seat doesn't, each as likely."""

    def __init__(self, options: Options) -> None:
        self._pack = options.cards
        self._view: View | None = None

    def learn(self, view: View, entries: Sequence[Entry]) -> None:
        """Keep the view: it has all that the entries told."""
        self._view = view

    def sample(self, rng: Random) -> Position:
        """A world that looks like this to the seat."""
        if self._view is None:
            raise ValueError("nothing was learned yet")
        world = Position(self._pack)
        world.plays = self._view.plays
        left = [card for card in range(1, self._pack + 1) if card not in self._view.cards]
        for seat in range(self._view.dealt):
            known = self._view.cards[seat]
            world.cards[seat] = left.pop(rng.randrange(len(left))) if known is None else known
        return world
