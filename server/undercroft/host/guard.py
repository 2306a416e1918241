"""A bound on how long a game's code may hold the event loop.

Rules run on the loop, as they take microseconds. A game that doesn't come back is interrupted by a timer signal, so it
costs its own match and nothing else. That works in the main thread of the process only; elsewhere (in tests, or when
somebody embeds a server in a thread) the guard does nothing.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType

__all__ = ["Guard", "RulesHung"]

_AGAIN_S = 0.1


class RulesHung(BaseException):  # a BaseException, so that a game's own `except Exception` can't swallow it
    """A game's code held the loop for too long, or tried to end the process. For the operator, never for a seat."""


class Guard:
    """`with guard:` round every call into a game's code; not to be nested.

    `seconds` is the bound for one such block. `install` once before use, `remove` when done.
    """

    def __init__(self, seconds: float = 2.0) -> None:
        self._seconds = seconds
        self._installed = False
        self._armed = False
        self._before: object = None

    def install(self) -> None:
        """Take the timer signal, if this is the main thread and nobody else has it."""
        if threading.current_thread() is not threading.main_thread():
            return
        if signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
            return
        signal.signal(signal.SIGALRM, self._ring)
        self._installed = True

    def remove(self) -> None:
        """Give the timer signal back."""
        if self._installed:
            self._installed = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)

    def __enter__(self) -> None:
        if self._installed:
            self._armed = True
            # It rings again and again: code that catches everything in a loop is interrupted every time.
            signal.setitimer(signal.ITIMER_REAL, self._seconds, _AGAIN_S)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if self._installed:
            self._armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)
        if kind is not None and not issubclass(kind, Exception | RulesHung | KeyboardInterrupt):
            # `SystemExit` would end the server, `CancelledError` the task that happens to run.
            raise RulesHung(f"a game's code raised {kind.__name__}") from error

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        if self._armed:
            raise RulesHung(f"a game's code ran for more than {self._seconds:g} s")
