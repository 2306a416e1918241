"""What a lost connection may not do: lose a fact, tell it twice, lose an action, play it twice, or stay unnoticed."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from undercroft.v1 import match_pb2, refusal_pb2
from undercroft_client import (
    Backoff,
    CallFailed,
    Client,
    Connection,
    ConnectionLost,
    ConnectionState,
    ProtocolError,
    SeatSession,
)

from .conftest import ANN, BOB, QUICK
from .counting import CountingMatch
from .fake_server import Drop, FakeServer, RefusalError
from .playing import play_out

STAGES = ("open", "subscribed", "received", "applied", "answered")
CODES = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.OK, grpc.StatusCode.INTERNAL)


async def settle(client: Client, session: SeatSession, match: CountingMatch) -> None:
    """Until the session has received all facts."""
    while session.seq < match.seq:
        await client.match(match.match_id)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("stage", STAGES)
async def test_a_match_survives_lost_connections(
    client: Client, server: FakeServer, match: CountingMatch, stage: str, code: grpc.StatusCode
) -> None:
    server.faults[stage].extend([Drop(code)] * 4)
    ann, bob = client.seat(match.match_id, ANN), client.seat(match.match_id, BOB)
    told = await asyncio.gather(play_out(ann), play_out(bob))
    assert not server.faults[stage]
    assert server.opened > 1
    assert match.actions == ["+1"] * 10
    assert told == [list(range(1, match.seq + 1))] * 2


async def test_an_unanswered_action_is_sent_again_under_its_id(
    client: Client, server: FakeServer, match: CountingMatch
) -> None:
    server.faults["applied"].append(Drop())
    session = client.seat(match.match_id, ANN)
    await session.act("+1")
    acts = [command.act for frame in server.frames for command in frame.commands if command.HasField("act")]
    assert len(acts) == 2
    assert acts[0] == acts[1]
    assert match.actions == ["+1"]


async def test_a_session_resumes_from_its_last_fact(client: Client, server: FakeServer, match: CountingMatch) -> None:
    session = client.seat(match.match_id, ANN)
    await session.next_update()
    await session.act("+1")
    await session.next_update()
    server.drop()
    await session.wait_turn() if session.latest and session.latest.my_turn else None
    while server.opened < 2 or not server.readers[match.match_id]:
        await client.match(match.match_id)
    subscribes = [c.subscribe for frame in server.frames for c in frame.commands if c.HasField("subscribe")]
    assert [wish.since for wish in subscribes] == [0, 2]


async def test_a_server_can_tell_which_connection_of_a_client_is_the_newer_one(
    client: Client, server: FakeServer, match: CountingMatch
) -> None:
    session = client.seat(match.match_id, ANN)
    await session.next_update()
    server.drop()
    while server.opened < 2 or not server.readers[match.match_id]:
        await client.match(match.match_id)
    async with Client(server.target) as other:
        await other.seat(match.match_id, BOB).next_update()
    wishes = [c.subscribe for frame in server.frames for c in frame.commands if c.HasField("subscribe")]
    assert wishes[0].client == wishes[1].client != wishes[2].client
    assert all(len(wish.client) == 16 for wish in wishes)
    assert [wish.connection for wish in wishes] == [1, 2, 1]


async def test_a_resumed_state_that_is_not_new_wakes_nobody(
    client: Client, server: FakeServer, match: CountingMatch
) -> None:
    session = client.seat(match.match_id, ANN)
    await session.next_update()
    waiting = asyncio.ensure_future(session.next_update())
    back = asyncio.Event()
    client.on_connection(lambda change: back.set() if change.again else None)
    server.drop()
    await back.wait()
    match.say(1, "still here")
    server.publish(match)
    update = await waiting
    assert [fact.seq for fact in update.facts] == [2]


async def test_facts_sent_twice_are_told_once(client: Client, server: FakeServer, match: CountingMatch) -> None:
    session = client.seat(match.match_id, ANN)
    await session.next_update()
    (reader,) = server.readers[match.match_id]
    match.play(0, "+1")
    reader.push()
    reader.since = 0
    reader.push()
    match.play(1, "+1")
    reader.since = 1
    reader.push()
    await settle(client, session, match)
    update = await session.next_update()
    assert [fact.seq for fact in update.facts] == [2, 3]


async def test_a_gap_is_asked_for_again(client: Client, server: FakeServer, match: CountingMatch) -> None:
    session = client.seat(match.match_id, ANN)
    await session.next_update()
    (reader,) = server.readers[match.match_id]
    match.play(0, "+1")
    match.play(1, "+1")
    reader.since = 2
    reader.push()
    update = await session.next_update()
    assert [fact.seq for fact in update.facts] == [2, 3]
    assert server.opened == 1


async def test_a_server_that_keeps_facts_back_is_found_out(client: Client, server: FakeServer) -> None:
    good, bad = server.new_match([ANN, BOB]), server.new_match([ANN, BOB])
    session, other = client.seat(bad.match_id, ANN), client.seat(good.match_id, ANN)
    await session.next_update()
    await other.next_update()
    reader = server.readers[bad.match_id][0]
    bad.say(1, "unheard")
    update = bad.update(reader.number, 0, 2, reader.wants, snapshot=True)
    reader.stream.put(match_pb2.PlayEvent(update=update))
    with pytest.raises(ProtocolError, match="never sent"):
        await session.next_update()
    await other.act("+1")


async def test_an_update_without_sense_ends_its_own_session_only(client: Client, server: FakeServer) -> None:
    good, bad = server.new_match([ANN, BOB]), server.new_match([ANN, BOB])
    session, other = client.seat(bad.match_id, ANN), client.seat(good.match_id, ANN)
    await session.next_update()
    bad.facts.append(match_pb2.Fact(entry="{not JSON"))
    server.publish(bad)
    with pytest.raises(ProtocolError):
        await session.next_update()
    await other.act("+1")


async def test_news_of_the_connection_say_when_it_is_tried_again(server: FakeServer, match: CountingMatch) -> None:
    news: list[Connection] = []
    async with Client(server.target, backoff=Backoff(0.02, 0.02)) as client:
        client.on_connection(news.append)
        session = client.seat(match.match_id, ANN)
        await session.next_update()
        server.faults["open"].append(Drop())
        server.drop()
        match.say(1, "back")
        while session.seq < 2:
            await client.match(match.match_id)
    states = [change.state for change in news]
    lost = ConnectionState.LOST
    assert states == [ConnectionState.CONNECTED, lost, lost, ConnectionState.CONNECTED, ConnectionState.CLOSED]
    assert [change.attempt for change in news] == [0, 1, 2, 0, 0]
    assert [change.again for change in news] == [False, False, False, True, False]
    assert all(0.01 <= change.retry_in <= 0.02 for change in news if change.state is lost)
    assert "dropped by the test" in news[1].why
    assert client.connection == news[-1]


async def test_a_listener_can_leave_and_may_fail(client: Client, server: FakeServer, match: CountingMatch) -> None:
    news: list[Connection] = []

    def fails(change: Connection) -> None:
        raise RuntimeError(change.state)

    client.on_connection(fails)
    leave = client.on_connection(news.append)
    await client.seat(match.match_id, ANN).next_update()
    leave()
    leave()
    server.drop()
    await client.seat(match.match_id, BOB).next_update()
    assert [change.state for change in news] == [ConnectionState.CONNECTED]


async def test_a_goodbye_is_obeyed(server: FakeServer, match: CountingMatch) -> None:
    news: list[Connection] = []
    async with Client(server.target, backoff=QUICK) as client:
        client.on_connection(news.append)
        session = client.seat(match.match_id, ANN)
        await session.wait_turn()
        server.holding = True
        server.goodbye(30)
        match.play(0, "+1")
        update = await session.next_update()
    assert update.view == {"total": 1}
    assert "shutting down" in next(change.why for change in news if change.state is ConnectionState.LOST)


async def test_a_server_that_is_gone_at_once_is_given_its_time(server: FakeServer, match: CountingMatch) -> None:
    async with Client(server.target, backoff=QUICK) as client:
        lost: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        client.on_connection(
            lambda change: lost.set_result(change.retry_in) if change.state is ConnectionState.LOST else None
        )
        await client.seat(match.match_id, ANN).wait_turn()
        server.goodbye(60_000)
        server.drop(grpc.StatusCode.OK)
        assert 50 < await lost <= 60 + QUICK.most


async def test_answers_still_come_after_a_goodbye(client: Client, server: FakeServer, match: CountingMatch) -> None:
    session = client.seat(match.match_id, ANN)
    await session.wait_turn()
    server.faults["received"].append(match_pb2.PlayEvent(goodbye=match_pb2.Goodbye(reconnect_after_ms=10)))  # type: ignore[arg-type]
    accepted = await session.act("+1")
    assert accepted.seq == 2
    assert server.opened == 2


async def test_an_action_refused_by_a_server_that_goes_is_sent_to_the_next(
    client: Client, server: FakeServer, match: CountingMatch
) -> None:
    session = client.seat(match.match_id, ANN)
    await session.wait_turn()
    server.refusals["act"].append(RefusalError(refusal_pb2.REASON_SHUTTING_DOWN))
    server.refusals["subscribe"].append(RefusalError(refusal_pb2.REASON_SHUTTING_DOWN))
    await session.act("+1")
    assert match.actions == ["+1"]
    assert server.opened == 3


async def test_a_restarted_server_is_found_again(client: Client, server: FakeServer, match: CountingMatch) -> None:
    session = client.seat(match.match_id, ANN)
    await session.wait_turn()
    away = asyncio.Event()
    client.on_connection(lambda change: away.set() if change.attempt > 2 else None)
    await server.stop()
    acting = asyncio.ensure_future(session.act("+1"))
    await away.wait()
    await server.start()
    assert (await acting).seq == 2
    assert match.actions == ["+1"]


async def test_a_passing_refusal_does_not_end_a_resumed_session(
    client: Client, server: FakeServer, match: CountingMatch
) -> None:
    session = client.seat(match.match_id, ANN)
    await session.next_update()
    server.refusals["subscribe"].append(RefusalError(refusal_pb2.REASON_RATE_LIMITED, seconds="0.01"))
    server.refusals["subscribe"].append(RefusalError(refusal_pb2.REASON_STORAGE_UNAVAILABLE))
    server.drop()
    match.say(1, "still here")
    assert [fact.seq for fact in (await session.next_update()).facts] == [2]


async def test_a_stream_that_is_one_too_many_is_opened_again_after_the_seconds_it_was_told(
    client: Client, server: FakeServer, match: CountingMatch
) -> None:
    heard: list[Connection] = []
    client.on_connection(heard.append)
    server.refusals["open"].append(RefusalError(refusal_pb2.REASON_RATE_LIMITED, seconds="0.2"))
    session = client.seat(match.match_id, ANN)
    assert (await session.next_update()).seat == 0
    assert [change.state for change in heard] == [ConnectionState.LOST, ConnectionState.CONNECTED]
    assert heard[0].retry_in >= 0.2
    assert server.opened == 2


async def test_no_frame_is_longer_or_fuller_than_a_server_takes(client: Client, server: FakeServer) -> None:
    match = server.new_match([ANN, BOB])
    sessions = [client.watch(match.match_id) for _ in range(2_500)]
    await sessions[-1].next_update()
    assert [len(frame.commands) for frame in server.frames] == [1_000, 1_000, 500]
    long = "x" * 60_000
    await asyncio.gather(*(session.say(long) for session in sessions[:5]))
    assert max(frame.ByteSize() for frame in server.frames) < 256 * 1024


async def test_an_action_outlives_a_passing_refusal_of_its_resumed_session(
    client: Client, server: FakeServer, match: CountingMatch
) -> None:
    session = client.seat(match.match_id, ANN)
    await session.wait_turn()
    server.faults["received"].append(Drop())
    server.refusals["subscribe"].append(RefusalError(refusal_pb2.REASON_STORAGE_UNAVAILABLE))
    await session.act("+1")
    assert match.actions == ["+1"]


async def test_the_client_gives_up_after_its_patience(server: FakeServer, match: CountingMatch) -> None:
    async with Client(server.target, backoff=Backoff(0.001, 0.01), max_wait=0.3) as client:
        session = client.seat(match.match_id, ANN)
        await session.next_update()
        await server.stop()
        with pytest.raises(ConnectionLost):
            await session.act("+1")
        with pytest.raises(ConnectionLost):
            await session.next_update()
        assert client.connection.state is ConnectionState.GIVEN_UP
        await server.start()
        assert (await client.seat(match.match_id, ANN).next_update()).seat == 0


async def test_a_hopeless_status_is_not_tried_again(client: Client, server: FakeServer, match: CountingMatch) -> None:
    server.faults["open"].append(Drop(grpc.StatusCode.UNIMPLEMENTED))
    with pytest.raises(CallFailed, match="UNIMPLEMENTED"):
        await client.seat(match.match_id, ANN).next_update()
    assert server.opened == 1


async def test_a_cancelled_act_is_not_sent_again(client: Client, server: FakeServer, match: CountingMatch) -> None:
    session = client.seat(match.match_id, ANN)
    await session.wait_turn()
    await server.stop()
    acting = asyncio.ensure_future(session.act("+1"))
    await asyncio.sleep(0)
    acting.cancel()
    await server.start()
    match.say(1, "hello")
    await settle(client, session, match)
    assert match.actions == []


async def test_no_call_is_left_behind(server: FakeServer, match: CountingMatch) -> None:
    for _ in range(20):
        async with Client(server.target) as client:
            await client.seat(match.match_id, ANN).next_update()
    async with Client(server.target) as client:
        while server.streams:
            await client.match(match.match_id)
    assert (server.opened, server.ended) == (20, 20)


async def test_a_thousand_updates_over_many_connections_lose_nothing(server: FakeServer) -> None:
    match = server.new_match([ANN, BOB], target=1000)
    server.faults["answered"].extend([Drop()] * 10)
    server.faults["applied"].extend([Drop(grpc.StatusCode.CANCELLED)] * 10)
    async with Client(server.target, backoff=QUICK) as client:
        ann, bob = client.seat(match.match_id, ANN), client.seat(match.match_id, BOB)
        told = await asyncio.gather(play_out(ann), play_out(bob))
    assert match.actions == ["+1"] * 1000
    assert told == [list(range(1, match.seq + 1))] * 2
