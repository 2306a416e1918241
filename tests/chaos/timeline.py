"""When which fault was on, by the clock of the process that makes them: what every check is measured against."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

now = time.monotonic
"""The one clock of a run, in seconds: faults, clients and the server's log are all timed by it."""


class Kind(StrEnum):
    """What is done to a server or to its clients."""

    KILL = "kill -9"
    SHORT_STOP = "SIGSTOP, short"
    LONG_STOP = "SIGSTOP, long"
    FULL = "disk full"
    READ_ONLY = "read-only store"
    CUT = "connections cut"
    HALF_OPEN = "connections half-open"
    HELD_UP = "packets held up"
    DEAF = "readers that don't read"
    TWICE = "commands sent twice"
    AGAIN = "commands sent again late"
    LATE = "commands delayed past their turn"
    REUSED = "command ids reused"


ABSENT = (Kind.KILL, Kind.LONG_STOP)
"""No server was there, and a server can tell so afterwards."""
UNWRITABLE = (Kind.FULL, Kind.READ_ONLY)
"""The store refused to write."""
TRICKS = (Kind.TWICE, Kind.AGAIN, Kind.LATE, Kind.REUSED)
"""What clients do that mean no good."""

_TICK_S = 0.1
_DRAINING_S = 1.0
"""So long after packets were held up some of them are still on their way."""
_SHORTLY_BEFORE_S = 4.0


@dataclass
class Window:
    """A fault, from its beginning until everything was as before."""

    kind: Kind
    began: float
    ended: float = math.inf

    @property
    def seconds(self) -> float:
        """How long it was on."""
        return self.ended - self.began


class Timeline:
    """The faults of a run."""

    def __init__(self) -> None:
        self.began = now()
        self.windows: list[Window] = []
        self._late: list[tuple[float, float]] = []
        self._refusing: list[Window] = []

    async def notice_lateness(self) -> None:
        """Note, until cancelled, when our own event loop came late: what clients note then has wrong times."""
        while True:
            due = now() + _TICK_S
            await asyncio.sleep(_TICK_S)
            late = now() - due
            if late > _TICK_S:
                self._late.append((due, late))

    def late(self, began: float, ended: float) -> float:
        """By how many seconds our own process came late, at worst, around a time."""
        return max(
            (late for due, late in self._late if due < ended + _TICK_S and began < due + late + _TICK_S), default=0.0
        )

    def held_up(self, at: float) -> float:
        """For how many seconds what a client was told at a moment may have been on its way."""
        held = (
            each
            for each in self.of(Kind.HELD_UP)
            if each.began <= at <= each.ended + _DRAINING_S + self.late(each.ended, at)
        )
        return max((at - each.began for each in held), default=0.0)

    @contextmanager
    def during(self, kind: Kind) -> Iterator[Window]:
        """A fault that is on until the block ends."""
        window = Window(kind, now())
        self.windows.append(window)
        try:
            yield window
        finally:
            window.ended = now()

    def note_refusals(self, at: Sequence[float]) -> None:
        """Tell when the store was found to refuse: only between the first and the last time within a fault is it sure.

        A full disk takes what fits into the room that the write-ahead log has already.
        """
        for window in self.of(*UNWRITABLE):
            found = [moment for moment in at if window.began <= moment <= window.ended]
            if found:
                self._refusing.append(Window(window.kind, min(found), max(found)))

    def nobodys(self, began: float, ended: float) -> float:
        """For how much of a time no server was able to take a command: what no seat may be charged with."""
        return _covered(self.of(*ABSENT) + self._refusing, began, ended)

    def of(self, *kinds: Kind) -> list[Window]:
        """The faults of some kinds."""
        return [window for window in self.windows if window.kind in kinds]

    def told(self, began: float, ended: float) -> str:
        """A time, in seconds since the run began, and the faults that were on in it or shortly before, for people."""
        on = [each for each in self.windows if each.began <= ended and began - _SHORTLY_BEFORE_S <= each.ended]
        spans = ", ".join(f"{each.kind} {each.began - self.began:.2f}-{each.ended - self.began:.2f}" for each in on)
        time = f"{began - self.began:.2f}-{ended - self.began:.2f} s"
        return f"{time}, in which or shortly before there was: {spans or 'nothing'}"

    def touching(self, began: float, ended: float, kinds: Sequence[Kind], margin: float = 0.0) -> list[Window]:
        """Those that were on at some moment of a time; each counts as `margin` seconds longer than it was.

        Those that follow each other within the margin are one.
        """
        spells: list[Window] = []
        for window in sorted(self.of(*kinds), key=lambda window: window.began):
            if spells and window.began <= spells[-1].ended + margin:
                spells[-1].ended = max(spells[-1].ended, window.ended)
            else:
                spells.append(Window(window.kind, window.began, window.ended))
        return [spell for spell in spells if spell.began <= ended and began <= spell.ended + margin]


def _covered(windows: Sequence[Window], began: float, ended: float) -> float:
    """How much of a time lies in at least one of the windows."""
    total, reached = 0.0, began
    for window in sorted(windows, key=lambda window: window.began):
        start, end = max(window.began, reached), min(window.ended, ended)
        if end > start:
            total += end - start
            reached = end
    return total
