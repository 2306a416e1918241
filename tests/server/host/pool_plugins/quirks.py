"""A game without rules to speak of, and bots that behave in every way a bot shouldn't."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NoReturn

import msgspec

from undercroft.bot import Bot, BotRefused, BotSpec, Turn, Weighed
from undercroft.game import Belief, Game, GameSpec, Journal, Outcome, State, Text
from undercroft.hookspecs import hookimpl


class Options(msgspec.Struct, frozen=True):
    """None but a number to read back."""

    offset: int = 0


class View(msgspec.Struct, frozen=True):
    """How many entries there were."""

    total: int


class Said(msgspec.Struct, frozen=True, tag_field="type", tag="said"):
    """A number."""

    number: int


class Forever(State[View, Said]):
    """Seat 0 acts, for ever."""

    def __init__(self, total: int = 0) -> None:
        self.total = total

    def to_act(self) -> tuple[int, ...]:
        return (0,)

    def legal_actions(self, seat: int) -> list[int]:
        return list(range(100)) if seat == 0 else []

    def apply(self, seat: int, action: int, journal: Journal[Said] | None = None) -> None:
        self.total += 1
        if journal is not None:
            journal.tell(None, Said(action))

    def action_text(self, seat: int, action: int) -> str:
        return str(action)

    def view(self, seat: int) -> View:
        return View(self.total)

    def outcome(self) -> Outcome | None:
        return None

    def clone(self) -> Forever:
        return Forever(self.total)


class Learned(Belief[Forever, View, Said]):
    """Keeps the numbers it was told."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.numbers: list[int] = []

    def learn(self, view: View, entries: Sequence[Said]) -> None:
        self.numbers += [entry.number for entry in entries]

    def sample(self, rng: Random) -> Forever:
        return Forever(len(self.numbers))


class Numbers(Game[Options, Forever, View, Said]):
    options_type = Options
    view_type = View
    entry_type = Said

    def seat_counts(self, options: Options) -> Sequence[int]:
        return (2,)

    def start(self, options: Options, seats: int, journal: Journal[Said] | None = None) -> Forever:
        if journal is not None:
            journal.tell(None, Said(0))
        return Forever()

    def belief(self, options: Options, seats: int, seat: int) -> Learned:
        return Learned(options.offset)

    def board(self, view: View, lang: str) -> Text:
        return ()

    def sentence(self, entry: Said, lang: str) -> str:
        return str(entry.number)

    def label(self, view: View, action: int, lang: str) -> str:
        return str(action)

    def rules(self, lang: str) -> str:
        return "There are none."


