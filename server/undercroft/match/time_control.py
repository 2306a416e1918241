"""How thinking time is counted, and a clock as it is shown; how both are used is told in `clocks`."""

from __future__ import annotations

from typing import Literal

import msgspec

from undercroft.game import Seat

__all__ = ["DAY_MS", "ClockShown", "TimeControl", "later"]

DAY_MS = 24 * 3600 * 1000


class TimeControl(msgspec.Struct, frozen=True, omit_defaults=True):
    """How thinking time is counted.

    `per_move` and `correspondence`: `ms` for each decision. `fischer`: `ms` for the whole match, and `increment_ms`
    more after each action. Nothing is taken off for the first `grace_ms` of a decision.
    """

    kind: Literal["per_move", "fischer", "correspondence"]
    ms: int
    increment_ms: int = 0
    grace_ms: int = 250


class ClockShown(msgspec.Struct, frozen=True):
    """A seat's clock as a reader may know it: `left` at the moment `began`; `began` is -1 if it stands still."""

    seat: Seat
    left: int
    began: int
    grace_ms: int

    def spared(self, ms: int, until: int) -> ClockShown:
        """The clock once it was given time back; see `Clocks.spare`."""
        if self.began < 0:
            return self
        return msgspec.structs.replace(self, began=later(self.began, ms, until))

    def left_at(self, now: int) -> int:
        """What is left at `now`."""
        if self.began < 0:
            return self.left
        return max(0, self.left - max(0, now - self.began - self.grace_ms))


def later(began: int, ms: int, until: int) -> int:
    """When a decision counts as begun, once it was given back `ms` of the time before `until`."""
    return began + max(0, min(ms, until - began))
