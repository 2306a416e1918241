"""Hidden Number: guess it first. Only the one who guesses is told whether the number is lower or higher."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Literal, Self

from msgspec import Meta, Struct

from undercroft.game import (
    CHANCE,
    SPECTATOR,
    Audience,
    Belief,
    Game,
    GameSpec,
    Journal,
    Outcome,
    Seat,
    Span,
    State,
    Text,
)
from undercroft.hookspecs import hookimpl


class Options(Struct, frozen=True):
    """The number is one of 1 to `numbers`."""

    numbers: Annotated[int, Meta(ge=2, le=100)] = 20


class View(Struct, frozen=True):
    """The reader knows that the number, once hidden, is one of `low` to `high`; `guesses` counts everybody's."""

    low: int
    high: int
    hidden: bool
    guesses: int
    finder: int | None


class Started(Struct, frozen=True, tag="started"):
    """A number will be hidden."""

    numbers: int


class Hidden(Struct, frozen=True, tag="hidden"):
    """Now it is."""


class Guessed(Struct, frozen=True, tag="guessed"):
    """A wrong guess; `guess` and `answer` are null for everybody but the one who guessed."""

    seat: int
    guess: int | None = None
    answer: Literal["lower", "higher"] | None = None


class Found(Struct, frozen=True, tag="found"):
    """The right guess."""

    seat: int
    number: int


Entry = Started | Hidden | Guessed | Found


def tell(journal: Journal[Entry] | None, audience: Audience, entry: Entry) -> None:
    """Tell the journal, if there is one."""
    if journal is not None:
        journal.tell(audience, entry)


class Position(State[View, Entry]):
    """The number (0 until chance hides one), and what each seat knows of it."""

    def __init__(self, numbers: int, seats: int) -> None:
        self.numbers = numbers
        self.number = 0
        self.known = [(1, numbers)] * seats
        self.guesses = 0
        self.finder: Seat | None = None

    def to_act(self) -> tuple[Seat, ...]:
        """Chance hides a number, then the seats guess in turn."""
        if self.finder is not None:
            return ()
        return (self.guesses % len(self.known),) if self.number else (CHANCE,)

    def legal_actions(self, seat: Seat) -> list[int]:
        """Any number; to leave out what it has ruled out is the seat's own affair."""
        return list(range(1, self.numbers + 1)) if seat in self.to_act() else []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Each number is as likely."""
        return [] if self.number else [(number, 1) for number in range(1, self.numbers + 1)]

    def apply(self, seat: Seat, action: int, journal: Journal[Entry] | None = None) -> None:
        """Hide a number, or guess."""
        if seat == CHANCE:
            self.number = action
            tell(journal, None, Hidden())
            return
        self.guesses += 1
        if action == self.number:
            self.finder = seat
            self.known = [(action, action)] * len(self.known)
            tell(journal, None, Found(seat, action))
            return
        low, high = self.known[seat]
        lower = self.number < action
        self.known[seat] = (low, min(high, action - 1)) if lower else (max(low, action + 1), high)
        tell(journal, (seat,), Guessed(seat, action, "lower" if lower else "higher"))
        others = [other for other in range(len(self.known)) if other != seat]
        tell(journal, (*others, SPECTATOR), Guessed(seat))

    def action_text(self, seat: Seat, action: int) -> str:
        """The number."""
        return str(action)

    def view(self, seat: Seat) -> View:
        """What the seat has found out; a spectator finds out nothing until the end."""
        low, high = (1, self.numbers) if seat == SPECTATOR and self.finder is None else self.known[seat]
        return View(low, high, self.number != 0, self.guesses, self.finder)

    def outcome(self) -> Outcome | None:
        """Whoever finds the number wins."""
        if self.finder is None:
            return None
        returns = tuple(1 if seat == self.finder else -1 for seat in range(len(self.known)))
        return Outcome(returns, (self.finder,), "found")

    def clone(self) -> Self:
        """An independent copy."""
        copy = type(self)(self.numbers, len(self.known))
        copy.number, copy.known, copy.guesses, copy.finder = self.number, self.known.copy(), self.guesses, self.finder
        return copy


class Knowledge(Belief[Position, View, Entry]):
    """The number is one that the seat hasn't ruled out; of the others' guesses it knows nothing."""

    def __init__(self, options: Options, seats: int, seat: Seat) -> None:
        self.start = Position(options.numbers, seats)
        self.seat = seat
        self.view: View | None = None

    def learn(self, view: View, entries: Sequence[Entry]) -> None:
        """The view has it all."""
        self.view = view

    def sample(self, rng: Random) -> Position:
        """Any number of those that are left."""
        if self.view is None:
            raise ValueError("nothing was learned yet")
        world = self.start.clone()
        world.number = rng.randint(self.view.low, self.view.high) if self.view.hidden else 0
        world.known[self.seat] = (self.view.low, self.view.high)
        world.guesses, world.finder = self.view.guesses, self.view.finder
        return world


class HiddenNumber(Game[Options, Position, View, Entry]):
    """The game."""

    options_type = Options
    view_type = View
    entry_type = Entry

    def seat_counts(self, options: Options) -> Sequence[int]:
        """Two to four."""
        return SPEC.seats

    def start(self, options: Options, seats: int, journal: Journal[Entry] | None = None) -> Position:
        """No number is hidden yet."""
        if journal is not None:
            journal.tell(None, Started(options.numbers))
        return Position(options.numbers, seats)

    def belief(self, options: Options, seats: int, seat: Seat) -> Knowledge:
        """Any number is possible."""
        return Knowledge(options, seats, seat)

    def board(self, view: View, lang: str) -> Text:
        """One line."""
        return ((Span(f"{view.low} … {view.high}", "strong"), Span(f"   guesses: {view.guesses}", "dim")),)

    def sentence(self, entry: Entry, lang: str) -> str:
        """A journal entry, told to a person; seats count from 0, as they do on every screen."""
        match entry:
            case Started(numbers):
                return f"Find a number from 1 to {numbers}."
            case Hidden():
                return "The number is hidden."
            case Found(seat, number):
                return f"Seat {seat} finds it: {number}."
            case Guessed(seat, guess, answer):
                return f"Seat {seat} guesses wrong." if guess is None else f"It's not {guess}, it's {answer}."

    def label(self, view: View, action: int, lang: str) -> str:
        """What an action does."""
        return f"guess {action}"

    def rules(self, lang: str) -> str:
        """The rules as a player reads them."""
        return "# Hidden Number\n\nGuess in turn. Only you are told whether the number is lower or higher.\n"


SPEC = GameSpec(
    id="hidden-number",
    version="1",
    titles={"en": "Hidden Number"},
    summaries={"en": "Find a number before the others do."},
    seats=(2, 3, 4),
    action_pattern="[1-9][0-9]?|100",
    load=HiddenNumber,
)
HiddenNumber.spec = SPEC


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    """The games of this plugin."""
    return [SPEC]
