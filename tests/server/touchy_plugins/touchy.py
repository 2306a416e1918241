"""A counting game that fails in the way its options name once somebody plays `boom`, and a bot that fails always."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Literal, NoReturn

import msgspec

from undercroft.bot import Bot, BotSpec, Turn
from undercroft.game import CHANCE, SPECTATOR, Belief, Game, GameSpec, Journal, Outcome, State, Svg, Text
from undercroft.hookspecs import hookimpl

ONE, TWO, BOOM = 1, 2, 9
TEXTS = {ONE: "one", TWO: "two", BOOM: "boom"}

Fault = Literal[
    "none",
    "whisper",
    "raise",
    "hang",
    "quit",
    "unwritable",
    "view",
    "clone",
    "clone_hang",
    "fraction",
    "huge_return",
    "too_many_returns",
    "stranger_wins",
    "huge_code",
    "surrogate",
    "huge_view",
    "huge_entry",
    "silent",
    "no_outcomes",
    "endless_chance",
    "stranger_told",
    "stranger_acts",
    "stuck",
    "start",
    "sides",
    "seat_counts",
]


class Options(msgspec.Struct, frozen=True):
    """Which fault, and the total that ends the game."""

    fault: Fault = "none"
    end: int = 12


class View(msgspec.Struct, frozen=True):
    """The total, and something that only the reader knows: what it played."""

    total: int
    mine: tuple[int, ...]
    ballast: str = ""


class Played(msgspec.Struct, frozen=True, tag_field="type", tag="played"):
    """Somebody played; `action` is told to the one who did."""

    seat: int
    action: int | None
    ballast: str = ""


class Unprintable(Exception):
    """An exception of the worst kind."""

    def __str__(self) -> NoReturn:
        raise ValueError("no text either")

    __repr__ = __str__


class Touchy(State[View, Played]):
    """Seats take turns and count."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.total = 0
        self.turn = 0
        self.boom = False
        self.played: tuple[tuple[int, int], ...] = ()

    def _fails(self, fault: str) -> bool:
        return self.boom and self.options.fault == fault

    @property
    def whispering(self) -> bool:
        """No fault: spectators are told of nothing, not even whose turn it is."""
        return self.options.fault == "whisper"

    def to_act(self) -> tuple[int, ...]:
        if self._fails("no_outcomes") or self._fails("endless_chance"):
            return (CHANCE,)
        if self._fails("stranger_acts"):
            return (SPECTATOR,)
        return () if self.outcome() else (self.turn,)

    def legal_actions(self, seat: int) -> list[int]:
        if seat not in self.to_act() or self._fails("stuck"):
            return []
        return [ONE, TWO, BOOM, *([2**40] if self._fails("huge_code") else [])]

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(0, 1)] if self._fails("endless_chance") else []

    def apply(self, seat: int, action: int, journal: Journal[Played] | None = None) -> None:
        if action == BOOM:
            self.boom = True
            self._explode()
        self.total += action
        self.played = (*self.played, (seat, action))
        silent = self._fails("silent") or seat == CHANCE
        if not silent:
            self.turn = 1 - self.turn
        if journal is not None and not silent:
            for reader in (0, 1):
                journal.tell((reader,), Played(seat, action if reader == seat else None, self._ballast("huge_entry")))
            if not self.whispering:
                journal.tell((SPECTATOR,), Played(seat, None))
            if self._fails("stranger_told"):
                journal.tell((7,), Played(seat, None))

    def _explode(self) -> None:
        match self.options.fault:
            case "raise":
                raise RuntimeError("the word is xyzzy")
            case "unwritable":
                raise Unprintable
            case "hang":
                while True:
                    pass
            case "quit":
                raise SystemExit(3)

    def _ballast(self, fault: str) -> str:
        return "x" * 5_000_000 if self._fails(fault) else ""

    def action_text(self, seat: int, action: int) -> str:
        return "\ud800" if self._fails("surrogate") and action == TWO else TEXTS.get(action, str(action))

    def view(self, seat: int) -> View:
        if self._fails("view"):
            raise RuntimeError("the word is xyzzy")
        return View(
            0 if self.whispering and seat == SPECTATOR else self.total,
            tuple(action for player, action in self.played if player == seat),
            self._ballast("huge_view"),
        )

    def outcome(self) -> Outcome | None:
        if self.boom:
            nonsense: dict[str, Any] = {
                "fraction": ((0.5, 0.5), (), "shared"),
                "huge_return": ((2**40, -(2**40)), (0,), "much"),
                "too_many_returns": ((1, -1, 0), (0,), "three"),
                "stranger_wins": ((1, -1), (5,), "who"),
            }
            if self.options.fault in nonsense:
                return Outcome(*nonsense[self.options.fault])
        if self.total < self.options.end or self._fails("silent"):
            return None
        return Outcome((1, -1), (0,), "counted")

    def clone(self) -> Touchy:
        if self._fails("clone"):
            raise RuntimeError("the word is xyzzy")
        while self._fails("clone_hang"):
            pass
        copy = Touchy(self.options)
        copy.total, copy.turn, copy.boom, copy.played = self.total, self.turn, self.boom, self.played
        return copy


