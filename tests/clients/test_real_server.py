"""The client against the server itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from undercroft.registry import load_registry
from undercroft.rpc import Server, ServerConfig
from undercroft_client import (
    Bot,
    Client,
    DrawOfferedFact,
    MatchStatus,
    Mine,
    Open,
    PerMove,
    Reason,
    Refused,
    RematchedFact,
    SaidFact,
    SeatSession,
    new_token,
)

from .conftest import QUICK
from .playing import play_out

Serve = Callable[[], Awaitable[Server]]


@pytest.fixture
async def serve(tmp_path: Path) -> AsyncIterator[Serve]:
    """Starts the server; again after a stop, on the same address and store."""
    started: list[Server] = []

    async def start() -> Server:
        listen = started[-1].address if started else "127.0.0.1:0"
        config = ServerConfig(store=str(tmp_path / "store.sqlite3"), listen=listen)
        server = Server(config, load_registry())
        await server.start()
        started.append(server)
        return server

    yield start
    await started[-1].stop(0.0)


async def test_a_match_goes_on_over_a_restart_with_nothing_lost_or_told_twice(serve: Serve) -> None:
    server = await serve()
    async with Client(server.address, backoff=QUICK) as client:
        created = await client.create_match("dungeon-of-fear", seats=[Mine("Ann"), Open()])
        joined = await client.join(created.codes[0].code, "Bob")
        match_id = created.match.match_id
        ann, bob = client.seat(match_id, created.token), client.seat(match_id, joined.token)
        first = await ann.wait_turn()
        await ann.act(first.legal[0].code)
        restarted = asyncio.Event()
        client.on_connection(lambda change: restarted.set() if change.again else None)
        await server.stop(0.0)
        acting = asyncio.ensure_future(play_out(bob))
        await serve()
        mine = [fact.seq for fact in first.facts] + await play_out(ann)
        assert restarted.is_set()
        assert mine == list(range(1, ann.seq + 1))
        assert await acting == list(range(1, bob.seq + 1))
        record = await client.record(match_id)
    assert len(record["actions"]) > 2


async def test_a_bot_is_played_to_the_end_and_refusals_keep_their_reasons(serve: Serve) -> None:
    server = await serve()
    async with Client(server.address) as client:
        with pytest.raises(Refused) as caught:
            await client.create_match("dungeon-of-fare")
        assert (caught.value.reason, caught.value.nearest) == (Reason.UNKNOWN_GAME, ["dungeon-of-fear"])
        created = await client.create_match("dungeon-of-fear", seats=[Mine("Ann"), Bot("random")], pace_ms=0)
        async with client.seat(created.match.match_id, created.token) as session:
            await session.wait_turn()
            with pytest.raises(Refused) as caught:
                await session.act("zz9")
            assert caught.value.reason is Reason.INVALID_ACTION
            assert caught.value.legal
            await play_out(session)
            assert session.latest is not None
            assert session.latest.outcome is not None
        with pytest.raises(Refused) as caught:
            await client.seat(created.match.match_id, new_token()).next_update()
        assert caught.value.reason is Reason.UNKNOWN_SEAT


async def test_people_talk_agree_on_a_draw_and_give_up(serve: Serve) -> None:
    server = await serve()
    async with Client(server.address, backoff=QUICK) as client:
        created = await client.create_match("dungeon-of-fear", seats=[Mine("Ann"), Open()])
        joined = await client.join(created.codes[0].code, "Bob")
        ann = client.seat(created.match.match_id, created.token)
        bob = client.seat(created.match.match_id, joined.token)
        await ann.say("good luck")
        await bob.offer_draw()
        heard = []
        async for update in bob:
            heard += update.facts
            if not update.over and any(isinstance(fact, DrawOfferedFact) for fact in update.facts):
                await ann.offer_draw()
        assert [fact.text for fact in heard if isinstance(fact, SaidFact)] == ["good luck"]
        last = bob.latest
        assert last is not None
        assert last.outcome is not None
        assert (last.outcome.reason, last.outcome.winners) == ("draw_agreed", ())
        with pytest.raises(Refused) as caught:
            await ann.resign()
        assert caught.value.reason is Reason.MATCH_OVER


async def test_a_match_that_nobody_began_is_called_off_and_too_much_talk_has_to_wait(serve: Serve) -> None:
    server = await serve()
    async with Client(server.address, backoff=QUICK) as client:
        created = await client.create_match("dungeon-of-fear", seats=[Mine("Ann"), Bot("random")])
        ann = client.seat(created.match.match_id, created.token)
        for number in range(5):
            await ann.say(f"hello {number}")
        with pytest.raises(Refused) as caught:
            await ann.say("hello?")
        assert caught.value.reason is Reason.RATE_LIMITED
        assert int(caught.value.details["seconds"]) > 0
        await ann.abort()
        assert (await client.match(created.match.match_id)).status is MatchStatus.ABORTED


async def rematch_told(session: SeatSession) -> RematchedFact:
    """The news of the rematch, which come after the end."""
    while True:
        for fact in (await session.next_update()).facts:
            if isinstance(fact, RematchedFact):
                return fact


async def test_two_people_play_again_with_the_same_tokens_and_turned_seats(serve: Serve) -> None:
    server = await serve()
    async with Client(server.address, backoff=QUICK) as client:
        created = await client.create_match("dungeon-of-fear", seats=[Mine("Ann"), Open()])
        joined = await client.join(created.codes[0].code, "Bob")
        match_id = created.match.match_id
        ann, bob = client.seat(match_id, created.token), client.seat(match_id, joined.token)
        with pytest.raises(Refused) as caught:
            await ann.rematch()
        assert caught.value.reason is Reason.FORBIDDEN
        await ann.resign()
        for session in (ann, bob):
            await session.rematch()
        told = [await rematch_told(session) for session in (ann, bob)]
        assert told[0].seats == told[1].seats == (1, 0)
        again = [client.seat(told[0].match_id, token) for token in (created.token, joined.token)]
        assert await asyncio.gather(*map(play_out, again))
        assert [session.seat for session in again] == [1, 0]
        last = again[0].latest
        assert last is not None
        assert [seat.name for seat in last.match.seats] == ["Bob", "Ann"]


async def test_a_bot_plays_again_at_once(serve: Serve) -> None:
    server = await serve()
    async with Client(server.address, backoff=QUICK) as client:
        created = await client.create_match("dungeon-of-fear", seats=[Mine("Ann"), Bot("random")], pace_ms=0)
        ann = client.seat(created.match.match_id, created.token)
        await play_out(ann)
        await ann.rematch()
        fact = await rematch_told(ann)
        await play_out(client.seat(fact.match_id, created.token))


async def test_a_clock_is_shown_and_whoever_lets_it_run_out_loses(serve: Serve) -> None:
    server = await serve()
    async with Client(server.address, backoff=QUICK) as client:
        created = await client.create_match("dungeon-of-fear", seats=[Mine("Ann"), Open()], time_control=PerMove(1))
        joined = await client.join(created.codes[0].code, "Bob")
        bob = client.seat(created.match.match_id, joined.token)
        first = await bob.next_update()
        own, others = ({clock.seat: clock for clock in first.clocks}[seat] for seat in (1, 0))
        assert (own.running, others.running) == (False, True)
        assert 0 < others.left <= own.left == 1.0
        async for update in bob:
            last = update
        assert last.outcome is not None
        assert (last.outcome.reason, last.outcome.winners) == ("time", (1,))
