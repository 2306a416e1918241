"""A bound on how long a game's code may hold the event loop.

Rules run on the loop, as they take microseconds. A game that doesn't come back is interrupted by a timer signal, so it
costs its own match and nothing else. That works in the main thread of the process only; elsewhere (in tests, or when
somebody embeds a server in a thread) the guard does nothing.

The bound is so many ticks of the timer, not one long one: ticks that come while the process is stopped, or the machine
asleep, are delivered as one. And on a machine that has no time for this process a call may take three times the bound:
unless it has used half of the bound of the processor's time itself. So a game isn't blamed for time in which it didn't
run, and one that sleeps is interrupted too.
"""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType

__all__ = ["Guard", "RulesHung"]

_TICKS = 8
"""In so many the bound is divided; a stop counts for one of them at most."""
_IDLE_TICKS = 3 * _TICKS
"""So many ticks are enough, however little of the processor's time the game has had."""
_AGAIN_S = 0.1
_PATIENT_RINGS = 3
_SOON_S = 1e-4
_GOLDEN = 0.618


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
        self._ticks = 0
        self._rings = 0
        self._began = 0.0

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
            self._ticks = self._rings = 0
            self._began = time.thread_time()
            self._armed = True
            signal.setitimer(signal.ITIMER_REAL, self._seconds / _TICKS, self._seconds / _TICKS)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if self._installed:
            self._armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)
        if kind is None or issubclass(kind, Exception | RulesHung):
            return
        if kind is KeyboardInterrupt and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            return  # somebody at the terminal; where Ctrl-C is handled otherwise, only a game's code can raise this
        # `SystemExit` would end the server, `CancelledError` the task that happens to run.
        raise RulesHung(f"a game's code raised {kind.__name__}") from error

    def _ring(self, _number: int, frame: FrameType | None) -> None:
        where = None if frame is None else frame.f_code
        if not self._armed or where is Guard.__exit__.__code__:
            return
        self._ticks += 1
        if not self._rings and not self._had_its_time():
            return
        self._rings += 1
        if self._rings == 1:
            # It rings again and again, for code that catches whatever is raised in it.
            signal.setitimer(signal.ITIMER_REAL, _AGAIN_S, _AGAIN_S)
        if self._rings > 1 + _PATIENT_RINGS:
            # A loop round a `try` that catches everything gets away as long as rings land in the `try`. Between that
            # and the next round it is open for a microsecond or so: rings after ever other moments find it.
            signal.setitimer(signal.ITIMER_REAL, 1e-6 + _SOON_S * (self._rings * _GOLDEN % 1), _AGAIN_S)
        if where is not Guard._ring.__code__:
            raise RulesHung(f"a game's code ran for more than {self._seconds:g} s")

    def _had_its_time(self) -> bool:
        used = time.thread_time() - self._began
        return self._ticks >= (_TICKS if used >= self._seconds / 2 else _IDLE_TICKS)
