"""A game for three: each in turn plays 0 or 1, twice; whoever played most wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import msgspec

from undercroft.game import Belief, Game, GameSpec, Journal, Outcome, Seat, State, Text

TURNS = 2


class Options(msgspec.Struct, frozen=True):
    """None."""


class View(msgspec.Struct, frozen=True):
    """Everything."""

    played: tuple[int, ...]


class Played(msgspec.Struct, frozen=True, tag_field="type", tag="played"):
    """What was played, or None at the start."""

    action: int | None


class RoundState(State[View, Played]):
    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.played: list[int] = []

    def to_act(self) -> tuple[Seat, ...]:
        return () if len(self.played) == TURNS * self.seats else (len(self.played) % self.seats,)

    def legal_actions(self, seat: Seat) -> list[int]:
        return [0, 1] if (seat,) == self.to_act() else []

    def apply(self, seat: Seat, action: int, journal: Journal[Played] | None = None) -> None:
        self.played.append(action)
        if journal is not None:
            journal.tell(None, Played(action))

    def action_text(self, seat: Seat, action: int) -> str:
        return str(action)

    def view(self, seat: Seat) -> View:
        return View(tuple(self.played))

    def outcome(self) -> Outcome | None:
        if self.to_act():
            return None
        sums = tuple(sum(self.played[seat :: self.seats]) for seat in range(self.seats))
        return Outcome(sums, tuple(seat for seat in range(self.seats) if sums[seat] == max(sums)), "played")

    def clone(self) -> RoundState:
        copy = RoundState(self.seats)
        copy.played = self.played.copy()
        return copy


def _load() -> NoReturn:
    raise NotImplementedError


class Round(Game[Options, RoundState, View, Played]):
    spec = GameSpec("round", "1", {"en": "Round"}, {"en": "Round."}, (3,), "[01]", _load)
    options_type = Options
    view_type = View
    entry_type = Played

    def seat_counts(self, options: Options) -> Sequence[int]:
        return (3,)

    def start(self, options: Options, seats: int, journal: Journal[Played] | None = None) -> RoundState:
        if journal is not None:
            journal.tell(None, Played(None))
        return RoundState(seats)

    def belief(self, options: Options, seats: int, seat: Seat) -> Belief[RoundState, View, Played]:
        raise NotImplementedError

    def board(self, view: View, lang: str) -> Text:
        return ()

    def sentence(self, entry: Played, lang: str) -> str:
        return ""

    def label(self, view: View, action: int, lang: str) -> str:
        return ""

    def rules(self, lang: str) -> str:
        return ""
