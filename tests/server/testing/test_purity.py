"""What the watch on a game's calls sees, and what it leaves alone."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from time import monotonic
from uuid import uuid4

import pytest
from lantern_game import Lantern

from undercroft.testing import CheckFailed, Property
from undercroft.testing.purity import watched
from undercroft.testing.referee import Setup

LANTERN = Setup(Lantern(), Lantern().options_type(), 2)

READS: list[tuple[Callable[[], object], str]] = [
    (time.time, "time.time"),
    (time.time_ns, "time.time_ns"),
    (monotonic, "time.monotonic"),
    (time.localtime, "time.localtime"),
    (lambda: time.sleep(0), "time.sleep"),
    (lambda: datetime.now(UTC), "datetime.now"),
    (date.today, "date.today"),
    (random.random, "random.random"),
    (lambda: random.randint(1, 6), "global generator"),
    (lambda: random.shuffle([1, 2, 3]), "global generator"),
    (Random, "without a seed"),
    (random.SystemRandom().random, "os.urandom"),
    (uuid4, "os.urandom"),
    (lambda: os.environ.get("HOME"), "os.environ"),
    (lambda: os.getenv("HOME"), "os."),
    (lambda: Path(__file__).read_text("utf-8"), "a file"),
]


@pytest.mark.parametrize(("read", "named"), READS, ids=lambda value: value if isinstance(value, str) else "")
def test_whatever_is_read_is_named_with_its_line(read: Callable[[], object], named: str) -> None:
    with pytest.raises(CheckFailed) as caught, watched(LANTERN.start()):
        read()
    assert caught.value.property is Property.PURE
    assert named in caught.value.why
    assert "\n  at " in caught.value.why


def test_a_seeded_generator_and_an_import_are_nobodys_business() -> None:
    with watched(LANTERN.start()):
        assert Random(5).random() != Random("five").random()
        import this_module_is_found_nowhere_else as found

        assert found.VALUE == 7


def test_a_profiler_that_was_there_goes_on() -> None:
    import sys

    events: list[str] = []
    before = sys.getprofile()

    def profiler(frame: object, event: str, arg: object) -> None:
        events.append(event)

    sys.setprofile(profiler)
    try:
        with watched(LANTERN.start()):
            pass
        assert sys.getprofile() is profiler
    finally:
        sys.setprofile(before)
    assert events


def test_what_watches_the_garbage_is_no_call_of_the_game() -> None:
    import gc

    def timed(phase: str, info: dict[str, int]) -> None:
        time.perf_counter()

    gc.callbacks.append(timed)
    before = gc.get_threshold()
    gc.set_threshold(1)
    try:
        with watched(LANTERN.start()):
            assert len([[number] for number in range(100)]) == 100
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(timed)
    assert gc.isenabled()
