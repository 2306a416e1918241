"""What our clients sent and were told, with the time of each: all that the checks know besides the record."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from tests.chaos.tables import Table
from tests.chaos.timeline import Kind, now
from undercroft_client import EndedFact, Fact, LeftFact, Reason, SeatToken, Update


class Wish(StrEnum):
    """What a command asks for."""

    FOLLOW = "follow"
    ACT = "act"
    RESIGN = "resign"
    DRAW = "draw"
    ABORT = "abort"


@dataclass
class Command:
    """A command of ours, and what came of it: the seq of its acceptance, or why it was refused.

    `trick` tells that it is one of the copies, late ones and so on that a well-meaning client wouldn't send.
    """

    wish: Wish
    sent: float
    command_id: str = ""
    text: str = ""
    seq: int = 0
    trick: Kind | None = None
    answered: float = math.inf
    accepted: int | None = None
    refused: Reason | None = None


@dataclass(frozen=True)
class Reading:
    """An update, as far as clocks are concerned: `left` seconds of the seat's own (None: it has no clock)."""

    at: float
    seq: int
    my_turn: bool
    left: float | None
    running: bool


@dataclass
class SeatHistory:
    """One reader of a match as the client lived it; `seat` None is a spectator.

    `facts` are as they came over all connections, `reread` the same asked for once more at the end. `gone_at` is when
    a player went away for good.
    """

    seat: int | None
    token: SeatToken | None
    commands: list[Command] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    reread: list[Fact] = field(default_factory=list)
    gone_at: float | None = None

    def see(self, update: Update, at: float) -> None:
        """Take an update in."""
        self.facts += told(update)
        clock = next((clock for clock in update.clocks if clock.seat == self.seat), None)
        left, running = (None, False) if clock is None else (clock.left, clock.running)
        self.readings.append(Reading(at, update.seq, update.my_turn, left, running))

    def sends(
        self, wish: Wish, command_id: str = "", text: str = "", seq: int = 0, trick: Kind | None = None
    ) -> Command:
        """Note a command that is sent now."""
        command = Command(wish, now(), command_id, text, seq, trick)
        self.commands.append(command)
        return command

    @property
    def seq(self) -> int:
        """The number of the last fact, to go on from elsewhere."""
        return self.facts[-1].seq if self.facts else 0

    @property
    def ends(self) -> list[EndedFact]:
        """The facts that end the match; there should be one."""
        return [fact for fact in self.facts if isinstance(fact, EndedFact)]

    @property
    def left(self) -> bool:
        """Whether this seat has left the match, for whatever reason, and a bot plays on for it."""
        return self.seat in self.leavers

    @property
    def leavers(self) -> set[int]:
        """The seats that have left the match, as far as this reader was told."""
        return {fact.seat for fact in self.facts if isinstance(fact, LeftFact)}

    def when_told(self, fact: Fact) -> float:
        """When a fact arrived."""
        return next(reading.at for reading in self.readings if reading.seq >= fact.seq)

    @property
    def who(self) -> str:
        """Whose history it is, in words."""
        return "a spectator" if self.seat is None else f"seat {self.seat}"


def told(update: Update) -> list[Fact]:
    """The facts of an update, without the sentences that some clients want and others don't."""
    return [msgspec.structs.replace(fact, sentence="") for fact in update.facts]


@dataclass
class MatchHistory:
    """A match: who sat where, and what each of our clients in it lived."""

    match_id: str
    table: Table
    readers: list[SeatHistory]

    @property
    def players(self) -> list[SeatHistory]:
        """Those of our clients that have a seat."""
        return [reader for reader in self.readers if reader.seat is not None]
