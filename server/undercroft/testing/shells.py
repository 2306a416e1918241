"""A game that nobody can be good at: name what is hidden, then what will be thrown. Whoever is good at it cheats."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Literal

import msgspec

from undercroft.game import (
    CHANCE,
    Belief,
    Game,
    GameSpec,
    Journal,
    Outcome,
    Seat,
    Span,
    State,
    Text,
    UndercroftError,
)

__all__ = ["GUESSES", "SHELLS", "ShellGame"]

SHELLS: Final = 10
"""A pea is under one of so many shells, and a die has so many sides."""

GUESSES: Final = 2
"""One guess each."""

_HIDING, _NAMING, _CALLING, _THROWING, _OVER = range(5)


class Options(msgspec.Struct, frozen=True):
    """There are none."""


class View(msgspec.Struct, frozen=True):
    """How far it has come."""

    step: int


class Event(msgspec.Struct, frozen=True, tag="event"):
    """Something happened. What is under the shells, what was named and what was thrown is told at the end."""

    what: Literal["begun", "hidden", "named", "called", "thrown"]


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """All is open now."""

    pea: int
    named: int
    thrown: int
    called: int


Entry = Event | Ended


class Shells(State[View, Entry]):
    """What chance and the seat have done so far; -1 for what they haven't."""

    def __init__(self, step: int = _HIDING, pea: int = -1, named: int = -1) -> None:
        self.step = step
        self.pea = pea
        self.named = named
        self.called = -1
        self.thrown = -1

    def to_act(self) -> tuple[Seat, ...]:
        """Chance hides a pea, the seat names a shell, then calls a number, chance throws."""
        return () if self.step == _OVER else (CHANCE,) if self.step in (_HIDING, _THROWING) else (0,)

    def legal_actions(self, seat: Seat) -> list[int]:
        """Any shell or side."""
        return list(range(SHELLS)) if seat in self.to_act() and seat != CHANCE else []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Each is as likely."""
        return [(number, 1) for number in range(SHELLS)] if self.to_act() == (CHANCE,) else []

    def apply(self, seat: Seat, action: int, journal: Journal[Entry] | None = None) -> None:
        """Hide, name, call or throw."""
        if self.step == _HIDING:
            self.pea = action
        elif self.step == _NAMING:
            self.named = action
        elif self.step == _CALLING:
            self.called = action
        else:
            self.thrown = action
        if journal is not None:
            journal.tell(None, Event(_WORDS[self.step]))
        self.step += 1
        if self.step == _OVER and journal is not None:
            journal.tell(None, Ended(self.pea, self.named, self.thrown, self.called))

    def action_text(self, seat: Seat, action: int) -> str:
        """The number."""
        return str(action)

    def view(self, seat: Seat) -> View:
        """Everybody's is the same."""
        return View(self.step)

    def outcome(self) -> Outcome | None:
        """The number of right guesses."""
        if self.step != _OVER:
            return None
        right = (self.pea == self.named) + (self.thrown == self.called)
        return Outcome((right,), (0,) if right else (), "counted")

    def clone(self) -> Shells:
        """An independent copy."""
        twin = Shells(self.step, self.pea, self.named)
        twin.called, twin.thrown = self.called, self.thrown
        return twin


_WORDS: Final[tuple[Literal["hidden", "named", "called", "thrown"], ...]] = ("hidden", "named", "called", "thrown")


class ShellBelief(Belief[Shells, View, Entry]):
    """The pea may be anywhere, and so may what was named."""

    def __init__(self) -> None:
        self._step: int | None = None

    def learn(self, view: View, entries: Sequence[Entry]) -> None:
        """How far it has come."""
        self._step = view.step

    def sample(self, rng: Random) -> Shells:
        """Any pea.

        Raises:
            UndercroftError: nothing was learned yet.
        """
        if self._step is None:
            raise UndercroftError("a belief must learn a view before it can sample")
        pea = rng.randrange(SHELLS) if self._step > _HIDING else -1
        return Shells(self._step, pea, rng.randrange(SHELLS) if self._step > _NAMING else -1)


class ShellGame(Game[Options, Shells, View, Entry]):
    """For one seat."""

    options_type = Options
    view_type = View
    entry_type = Entry

    def seat_counts(self, options: Options) -> Sequence[int]:
        """One."""
        return (1,)

    def start(self, options: Options, seats: int, journal: Journal[Entry] | None = None) -> Shells:
        """Nothing is hidden yet."""
        if journal is not None:
            journal.tell(None, Event("begun"))
        return Shells()

    def belief(self, options: Options, seats: int, seat: Seat) -> ShellBelief:
        """The same for all."""
        return ShellBelief()

    def board(self, view: View, lang: str) -> Text:
        """One line."""
        return ((Span("? " * SHELLS),),)

    def sentence(self, entry: Entry, lang: str) -> str:
        """In a word."""
        return entry.what if isinstance(entry, Event) else "over"

    def label(self, view: View, action: int, lang: str) -> str:
        """The number."""
        return str(action)

    def rules(self, lang: str) -> str:
        """In a sentence."""
        return "# Shells\n\nName the shell with the pea, then the number that will be thrown.\n"


ShellGame.spec = GameSpec(
    id="shells",
    version="1",
    titles={"en": "Shells"},
    summaries={"en": "Name the shell with the pea, then the number that will be thrown."},
    seats=(1,),
    action_pattern="[0-9]",
    load=ShellGame,
)
