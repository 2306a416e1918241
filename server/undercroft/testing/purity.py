"""Whether rules, beliefs and texts read anything that isn't theirs: a clock, the global generator, environment, files.

A state is a function of its actions. What reads the time or draws by itself comes out otherwise on the next replay, and
nobody notices until a match is restored. So Python itself is asked, by its profiling hook, what the game calls; how the
game came to the name (`from time import time`) makes no difference. Compiled code isn't seen.
"""

from __future__ import annotations

import gc
import io
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from types import FrameType
from typing import Any, Final

from undercroft.testing.failure import Property
from undercroft.testing.referee import Played, Referee, Setup
from undercroft.testing.reproduce import broken, guarded
from undercroft.testing.trace import trace

__all__ = ["check_purity", "watched"]

_GLOBAL_GENERATOR: Final = random.random.__self__  # type: ignore[attr-defined]  # what `random.random` is a method of

_CLOCKS: Final = ("time", "monotonic", "perf_counter", "process_time", "thread_time", "clock_gettime")
_BUILTIN: Final = {
    **{getattr(time, name + end): f"the clock (time.{name}{end})" for name in _CLOCKS for end in ("", "_ns")},
    **{getattr(time, name): f"the clock (time.{name})" for name in ("sleep", "ctime", "gmtime", "localtime")},
    os.urandom: "the system's generator (os.urandom)",
    io.open: "a file (open)",
    os.open: "a file (os.open)",
}
_PYTHON: Final = {
    type(os.environ).__getitem__.__code__: "the environment (os.environ)",
    os.getenv.__code__: "the environment (os.getenv)",
}


def check_purity(setup: Setup, actions: Sequence[Played]) -> None:
    """Follow a match with a watch on everything that the game calls.

    Raises:
        CheckFailed: it raises, or reads what isn't its own.
    """
    referee = setup.start()
    with watched(referee):
        setup.start()
    with guarded(referee):
        moments = trace(referee, actions)
        for _ in range(len(actions) + 1):
            with watched(referee):
                next(moments)


@contextmanager
def watched(referee: Referee) -> Iterator[None]:
    """Whatever is called within may read nothing but what the game was given.

    Raises:
        CheckFailed: it does; the message says what, and in which line.
    """
    seen: list[str] = []

    def profile(frame: FrameType, event: str, arg: Any) -> None:
        if seen or event not in {"call", "c_call"}:
            return
        source = _called(arg) if event == "c_call" else _entered(frame)
        caller = frame if event == "c_call" else frame.f_back
        if source is not None and not _imports(frame):
            seen.append(f"{source} is read{_place(caller)}")

    before, collects = sys.getprofile(), gc.isenabled()
    gc.disable()  # what runs when garbage is collected is nobody's call
    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
        if seen:
            raise broken(referee, Property.PURE, seen[0])


def _called(function: Any) -> str | None:
    """What a built-in function reads that isn't the game's, or None."""
    owner = getattr(function, "__self__", None)
    if owner is _GLOBAL_GENERATOR:
        return f"the global generator (random.{function.__name__})"
    if isinstance(owner, type) and issubclass(owner, date) and function.__name__ in {"now", "utcnow", "today"}:
        return f"the clock ({owner.__name__}.{function.__name__})"
    try:
        return _BUILTIN.get(function)
    except TypeError:  # a method of something that can't be hashed
        return None


def _entered(frame: FrameType) -> str | None:
    """The same of a function written in Python."""
    if frame.f_code is random.Random.seed.__code__ and frame.f_locals.get("a", 0) is None:
        return "the system's generator (random.Random without a seed)"
    return _PYTHON.get(frame.f_code)


def _imports(frame: FrameType | None) -> bool:
    """Whether this happens while a module is imported, which reads its file."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _place(frame: FrameType | None) -> str:
    return "" if frame is None else f"\n  at {frame.f_code.co_filename}:{frame.f_lineno} in {frame.f_code.co_name}"
