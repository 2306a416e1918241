"""A seat may say so much; what it plays isn't counted, and no other seat is."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from undercroft.host.chat import refuse_chatter
from undercroft.match import Act, Reason, Resign, Say


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    clock = SimpleNamespace(now=500.0)
    monkeypatch.setattr(time, "monotonic", lambda: clock.now)
    return clock


def test_five_things_at_once_then_one_every_two_seconds(now: SimpleNamespace) -> None:
    live: Any = SimpleNamespace(said={})
    for number in range(5):
        assert refuse_chatter(live, Say(0, f"c{number}", "hello")) is None
    refusal = refuse_chatter(live, Say(0, "c5", "hello"))
    assert refusal is not None
    assert (refusal.reason, refusal.details) == (Reason.RATE_LIMITED, {"seconds": "2"})
    assert refuse_chatter(live, Say(1, "c0", "who are you?")) is None
    assert refuse_chatter(live, Act(0, "a", 3, text="x")) is None
    assert refuse_chatter(live, Resign(0, "r")) is None
    now.now += 2.0
    assert refuse_chatter(live, Say(0, "c6", "hello")) is None
    assert refuse_chatter(live, Say(0, "c7", "hello")) is not None
