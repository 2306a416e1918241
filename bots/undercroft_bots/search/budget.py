"""What a decision may cost: simulations, wall-clock time, and somebody who may call it off."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

__all__ = ["LOOK_SECONDS", "MOST_STEPS", "Budget"]

LOOK_SECONDS: Final = 0.002
"""The clock is looked at about so often, and it is over so long before the deadline."""

MOST_STEPS: Final = 64
"""So many steps at most lie between two looks: a game that was quick may become slow."""


class Budget:
    """Counts simulations (of alpha-beta positions), and looks at the clock and at `cancelled` every few steps.

    Whoever takes a step counts `steps_left` down and calls `look` when nothing is left. With a number of simulations
    and no time nothing depends on a clock but how often `cancelled` is asked. `deadline` is a time of `clock`, seconds;
    `simulations` were counted so far.
    """

    __slots__ = (
        "_between",
        "_cancelled",
        "_clock",
        "_last",
        "deadline",
        "over",
        "simulations",
        "simulations_left",
        "steps_left",
    )

    over: bool
    simulations: int
    simulations_left: int
    steps_left: int
    deadline: float
    _cancelled: Callable[[], bool]
    _clock: Callable[[], float]
    _between: int
    _last: float

    def __init__(
        self,
        simulations: int | None,
        deadline: float,
        cancelled: Callable[[], bool],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.over = False
        self.simulations = 0
        self.simulations_left = -1 if simulations is None else simulations
        self.steps_left = 1
        self.deadline = deadline
        self._cancelled = cancelled
        self._clock = clock
        self._between = 1
        self._last = clock()

    def another(self) -> bool:
        """Whether there may be one more simulation, which is then counted."""
        if self.over or self.simulations_left == 0:
            return False
        if self.simulations_left > 0:
            self.simulations_left -= 1
        self.simulations += 1
        return True

    def look(self) -> bool:
        """Whether it is over; if not, there are some more steps to take until the next look."""
        now = self._clock()
        if now >= self.deadline - LOOK_SECONDS or self._cancelled():
            self.over = True
        passed = now - self._last
        self._last = now
        if passed * 2.0 <= LOOK_SECONDS:
            self._between = min(2 * self._between, MOST_STEPS)
        elif passed > LOOK_SECONDS:
            self._between = max(int(self._between * LOOK_SECONDS / passed), 1)
        self.steps_left = self._between
        return self.over
