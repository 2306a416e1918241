"""What many are sent is made once, and is for each as if it had been made for that one alone."""

from __future__ import annotations

import time

import pytest

from undercroft.game import SPECTATOR
from undercroft.host import Update
from undercroft.match import EntryFact, Glance
from undercroft.match.time_control import ClockShown
from undercroft.rpc import encode
from undercroft.rpc.encode import put_update
from undercroft.v1 import match_pb2

CLOCK = ClockShown(seat=0, left=60_000, began=1_000_000, grace_ms=0)


def update_message(number: int, update: Update) -> match_pb2.Update:
    message = match_pb2.Update()
    put_update(message, number, update)
    return message


def an_update(reader: int) -> Update:
    glance = Glance("running", None, b'{"a":1}', to_act=(0,))
    facts = (EntryFact(b'{"n":4,"type":"moved"}'),)
    return Update(reader, 4, 5, facts, ("Moved.",), glance, clocks=(CLOCK,), view_wanted=True, board="[]")


def test_a_thousand_spectators_are_sent_what_one_seat_would_be() -> None:
    update = an_update(SPECTATOR)
    for number in (1, 7):
        message = update_message(number, update)
        alone = update_message(number, an_update(0))
        message.clocks[0].left_milliseconds = alone.clocks[0].left_milliseconds  # time goes on
        assert message == alone
        assert message.subscription == number
        assert message.facts[0].sentence == "Moved."


def test_it_is_made_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Update] = []
    put = encode._put_fact
    monkeypatch.setattr(encode, "_put_fact", lambda message, fact: (made.append(fact), put(message, fact)))
    update = an_update(SPECTATOR)
    messages = [update_message(number, update) for number in range(1000)]
    assert len(made) == 1
    messages[0].facts[0].sentence = "changed"
    assert messages[1].facts[0].sentence == "Moved.", "each is the sender's own"


def test_what_depends_on_the_moment_is_of_the_moment_at_which_each_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    update = an_update(SPECTATOR)
    left = []
    for now_ms in (1_000_000, 1_005_000):
        monkeypatch.setattr(time, "time_ns", lambda now_ms=now_ms: now_ms * 1_000_000)
        left += [clock.left_milliseconds for clock in update_message(1, update).clocks]
    assert left == [60_000, 55_000]


def test_a_watcher_of_one_seat_needs_nothing_kept() -> None:
    update = an_update(0)
    assert isinstance(update_message(1, update), match_pb2.Update)
    assert update.made == []
