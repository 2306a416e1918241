"""The rules: one position with everything in it, and who is told and shown what of it."""

from __future__ import annotations

from typing import Self

from undercroft.game import CHANCE, SPECTATOR, Audience, Journal, Outcome, Seat, State

from undercroft_my_game.values import Dealt, Entry, Play, Played, Shown, View

__all__ = ["PASS", "PUT", "SEATS", "Position"]

SEATS = 2

PASS = 0
"""The action that costs nothing: check, or fold after a bet."""

PUT = 1
"""The action that puts a coin into the pot: bet, or call after a bet."""

_ENDS: dict[tuple[Play, ...], int] = {
    ("check", "check"): 1,
    ("bet", "fold"): 1,
    ("bet", "call"): 2,
    ("check", "bet", "fold"): 1,
    ("check", "bet", "call"): 2,
}
"""Every way in which a game ends, and how many coins it is about."""


class Position(State[View, Entry]):
    """The card of each seat, 0 until chance deals one, and what was done since."""

    def __init__(self, pack: int) -> None:
        self.pack = pack
        self.cards = [0] * SEATS
        self.plays: tuple[Play, ...] = ()

    def dealt(self) -> int:
        """How many seats have a card."""
        return SEATS - self.cards.count(0)

    def to_act(self) -> tuple[Seat, ...]:
        """Chance deals a card to each seat; then the seats take turns."""
        if 0 in self.cards:
            return (CHANCE,)
        return () if self.plays in _ENDS else (len(self.plays) % SEATS,)

    def legal_actions(self, seat: Seat) -> list[int]:
        """Both actions, always."""
        return [PASS, PUT] if seat in self.to_act() else []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Each card that nobody has is as likely; an outcome of chance is a card."""
        if 0 not in self.cards:
            return []
        return [(card, 1) for card in range(1, self.pack + 1) if card not in self.cards]

    def apply(self, seat: Seat, action: int, journal: Journal[Entry] | None = None) -> None:
        """Deal a card, or do what a seat has chosen."""
        if seat == CHANCE:
            self._deal(action, journal)
            return
        play = self._play(action)
        self.plays = (*self.plays, play)
        _tell(journal, None, Played(seat, play))
        if self._is_shown():
            _tell(journal, None, Shown(tuple(self.cards)))

    def _deal(self, card: int, journal: Journal[Entry] | None) -> None:
        seat = self.dealt()
        self.cards[seat] = card
        _tell(journal, (seat,), Dealt(seat, card))
        _tell(journal, (1 - seat, SPECTATOR), Dealt(seat))

    def _play(self, action: int) -> Play:
        if "bet" in self.plays:
            return "call" if action == PUT else "fold"
        return "bet" if action == PUT else "check"

    def _is_shown(self) -> bool:
        """Whether the game is over and nobody has folded."""
        return self.plays in _ENDS and self.plays[-1] != "fold"

    def action_text(self, seat: Seat, action: int) -> str:
        """`check`, `bet`, `fold` or `call`; of chance, the card."""
        return str(action) if seat == CHANCE else self._play(action)

    def view(self, seat: Seat) -> View:
        """A seat's own card; both once they are shown."""
        shown = self._is_shown()
        cards = tuple(card if card and (shown or owner == seat) else None for owner, card in enumerate(self.cards))
        to_act = self.to_act()
        return View(cards, self.dealt(), self.plays, to_act[0] if to_act and to_act != (CHANCE,) else None)

    def outcome(self) -> Outcome | None:
        """The coins won and lost: to whoever didn't fold, or has the higher card."""
        coins = _ENDS.get(self.plays)
        if coins is None:
            return None
        shown = self._is_shown()
        # After a fold it's the other one: whose turn it would be.
        winner = self.cards.index(max(self.cards)) if shown else len(self.plays) % SEATS
        returns = (coins, -coins) if winner == 0 else (-coins, coins)
        return Outcome(returns, (winner,), "showdown" if shown else "fold")

    def clone(self) -> Self:
        """An independent copy."""
        copy = type(self)(self.pack)
        copy.cards, copy.plays = self.cards.copy(), self.plays
        return copy


def _tell(journal: Journal[Entry] | None, audience: Audience, entry: Entry) -> None:
    """Tell the journal, if there is one: search passes none."""
    if journal is not None:
        journal.tell(audience, entry)
