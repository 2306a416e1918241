"""Thinking time: a seat's clock runs while it has a decision to make, by the server's time.

All times are milliseconds. A decision that begins at `began` with `left` on the clock has to be made by
`began + grace + left`; what it took beyond the grace (the network's share) is taken off. Hosted bots have budgets, not
clocks. While several seats choose at once nobody is shown how the others' clocks run, as that tells who has chosen.
"""

from __future__ import annotations

from undercroft.game import Seat
from undercroft.match.time_control import ClockShown, TimeControl, later

__all__ = ["Clocks"]


class Clocks:
    """The clocks of one match; changed only by the fold over its log."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.left = [control.ms] * seats
        self.began = [-1] * seats
        self.spared_until = 0

    def copy(self) -> Clocks:
        """An independent copy."""
        copy = Clocks(self.control, 0)
        copy.left = self.left.copy()
        copy.began = self.began.copy()
        copy.spared_until = self.spared_until
        return copy

    def begin(self, seat: Seat, at: int) -> None:
        """A decision of the seat begins, or goes on after the match was suspended."""
        if self.control.kind != "fischer":
            self.left[seat] = self.control.ms
        self.began[seat] = at

    def end(self, seat: Seat, at: int) -> None:
        """The seat has made its decision."""
        if self.began[seat] >= 0:
            self.stop(seat, at)
            self.left[seat] += self.control.increment_ms

    def stop(self, seat: Seat, at: int) -> None:
        """The seat's clock stands still from now on; what it took is taken off."""
        if self.began[seat] >= 0:
            self.left[seat] = self.shown(seat).left_at(at)
            self.began[seat] = -1

    def spare(self, ms: int, until: int) -> None:
        """Time in which no server was able to serve is nobody's: `ms` of it, all before `until`.

        A decision that began meanwhile is given back no more than has passed since.
        """
        self.spared_until = until
        for seat in self.running():
            self.began[seat] = later(self.began[seat], ms, until)

    def running(self) -> list[Seat]:
        """The seats whose clocks run."""
        return [seat for seat, began in enumerate(self.began) if began >= 0]

    def shown(self, seat: Seat) -> ClockShown:
        """A seat's clock, to be shown."""
        return ClockShown(seat, self.left[seat], self.began[seat], self.control.grace_ms)

    def deadline(self, seat: Seat) -> int | None:
        """When the seat's time is up; None if its clock stands still."""
        began = self.began[seat]
        return None if began < 0 else began + self.control.grace_ms + self.left[seat]

    def overdue(self, now: int) -> list[Seat]:
        """The seats whose time is up."""
        return [seat for seat in self.running() if (self.deadline(seat) or 0) <= now]

    def next_deadline(self) -> int | None:
        """When the first clock is up; None if none runs."""
        return min(
            (self.began[seat] + self.control.grace_ms + self.left[seat] for seat in self.running()), default=None
        )
