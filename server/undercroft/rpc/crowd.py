"""Spectators are told a few at a time, so that thousands of them on one match keep nobody else waiting.

A step that thousands watch makes thousands of streams ready to write at once. Left to the event loop, all of them
would have their turn before a seat of another match that acts meanwhile.
"""

from __future__ import annotations

import asyncio
import itertools
from typing import Final

__all__ = ["AT_ONCE", "Crowd"]

AT_ONCE: Final = 20
"""Streams that are told in one round of the event loop: a millisecond or so of work."""


class Crowd:
    """Streams of spectators to whom something is due, the longest due first; each waits for its turn once."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Event, None] = {}

    def tell(self, due: asyncio.Event) -> None:
        """Set the event of a stream when it is its turn."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        self._waiting.setdefault(due)

    def _next(self) -> None:
        for due in tuple(itertools.islice(self._waiting, AT_ONCE)):
            del self._waiting[due]
            due.set()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
