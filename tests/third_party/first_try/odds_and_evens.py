"""Odds and Evens: both show one or two fingers at once. Seat 0 scores if the sum is odd, seat 1 if it is even."""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Self

from msgspec import Meta, Struct

from undercroft.game import Belief, Game, GameSpec, Journal, Outcome, Seat, Span, State, Text
from undercroft.hookspecs import hookimpl


class Options(Struct, frozen=True):
    goal: Annotated[int, Meta(ge=1, le=9)] = 3


class View(Struct, frozen=True):
    """`chosen` is what the reader itself has put up, until both have."""

    points: tuple[int, ...]
    chosen: int | None


class Started(Struct, frozen=True, tag="started"):
    goal: int


class Chosen(Struct, frozen=True, tag="chosen"):
    fingers: int


class Shown(Struct, frozen=True, tag="shown"):
    fingers: tuple[int, ...]
    scorer: int


Entry = Started | Chosen | Shown


class Hands(State[View, Entry]):
    def __init__(self, goal: int) -> None:
        self.goal = goal
        self.points = [0, 0]
        self.fingers = [0, 0]

    def to_act(self) -> tuple[Seat, ...]:
        """All who haven't chosen yet."""
        return () if self.goal in self.points else tuple(seat for seat in (0, 1) if not self.fingers[seat])

    def legal_actions(self, seat: Seat) -> list[int]:
        return [1, 2] if seat in self.to_act() else []

    def apply(self, seat: Seat, action: int, journal: Journal[Entry] | None = None) -> None:
        """Only the chooser is told of a choice; everybody of both, once both are made."""
        self.fingers[seat] = action
        if journal is not None:
            journal.tell((seat,), Chosen(action))
        if all(self.fingers):
            fingers, scorer = tuple(self.fingers), 1 - sum(self.fingers) % 2
            self.points[scorer] += 1
            self.fingers = [0, 0]
            if journal is not None:
                journal.tell(None, Shown(fingers, scorer))

    def action_text(self, seat: Seat, action: int) -> str:
        return str(action)

    def view(self, seat: Seat) -> View:
        return View(tuple(self.points), (self.fingers[seat] or None) if seat >= 0 else None)

    def outcome(self) -> Outcome | None:
        if self.goal not in self.points:
            return None
        winner = self.points.index(self.goal)
        return Outcome((1, -1) if winner == 0 else (-1, 1), (winner,), "points", score=tuple(self.points))

    def clone(self) -> Self:
        copy = type(self)(self.goal)
        copy.points, copy.fingers = self.points.copy(), self.fingers.copy()
        return copy


class OwnChoice(Belief[Hands, View, Entry]):
    """A seat knows its own choice. Nothing tells it that the other has chosen: in its worlds the other still will."""

    def __init__(self, options: Options, seat: Seat) -> None:
        self.world, self.seat = Hands(options.goal), seat

    def learn(self, view: View, entries: Sequence[Entry]) -> None:
        self.world.points = list(view.points)
        self.world.fingers[self.seat] = view.chosen or 0

    def sample(self, rng: Random) -> Hands:
        return self.world.clone()


class OddsAndEvens(Game[Options, Hands, View, Entry]):
    options_type, view_type, entry_type = Options, View, Entry

    def seat_counts(self, options: Options) -> Sequence[int]:
        return (2,)

    def start(self, options: Options, seats: int, journal: Journal[Entry] | None = None) -> Hands:
        if journal is not None:
            journal.tell(None, Started(options.goal))
        return Hands(options.goal)

    def belief(self, options: Options, seats: int, seat: Seat) -> OwnChoice:
        return OwnChoice(options, seat)

    def board(self, view: View, lang: str) -> Text:
        chosen = "" if view.chosen is None else f"   you show {view.chosen}"
        return ((Span(f"odds {view.points[0]} : {view.points[1]} evens"), Span(chosen, "own")),)

    def sentence(self, entry: Entry, lang: str) -> str:
        match entry:
            case Started(goal):
                return f"Whoever has {goal} points first wins."
            case Chosen(fingers):
                return f"You put up {fingers}."
            case Shown(fingers, scorer):
                return f"{fingers[0]} and {fingers[1]}: a point for {'odds' if scorer == 0 else 'evens'}."

    def label(self, view: View, action: int, lang: str) -> str:
        return f"show {action}"

    def rules(self, lang: str) -> str:
        return "# Odds and Evens\n\nShow one or two fingers. Seat 0 scores if the sum is odd, seat 1 if it's even.\n"


TITLES, SUMMARIES = {"en": "Odds and Evens"}, {"en": "Show one or two fingers, both at once."}
OddsAndEvens.spec = GameSpec("odds-and-evens", "1", TITLES, SUMMARIES, (2,), action_pattern="[12]", load=OddsAndEvens)


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    return [OddsAndEvens.spec]
