"""Which matches are played: every game of the server, by every kind of players, with clocks of every kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any

from undercroft_client import Fischer, GameInfo, PerMove, TimeControl, TimeoutPolicy

BOTS = ("random", "heuristic")
SHORTEST_ABSENCE_S = 10
"""The least seconds to return that a server takes."""
SEATED_BY: Mapping[str, Callable[[int], dict[str, Any]]] = {"blind-attack": lambda seats: {"team_size": seats // 2}}
"""Options without which a game isn't for so many seats."""


class Manner(StrEnum):
    """How a client of ours plays."""

    PLAYS = "plays"
    THINKS = "takes its time"
    RESIGNS = "resigns"
    AGREES = "agrees on a draw"
    ABORTS = "calls the match off"
    DAWDLES = "lets its time run out"
    LEAVES = "goes away and doesn't come back"
    TRICKS = "sends commands twice, late and with used ids"


@dataclass(frozen=True)
class Table:
    """A match to play: on each seat the manner of a client of ours, or the spec of a bot."""

    game: str
    options: dict[str, Any]
    seats: tuple[Manner | str, ...]
    time_control: TimeControl | None
    on_timeout: TimeoutPolicy
    abandon_seconds: int | None
    spectators: int
    spectator_delay: int

    @property
    def ours(self) -> list[int]:
        """The seats that our clients play."""
        return [seat for seat, who in enumerate(self.seats) if isinstance(who, Manner)]

    @property
    def lineup(self) -> str:
        """Who plays, in words."""
        if not self.ours:
            return "bots only"
        return "ours only" if len(self.ours) == len(self.seats) else "ours and bots"


_OFTEN = {
    Manner.PLAYS: 30,
    Manner.THINKS: 20,
    Manner.TRICKS: 20,
    Manner.RESIGNS: 8,
    Manner.DAWDLES: 10,
    Manner.LEAVES: 5,
    Manner.AGREES: 8,
    Manner.ABORTS: 4,
}


def table(games: Sequence[GameInfo], seed: int, number: int) -> Table:
    """Table number so-and-so of a run; the same for the same seed, whatever happened to the tables before it."""
    random = Random(f"{seed}/{number}")
    game = games[number % len(games)]
    seats = random.choice(game.seats)
    ours = random.choice(([0], [random.randrange(seats)], range(seats), range(seats), ()))
    manner = random.choices(tuple(_OFTEN), tuple(_OFTEN.values()))[0]
    return Table(
        game=game.id,
        options=SEATED_BY[game.id](seats) if game.id in SEATED_BY else {},
        seats=tuple(_who(seat, ours, manner, random) for seat in range(seats)),
        time_control=_clock(random, short=manner is Manner.DAWDLES),
        on_timeout=random.choice((TimeoutPolicy.FORFEIT, TimeoutPolicy.BOT)),
        abandon_seconds=SHORTEST_ABSENCE_S if manner is Manner.LEAVES else None,
        spectators=0 if ours and random.random() < 0.7 else random.randint(1, 3),
        spectator_delay=random.choice((0, 0, 3)),
    )


def _who(seat: int, ours: Sequence[int], manner: Manner, random: Random) -> Manner | str:
    """One of ours has the manner of the table; the others just play, but for a draw, which takes all."""
    if seat not in ours:
        return random.choice(BOTS)
    if manner is Manner.LEAVES and len(ours) < 2:
        return Manner.PLAYS  # nobody counts who is away if no other player waits
    return manner if seat == ours[0] or manner in {Manner.AGREES, Manner.TRICKS} else Manner.PLAYS


def _clock(random: Random, *, short: bool) -> TimeControl | None:
    """A clock: one that runs out soon, or one that leaves time for lost connections."""
    if short:
        return random.choice((PerMove(3.0), Fischer(4.0, 1.0)))
    return random.choice((None, Fischer(60.0, 2.0), PerMove(40.0)))
