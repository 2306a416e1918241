"""Tells the operator's plugins that matches have ended, without waiting for them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

import structlog

from undercroft.hookspecs import MatchSummary

__all__ = ["Announcer"]

_log = structlog.get_logger(__name__)

MOST_WAITING = 10_000
"""Ends that wait for a slow plugin; more are dropped with a word in the log."""


class Announcer:
    """Calls `tell` with one summary after another, in a thread that keeps no process alive.

    A plugin that hangs delays those after it and nothing else.
    """

    def __init__(self, tell: Callable[[MatchSummary], None]) -> None:
        self._tell = tell
        self._waiting: queue.Queue[MatchSummary] = queue.Queue(MOST_WAITING)
        self._thread: threading.Thread | None = None

    def announce(self, summary: MatchSummary) -> None:
        """Put a summary in the line."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="match-ended", daemon=True)
            self._thread.start()
        try:
            self._waiting.put_nowait(summary)
        except queue.Full:
            _log.error("nobody was told of the end of a match: a plugin is too slow", match=summary.match_id)

    def _run(self) -> None:
        while True:
            self._tell(self._waiting.get())
