"""Players who come and go, and those who stay away for too long.

Seconds to return are counted while a match runs and another player is there to wait. They begin anew when a server
does, and after it was stopped for a while: its own absence is nobody's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from undercroft.game import Seat
from undercroft.host.live import Done, LiveMatch
from undercroft.host.presence import Absence
from undercroft.match import Abandon, Answer, Command, Reason, Refusal

__all__ = ["AbsenceDesk"]

NEWS_S: Final = 1.0
"""Watchers are told of comings and goings at most so often: who flickers must not flood all who look on."""

AGAIN_S: Final = 1.0
"""When to say again that a player is gone, if the store couldn't take it."""


class AbsenceDesk:
    """Looks who is there, tells watchers, and has seats given up whose players stay away.

    `submit` puts a command into a match's line. While `asleep()` this process doesn't know yet how long it was away
    itself, and counts nobody out.
    """

    def __init__(self, submit: Callable[[LiveMatch, Command, Done], None], asleep: Callable[[], bool]) -> None:
        self._submit = submit
        self._asleep = asleep

    def look(self, live: LiveMatch) -> None:
        """Begin or end counting, after somebody came or went or the match began or ended."""
        attendance, position = live.attendance, live.match.position
        here = frozenset(watcher.reader for watcher in live.watchers if watcher.reader >= 0)
        players = frozenset(seat for seat, occupant in enumerate(position.occupants) if occupant.kind == "player")
        changed = (here, players) != (attendance.here, attendance.players)
        attendance.here, attendance.players = here, players
        gone = self._waited_for(live)
        for seat in attendance.absences.keys() - gone:
            attendance.absences.pop(seat).end()
            changed = True
        for seat in gone - attendance.absences.keys():
            self._count(live, seat, position.created.abandon_s)
            changed = True
        if changed:
            live.note_news()
            self._tell(live)

    def begin_anew(self, live: LiveMatch) -> None:
        """This process was away itself: whoever was counted out has all the time to return again."""
        self.dismiss(live)
        self.look(live)

    def dismiss(self, live: LiveMatch) -> None:
        """Count nobody out in a match that leaves memory."""
        attendance = live.attendance
        for absence in attendance.absences.values():
            absence.end()
        attendance.absences.clear()

    def _waited_for(self, live: LiveMatch) -> frozenset[Seat]:
        """The players who aren't there while others are, in a match that can be abandoned."""
        position = live.match.position
        if not position.created.abandon_s or position.status != "running":
            return frozenset()
        attendance = live.attendance
        gone = attendance.players - attendance.here
        return gone if gone != attendance.players else frozenset()

    def _count(self, live: LiveMatch, seat: Seat, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        timer = loop.call_later(seconds, self._gone, live, seat)
        live.attendance.absences[seat] = Absence(loop.time() + seconds, timer)

    def _gone(self, live: LiveMatch, seat: Seat) -> None:
        if self._asleep():
            self._count(live, seat, live.match.position.created.abandon_s)
            return
        self._submit(live, Abandon(seat), partial(self._done, live, seat))

    def _done(self, live: LiveMatch, seat: Seat, outcome: Answer | Refusal) -> None:
        absence = live.attendance.absences.get(seat)
        if absence is None:
            return
        if isinstance(outcome, Refusal) and outcome.reason is Reason.STORAGE_UNAVAILABLE:
            absence.timer = asyncio.get_running_loop().call_later(AGAIN_S, self._gone, live, seat)

    def _tell(self, live: LiveMatch) -> None:
        attendance, loop = live.attendance, asyncio.get_running_loop()
        if attendance.telling is None:
            wait = attendance.told_at + NEWS_S - loop.time()
            attendance.telling = loop.call_later(max(0.0, wait), self._tell_now, live)

    def _tell_now(self, live: LiveMatch) -> None:
        live.attendance.telling = None
        live.attendance.told_at = asyncio.get_running_loop().time()
        live.wake_all()
