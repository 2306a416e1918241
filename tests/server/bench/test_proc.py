"""What the bench reads of a process is what the process knows of itself."""

from __future__ import annotations

import os
import resource
import sys

import pytest

from undercroft.bench.server.proc import cpu_seconds, resident_bytes

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux's")


def test_time_is_that_of_the_process_without_its_children() -> None:
    before, told, after = sum(os.times()[:2]), cpu_seconds(os.getpid()), sum(os.times()[:2])
    assert before - 0.02 <= told <= after + 0.02  # steps of 10 ms each


def test_memory_is_at_most_what_it_ever_was() -> None:
    told = resident_bytes(os.getpid())
    assert 1_000_000 < told <= resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 + 4_000_000
