"""How far long work has come: one line that is written over on a terminal, one line a stage in a pipe."""

from __future__ import annotations

import sys
import time
from typing import Final

__all__ = ["ProgressLine"]

_OFTEN_S: Final = 0.1


class ProgressLine:
    """Told of progress by being called with a stage, how much is done and of how much; prints to stderr.

    Used in a `with`, it leaves nothing of itself on a terminal.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._terminal = sys.stderr.isatty()
        self._stage = ""
        self._shown_at = 0.0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def __call__(self, stage: str, done: int, whole: int) -> None:
        """Show it, if there is something new to show."""
        now = time.monotonic()
        if self._terminal and (stage != self._stage or now - self._shown_at > _OFTEN_S):
            print(f"\r\x1b[K{self._what}: {stage} {done}/{whole}", end="", file=sys.stderr, flush=True)
            self._shown_at = now
        elif not self._terminal and stage != self._stage:
            print(f"{self._what}: {stage} …", file=sys.stderr, flush=True)
        self._stage = stage
