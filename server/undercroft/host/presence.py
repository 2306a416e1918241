"""Who follows a match from which seat, as far as this process knows. Nothing of it is in the log."""

from __future__ import annotations

import asyncio

import msgspec

from undercroft.game import Seat

__all__ = ["Absence", "Attendance", "Presence"]


class Presence(msgspec.Struct, frozen=True):
    """Whether a player is there. `until` is when a seat that stays empty is abandoned (monotonic seconds), or None."""

    seat: Seat
    connected: bool
    until: float | None


class Absence(msgspec.Struct):
    """A player is counted out: at `until` (monotonic seconds) the seat is abandoned."""

    until: float
    timer: asyncio.TimerHandle

    def end(self) -> None:
        """Count no more."""
        self.timer.cancel()


class Attendance:
    """The seats of one match that are followed, those that players hold, and those whose absence is counted."""

    def __init__(self) -> None:
        self.here: frozenset[Seat] = frozenset()
        self.players: frozenset[Seat] = frozenset()
        self.absences: dict[Seat, Absence] = {}
        self.told_at = float("-inf")
        self.telling: asyncio.TimerHandle | None = None

    def shown(self) -> tuple[Presence, ...]:
        """The players' presence, to be shown to everybody."""
        return tuple(
            Presence(seat, seat in self.here, self.absences[seat].until if seat in self.absences else None)
            for seat in sorted(self.players)
        )
