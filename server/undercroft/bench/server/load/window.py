"""The time in which moves count."""

from __future__ import annotations

import time
from array import array

__all__ = ["CLOSED", "Window"]


class Window:
    """Counts what is completed from `start` to `end` (`time.monotonic`)."""

    def __init__(self, start: float, end: float) -> None:
        self._start = start
        self._end = end
        self.moves = 0.0
        self.latencies = array("d")
        """Milliseconds, one for everything that was counted."""

    def is_open(self) -> bool:
        """Whether something may still begin."""
        return time.monotonic() < self._end

    def completed(self, began: float, moves: float = 1.0) -> None:
        """Something that began at `began` and holds so many moves is completed now."""
        now = time.monotonic()
        if self._start <= now < self._end:
            self.moves += moves
            self.latencies.append((now - began) * 1e3)


CLOSED = Window(0.0, 0.0)
"""Nothing begins in it."""