class Worse(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even a text")


def hang() -> NoReturn:
    while True:
        pass


def flood() -> NoReturn:
    while True:
        os.write(1, b"y\n" * 5000)


def leave_children() -> NoReturn:
    """End, leaving a child behind that holds whatever it has inherited."""
    if os.fork() == 0:
        time.sleep(600)
    os._exit(7)


def close_everything() -> int:
    os.closerange(3, 64)
    return 1


def write_everywhere() -> int:
    for fd in range(3, 64):
        try:
            os.write(fd, b"\xff" * 100)
        except OSError:
            continue
    return 1


def eat() -> NoReturn:
    held = []
    while True:
        held.append(bytearray(1 << 26))


def recurse(depth: int = 0) -> int:
    return recurse(depth + 1) + 1


def chatter() -> int:
    print("\x1b[2J told you", flush=True)
    os.write(2, b"and again\n")
    for _ in range(100):
        print("x" * 500)
    return 1


def leave_a_thread() -> int:
    threading.Thread(target=time.sleep, args=(600,)).start()
    return 1


def interrupt() -> int:
    os.kill(os.getpid(), signal.SIGINT)
    return 1


def fail(error: BaseException) -> Callable[[], NoReturn]:
    def act() -> NoReturn:
        raise error

    return act


def pause() -> int:
    time.sleep(0.1)
    return 1


ACTS: dict[str, Callable[[], Any]] = {
    "hang": hang,
    "flood": flood,
    "sleep": lambda: time.sleep(600),
    "exit": lambda: os._exit(3),
    "segfault": lambda: ctypes.string_at(0),
    "children": leave_children,
    "close": close_everything,
    "garbage": write_everywhere,
    "refuse": fail(BotRefused("now")),
    "raise": fail(RuntimeError("told the operator")),
    "worse": fail(Worse()),
    "surrogate": fail(RuntimeError("\udcff")),
    "huge": fail(RuntimeError("x" * 10_000_000)),
    "leave": fail(SystemExit(0)),
    "interrupted": fail(KeyboardInterrupt()),
    "eat": eat,
    "recurse": recurse,
    "none": lambda: None,
    "text": lambda: "1",
    "illegal": lambda: 1000,
    "enormous": lambda: 10**400,
    "chatter": chatter,
    "thread": leave_a_thread,
    "interrupt": interrupt,
    "hash": lambda: hash("undercroft") % 100,
    "no_fork_support": lambda: int(os.environ["GRPC_ENABLE_FORK_SUPPORT"] == "0"),
    "nice": lambda: os.nice(0),
    "pause": pause,
}


class QuirkOptions(msgspec.Struct, frozen=True):
    does: str = "raise"
    after: int = 0


class Quirk(Bot):
    """Does what its option says, after some turns well played; without a belief, as it needs none."""

    needs_belief = False
    options_type = QuirkOptions

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.turns = 0

    def choose(self, turn: Turn) -> int:
        self.turns += 1
        if self.turns <= self.options.after:
            return turn.legal[0]
        return ACTS[self.options.does]()  # type: ignore[no-any-return]


class Honest(Bot):
    """Tells what it knows, as an action."""

    options_type = QuirkOptions

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.turns = 0

    def choose(self, turn: Turn) -> int:
        self.turns += 1
        answers: dict[str, Callable[[], int]] = {
            "turns": lambda: self.turns,
            "news": lambda: len(turn.entries),
            "sum": lambda: sum(turn.belief.numbers) + turn.belief.offset,  # type: ignore[union-attr]
            "draw": lambda: turn.rng.randrange(100),
            "wait": lambda: self.wait(turn),
        }
        return answers[self.options.does]()

    def wait(self, turn: Turn) -> int:
        """Think until told to stop."""
        while not turn.cancelled():
            pass
        return turn.legal[0]


class Weigher(Bot):
    """Has only to say that it and its process were asked; `does` says what else happens when it weighs."""

    options_type = QuirkOptions
    weighs = True

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.chosen = 0

    def choose(self, turn: Turn) -> int:
        self.chosen += 1
        return turn.legal[0]

    def weigh(self, turn: Turn) -> Sequence[Weighed]:
        does, helps = self.options.does, not self.chosen
        if does == "wait":
            while not turn.cancelled():
                pass
        elif does == "nothing":
            return ()
        elif does == "wrong":
            return [Weighed(1000, 1, 0.0)]
        elif (does, helps) in {("fail", False), ("fail helping", True)}:
            raise RuntimeError("not now")
        return [Weighed(turn.legal[1 if helps else 2], 1, 0.0), Weighed(turn.legal[-1], 1, 0.0)]


class Shy(Bot):
    """Plays nothing."""

    @classmethod
    def check_game(cls, game: Game[Any, Any, Any, Any], options: Any) -> None:
        raise BotRefused("it plays nothing")

    def choose(self, turn: Turn) -> int:
        return turn.legal[0]


class Unborn(Bot):
    """Can't be made."""

    def __init__(self, options: Any = None) -> None:
        raise RuntimeError("not today")

    def choose(self, turn: Turn) -> int:
        return turn.legal[0]


def load_broken() -> type[Bot]:
    sys.exit("no class for you")


SPEC = GameSpec(
    id="numbers",
    version="1",
    titles={"en": "Numbers"},
    summaries={"en": "Numbers"},
    seats=(2,),
    action_pattern=r"\d+",
    load=Numbers,
)
Numbers.spec = SPEC


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    return [SPEC]


@hookimpl
def undercroft_bots() -> Sequence[BotSpec]:
    classes = {"quirk": Quirk, "honest": Honest, "shy": Shy, "unborn": Unborn, "weigher": Weigher}
    bots = [BotSpec(name, {"en": name}, lambda each=each: each) for name, each in classes.items()]  # type: ignore[misc]
    return [*bots, BotSpec("broken", {"en": "broken"}, load_broken)]
