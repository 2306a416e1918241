"""What a subscription keeps: every fact once, and of everything else the newest."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.v1 import match_pb2
from undercroft_client import (
    Clock,
    DrawOfferedFact,
    EndedFact,
    MatchStatus,
    Presence,
    ProtocolError,
    RematchAskedFact,
    RematchedFact,
    RematchFailedFact,
    ResumedFact,
    SeatedFact,
    SeatKind,
    SuspendedFact,
    UnknownFact,
)
from undercroft_client.facts import fact_from_wire
from undercroft_client.inbox import FactsMissing, Inbox

RUNNING = match_pb2.MATCH_STATUS_RUNNING


def fact(number: int) -> match_pb2.Fact:
    return match_pb2.Fact(entry=json.dumps({"n": number - 1, "type": "t"}))


def message(since: int, seq: int, **rest: object) -> match_pb2.Update:
    update = match_pb2.Update(since=since, seq=seq, facts=map(fact, range(since + 1, seq + 1)), status=RUNNING)
    update.MergeFrom(match_pb2.Update(**rest))  # type: ignore[arg-type]
    return update


def snapshot(since: int, seq: int, **rest: object) -> match_pb2.Update:
    seats = [match_pb2.SeatInfo(seat=0, kind=match_pb2.SEAT_KIND_OPEN, side=0)]
    return message(since, seq, snapshot=True, match=match_pb2.Match(match_id="m", seats=seats), **rest)


@given(st.data())
def test_however_updates_overlap_every_fact_comes_once(data: st.DataObject) -> None:
    inbox = Inbox(0)
    inbox.receive(snapshot(0, 0))
    told: list[int] = []
    for _ in range(data.draw(st.integers(1, 20))):
        since = data.draw(st.integers(0, inbox.seq))
        inbox.receive(message(since, data.draw(st.integers(since, since + 3)), view="{}"))
        if data.draw(st.booleans()) and inbox.fresh:
            update = inbox.take()
            assert update.since == len(told)
            told += [fact.seq for fact in update.facts]
            assert update.seq == len(told) == inbox.seq
    told += [fact.seq for fact in inbox.take().facts]
    assert told == list(range(1, inbox.seq + 1))


def test_a_gap_is_an_error_and_changes_nothing() -> None:
    inbox = Inbox(3)
    with pytest.raises(FactsMissing, match="facts 4 to 4"):
        inbox.receive(snapshot(4, 5))
    assert (inbox.seq, inbox.fresh) == (3, False)


def test_an_update_that_is_older_changes_nothing() -> None:
    inbox = Inbox(0)
    inbox.receive(snapshot(0, 2, view='{"at":2}'))
    assert not inbox.receive(message(0, 1, view='{"at":1}'))
    assert inbox.take().view == {"at": 2}


def test_the_sums_must_be_right() -> None:
    with pytest.raises(ProtocolError, match="add up"):
        Inbox(0).receive(match_pb2.Update(seq=3, since=0, status=RUNNING))


def test_the_first_update_must_be_a_snapshot() -> None:
    inbox = Inbox(0)
    with pytest.raises(ProtocolError, match="no snapshot"):
        inbox.receive(message(0, 1))
    with pytest.raises(ProtocolError, match="nothing"):
        inbox.take()


def test_parts_of_a_long_list_wait_for_the_state_after_them() -> None:
    inbox = Inbox(0)
    inbox.receive(snapshot(0, 1, view='{"at":1}'))
    inbox.take()
    part = message(1, 3)
    part.ClearField("status")
    assert not inbox.receive(part)
    latest = inbox.latest()
    assert latest is not None
    assert (latest.seq, latest.view, inbox.seq) == (1, {"at": 1}, 3)
    assert inbox.receive(message(3, 4, view='{"at":4}'))
    update = inbox.take()
    assert [fact.seq for fact in update.facts] == [2, 3, 4]
    assert (update.since, update.seq, update.view) == (1, 4, {"at": 4})


def test_what_is_known_of_the_match_follows_the_facts() -> None:
    inbox = Inbox(0)
    inbox.receive(snapshot(0, 0, status=match_pb2.MATCH_STATUS_OPEN))
    assert inbox.take().match.seats[0].kind is SeatKind.OPEN
    seated = match_pb2.Fact(seated=match_pb2.Seated(seat=0, kind=match_pb2.SEAT_KIND_PLAYER, name="Ann"))
    ended = match_pb2.Fact(ended=match_pb2.Ended(reason="aborted"))
    aborted = match_pb2.MATCH_STATUS_ABORTED
    inbox.receive(match_pb2.Update(since=0, seq=2, facts=[seated, ended], status=aborted))
    update = inbox.take()
    assert (update.match.seats[0].kind, update.match.seats[0].name) == (SeatKind.PLAYER, "Ann")
    assert (update.status, update.over, update.outcome) == (MatchStatus.ABORTED, True, None)
    assert inbox.finished


def test_clocks_and_presence_are_the_newest_and_no_facts() -> None:
    inbox = Inbox(0)
    inbox.receive(snapshot(0, 0))
    inbox.take()
    clock = match_pb2.Clock(seat=0, left_milliseconds=1500, running=True)
    away = match_pb2.Presence(seat=0, connected=False, seconds_left=0)
    assert inbox.receive(message(0, 0, clocks=[clock], presence=[away, match_pb2.Presence(seat=1, connected=True)]))
    update = inbox.take()
    assert update.clocks == (Clock(0, 1.5, True),)
    assert update.presence == (Presence(0, False, 0), Presence(1, True, None))
    assert (update.seq, update.facts) == (0, ())


def test_every_kind_of_fact_is_told_and_a_newer_one_is_no_crash() -> None:
    outcome = match_pb2.Outcome(returns=[1, -1], winners=[0], reason="mate", score=[3, 1])
    ended = fact_from_wire(match_pb2.Fact(ended=match_pb2.Ended(outcome=outcome, reason="mate", secret=b"s")), 1)
    assert isinstance(ended, EndedFact)
    assert ended.outcome is not None
    assert (ended.outcome.returns, ended.outcome.score, ended.secret) == ((1, -1), (3, 1), b"s")
    seated = fact_from_wire(match_pb2.Fact(seated=match_pb2.Seated(seat=1, kind=99)), 2)  # type: ignore[arg-type]
    assert seated == SeatedFact(seq=2, seat=1, kind=SeatKind.UNSPECIFIED, name="")
    suspended = match_pb2.Fact(suspended=match_pb2.Suspended(reason="game_failed"))
    assert fact_from_wire(suspended, 3) == SuspendedFact(seq=3, reason="game_failed")
    assert fact_from_wire(match_pb2.Fact(resumed=match_pb2.Resumed()), 4) == ResumedFact(seq=4)
    offered = match_pb2.Fact(draw_offered=match_pb2.DrawOffered(seat=1))
    assert fact_from_wire(offered, 5) == DrawOfferedFact(seq=5, seat=1)
    asked = match_pb2.Fact(rematch_asked=match_pb2.RematchAsked(seat=1))
    assert fact_from_wire(asked, 5) == RematchAskedFact(seq=5, seat=1)
    made = match_pb2.Fact(rematched=match_pb2.Rematched(match_id="m2", seats=[1, 0]))
    assert fact_from_wire(made, 5) == RematchedFact(seq=5, match_id="m2", seats=(1, 0))
    failed = match_pb2.Fact(rematch_failed=match_pb2.RematchFailed(reason="bot_unavailable"))
    assert fact_from_wire(failed, 5) == RematchFailedFact(seq=5, reason="bot_unavailable")
    newer = match_pb2.Fact.FromString(b"\xa2\x06\x00")  # field 100
    newer.sentence = "something new"
    assert fact_from_wire(newer, 6) == UnknownFact(seq=6, sentence="something new")


def test_no_kind_of_fact_that_the_proto_has_is_unknown() -> None:
    for field in match_pb2.Fact.DESCRIPTOR.oneofs_by_name["fact"].fields:
        fact = match_pb2.Fact(entry='{"n": 0, "type": "t"}')
        if field.name != "entry":
            getattr(fact, field.name).SetInParent()
        assert not isinstance(fact_from_wire(fact, 1), UnknownFact), field.name


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"n": 0}', '{"n": "0", "type": "t"}', "{"])
def test_an_entry_of_another_shape_is_an_error(text: str) -> None:
    with pytest.raises(ProtocolError, match="journal entry"):
        fact_from_wire(match_pb2.Fact(entry=text), 1)


def test_news_of_presence_and_clocks_leave_all_else_as_it_was() -> None:
    inbox = Inbox(0)
    legal = match_pb2.LegalActions(codes=[1], texts=["a"])
    inbox.receive(snapshot(0, 2, view="{}", legal=legal, presence=[match_pb2.Presence(seat=0, connected=True)]))
    inbox.take()
    news = match_pb2.Update(
        since=2,
        seq=2,
        presence=[match_pb2.Presence(seat=0, connected=False, seconds_left=9)],
        clocks=[match_pb2.Clock(seat=0, left_milliseconds=1500, running=True)],
    )
    assert inbox.receive(news)
    update = inbox.take()
    assert update.presence == (Presence(0, connected=False, seconds_left=9),)
    assert update.clocks == (Clock(0, 1.5, running=True),)
    assert (update.facts, update.view, update.status) == ((), {}, MatchStatus.RUNNING)
    assert [action.text for action in update.legal] == ["a"]
    assert not inbox.receive(news), "the same again is no news"


def test_news_that_comes_before_the_first_state_is_left_to_that_state() -> None:
    inbox = Inbox(0)
    assert not inbox.receive(match_pb2.Update(presence=[match_pb2.Presence(seat=0)]))
    assert inbox.seat is None