class Nothing(Belief[Touchy, View, Played]):
    """Knows nothing."""

    def learn(self, view: View, entries: Sequence[Played]) -> None:
        return None

    def sample(self, rng: Random) -> Touchy:
        return Touchy(Options())


class TouchyDrawing(Svg[View]):
    """Draws the total, and what the reader played; never what makes thirteen."""

    def draw(self, view: View, lang: str) -> str:
        if view.total == 13:
            raise Unprintable
        return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{lang} {view.total} {view.mine}</text></svg>'


class TouchyGame(Game[Options, Touchy, View, Played]):
    """Counting."""

    options_type = Options
    view_type = View
    entry_type = Played

    def __init__(self) -> None:
        self.spec = SPEC

    def seat_counts(self, options: Options) -> Sequence[int]:
        while options.fault == "seat_counts":
            pass
        return (2,)

    def sides(self, options: Options, seats: int) -> Sequence[int]:
        if options.fault == "sides":
            raise RuntimeError("the word is xyzzy")
        return (0, 1)

    def start(self, options: Options, seats: int, journal: Journal[Played] | None = None) -> Touchy:
        if options.fault == "start":
            raise RuntimeError("the word is xyzzy")
        if journal is not None:
            journal.tell(None, Played(-1, None))
        return Touchy(options)

    def belief(self, options: Options, seats: int, seat: int) -> Nothing:
        return Nothing()

    def _fails(self, view: View) -> bool:
        return BOOM in view.mine

    def board(self, view: View, lang: str) -> Text:
        if self._fails(view) and view.total % 2 == 1:
            raise RuntimeError("the word is xyzzy")
        return ()

    def svg(self) -> Svg[View]:
        return TouchyDrawing()

    def sentence(self, entry: Played, lang: str) -> str:
        if entry.action == BOOM:
            return "\ud800"
        return f"seat {entry.seat} played"

    def label(self, view: View, action: int, lang: str) -> str:
        if self._fails(view):
            return "\ud800"
        return f"say {TEXTS.get(action, action)}"

    def rules(self, lang: str) -> str:
        return "Count."


SPEC = GameSpec(
    id="touchy",
    version="1",
    titles={"en": "Touchy"},
    summaries={"en": "Counting, with care."},
    seats=(2,),
    action_pattern="[a-z]+",
    load=TouchyGame,
)


class Clumsy(Bot):
    """Raises at every decision."""

    def choose(self, turn: Turn) -> int:
        raise RuntimeError("the word is xyzzy")


class Steady(Bot):
    """Plays the first legal action."""

    def choose(self, turn: Turn) -> int:
        return turn.legal[0]


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    """The game."""
    return [SPEC]


@hookimpl
def undercroft_bots() -> Sequence[BotSpec]:
    """The bots."""
    return [BotSpec("clumsy", {"en": "Raises."}, lambda: Clumsy), BotSpec("steady", {"en": "Plays."}, lambda: Steady)]
