"""The whole server over the wire: streams that carry many seats, coming back, shutting down."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import weakref
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from grpc_status import rpc_status

from undercroft.registry import load_registry
from undercroft.rpc.server import ListenError, Server, ServerConfig
from undercroft.v1 import bot_pb2, game_pb2, match_pb2

from .serving import GOOFSPIEL, PATIENCE, TOKENS, Served, act, name_of, request_for, serving, subscribe


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    async with serving(tmp_path) as running:
        yield running


async def refused(call: Any) -> str:
    """The reason with which a call is refused."""
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call
    status = rpc_status.from_call(error.value)  # type: ignore[arg-type]
    assert status is not None, error.value
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    return info.reason


def an_act(match_id: str, token: bytes, seq: int, text: str, command_id: str = "c") -> match_pb2.ActRequest:
    return match_pb2.ActRequest(
        match_id=match_id, seat_token=token, action=match_pb2.Action(command_id=command_id, seq=seq, text=text)
    )


async def test_one_stream_carries_many_seats_of_many_matches(served: Served) -> None:
    matches = [await served.match("dungeon-of-fear") for _ in range(20)]
    stream = served.play()
    await stream.send(*(subscribe(2 * n + seat, m, seat) for n, m in enumerate(matches) for seat in (0, 1)))
    done, rng, seen = 0, Random(3), 0
    while done < 2 * len(matches):
        await stream.until(lambda seen=seen: len(stream.events) > seen)
        fresh, seen = stream.events[seen:], len(stream.events)
        commands = []
        for event in fresh:
            assert event.WhichOneof("event") in {"update", "accepted"}
            update = event.update
            if update.legal.codes:
                text = rng.choice(update.legal.texts)
                commands.append(act(update.subscription, text, update.seq, f"{update.subscription}/{update.seq}"))
            done += update.status == match_pb2.MATCH_STATUS_FINISHED
        if commands:
            await stream.send(*commands)
    for number, match_id in enumerate(matches):
        record = json.loads((await served.matches.GetRecord(match_pb2.GetRecordRequest(match_id=match_id))).record)
        own = [a.command_id for a in stream.of("accepted") if a.subscription // 2 == number]
        assert len(record["actions"]) == len(own) == len(set(own))
        for seat in (0, 1):
            updates = stream.updates(2 * number + seat)
            assert updates[0].snapshot
            assert not any(update.snapshot for update in updates[1:])
            assert [update.since for update in updates[1:]] == [update.seq for update in updates[:-1]]
            assert all(len(update.facts) == update.seq - update.since for update in updates)
            entries = [json.loads(fact.entry) for fact in stream.facts(2 * number + seat) if fact.entry]
            assert [entry["n"] for entry in entries] == list(range(len(entries)))
    await stream.close()


async def test_answers_come_in_the_order_of_the_commands_whatever_is_wrong_with_them(served: Served) -> None:
    match_id = await served.match()
    stream = served.play()
    own = await stream.snapshot(0, match_id, 0)
    nothing = match_pb2.PlayCommand(act=match_pb2.Action(subscription=0, command_id="nothing", seq=own.seq))
    await stream.send(
        act(0, "one", own.seq, "sound"), nothing, act(0, "one", own.seq, "late"), act(0, "one", own.seq, "i" * 65)
    )
    await stream.until(lambda: len(stream.of("refusal")) == 3)
    answers = [getattr(event, event.WhichOneof("event")) for event in stream.events]
    ids = [answer.command_id for answer in answers if not isinstance(answer, match_pb2.Update)]
    assert ids == ["sound", "nothing", "late", ""]
    await stream.close()


async def test_watch_and_act_are_enough_to_play(served: Served) -> None:
    match_id = await served.match("dungeon-of-fear")

    async def player(seat: int) -> list[match_pb2.Fact]:
        facts = []
        watch = served.matches.Watch(match_pb2.WatchRequest(match_id=match_id, seat_token=TOKENS[seat]))
        async for response in watch:
            facts += response.update.facts
            if response.update.status == match_pb2.MATCH_STATUS_FINISHED:
                watch.cancel()
                return facts
            if response.update.legal.texts:
                answer = await served.matches.Act(
                    an_act(match_id, TOKENS[seat], response.update.seq, response.update.legal.texts[0], f"{len(facts)}")
                )
                assert answer.accepted.seq > response.update.seq
        raise AssertionError("the stream ended before the match")

    async with asyncio.timeout(PATIENCE):
        white, black = await asyncio.gather(player(0), player(1))
    assert white[-1].HasField("ended")
    assert white[-1] == black[-1]


async def test_from_any_seq_nothing_is_missing_also_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        match_id = await served.match("touchy", options='{"end": 100}')
        stream = served.play()
        seqs = [(await stream.snapshot(seat, match_id, seat)).seq for seat in (0, 1)]
        await stream.snapshot(2, match_id, None)
        for turn in range(10):
            seat = turn % 2
            await stream.answer(act(seat, "two", seqs[seat], f"t{turn}"))
            seqs = [seq + 1 for seq in seqs]
        await stream.until(lambda: all(stream.updates(number)[-1].seq == seqs[0] for number in range(3)))
        whole = {number: stream.facts(number) for number in range(3)}
        newest = {number: stream.updates(number)[-1] for number in range(3)}
        await stream.close()
    for restart in (1, 2):
        async with serving(tmp_path) as served:
            stream = served.play()
            number = 10
            for reader, seat in enumerate((0, 1, None)):
                for since in (*range(len(whole[reader]) + 1), 2**64 - 1):
                    number += 1
                    snapshot = await stream.snapshot(number, match_id, seat, since=since)
                    assert list(snapshot.facts) == whole[reader][since:]
                    assert snapshot.seq == newest[reader].seq == len(whole[reader])
                    for part in ("view", "to_act", "status", "legal"):
                        assert getattr(snapshot, part) == getattr(newest[reader], part)
                    assert snapshot.match.match_id == match_id
                    assert snapshot.seat == (-2 if seat is None else seat)
            again = await served.matches.Act(an_act(match_id, TOKENS[0], 3, "two", "t0"))
            assert again.accepted.seq == 4, f"restart {restart}: a repeat gets the first answer"
            assert await refused(served.matches.Act(an_act(match_id, TOKENS[0], 3, "one", "t0"))) == "COMMAND_ID_REUSED"
            await stream.close()


async def test_nobody_hears_of_what_it_is_not_told(tmp_path: Path) -> None:
    """While both choose, the first one's choice makes no frame for the rival and the spectators."""
    async with serving(tmp_path, plugins=GOOFSPIEL) as served:
        match_id = await served.match("goofspiel", options='{"cards": 3, "prizes": "ascending"}')
        stream, others = served.play(), served.play()
        own = await stream.snapshot(0, match_id, 0)
        before = [await others.snapshot(number, match_id, seat) for number, seat in ((1, 1), (2, None))]
        await stream.answer(act(0, "2", own.seq, "first"))
        await stream.until(lambda: len(stream.updates(0)) == 2)
        # The other stream answers something else: whatever was due to it before would have come before.
        assert (await others.answer(act(2, "1", 0, "ping"))).reason
        assert (await others.answer(act(1, "9", before[0].seq, "pong"))).reason
        assert [len(others.updates(number)) for number in (1, 2)] == [1, 1]
        late = await others.snapshot(3, match_id, None)
        assert (late.seq, late.view, list(late.to_act)) == (before[1].seq, before[1].view, [0, 1])
        await others.answer(act(1, "1", before[0].seq, "second"))
        for reader in (stream, others):
            await reader.until(lambda reader=reader: reader.updates(0 if reader is stream else 2)[-1].seq > late.seq)
        await stream.close()
        await others.close()


async def test_a_stream_that_sends_nothing_more_is_still_told(served: Served) -> None:
    match_id = await served.match()
    stream = served.play()
    own = await stream.snapshot(1, match_id, 1)
    await stream.call.done_writing()
    await served.matches.Act(an_act(match_id, TOKENS[0], own.seq, "one"))
    await stream.until(lambda: len(stream.updates(1)) == 2)
    await served.matches.Act(an_act(match_id, TOKENS[1], own.seq + 1, "one"))
    await stream.until(lambda: len(stream.updates(1)) == 3)
    await stream.close()


async def test_a_stream_with_nothing_to_come_ends(served: Served) -> None:
    match_id = await served.match()
    stream = served.play()
    await stream.snapshot(1, match_id, 1)
    await stream.send(match_pb2.PlayCommand(unsubscribe=match_pb2.Unsubscribe(subscription=1)))
    await stream.call.done_writing()
    assert await stream.ended() is grpc.StatusCode.OK
    assert stream.of("ended")[0].why == match_pb2.SubscriptionEnded.WHY_UNSUBSCRIBED


async def test_a_stream_that_has_ended_keeps_nothing_of_its_matches_in_memory(served: Served) -> None:
    """Without waiting for the garbage collector, which looks rarely."""
    match_id = await served.match()
    stream = served.play()
    await stream.snapshot(1, match_id, 0)
    live = served.server._host.memory.lives[match_id]
    followed = weakref.ref(next(iter(live.watchers)).outlet)  # a compiled watcher takes no weak reference
    gc.disable()
    try:
        await stream.close()
        async with asyncio.timeout(PATIENCE):
            while followed() is not None:  # noqa: ASYNC110 - nobody announces it
                await asyncio.sleep(0)
    finally:
        gc.enable()
    assert not live.watchers


async def test_a_seat_taken_over_is_told_so_on_play_and_on_watch(served: Served) -> None:
    match_id = await served.match()
    stream = served.play()
    await stream.snapshot(1, match_id, 0)
    watch = served.matches.Watch(match_pb2.WatchRequest(match_id=match_id, seat_token=TOKENS[0]))
    assert (await watch.read()).update.snapshot
    (end,) = await stream.until(lambda: stream.of("ended"))
    assert (end.subscription, end.why) == (1, match_pb2.SubscriptionEnded.WHY_TAKEN_OVER)
    assert name_of((await stream.answer(act(1, "one", 3, "late"))).reason) == "UNKNOWN_SUBSCRIPTION"
    await stream.snapshot(1, match_id, 1)
    await stream.snapshot(2, match_id, 0)
    assert (await watch.read()).ended.why == match_pb2.SubscriptionEnded.WHY_TAKEN_OVER
    assert await watch.read() is grpc.aio.EOF
    assert await watch.code() is grpc.StatusCode.OK
    await stream.close()


async def test_a_connection_that_its_client_gave_up_takes_no_seat_from_a_newer_one(served: Served) -> None:
    """Whichever the server hears of first: the old one's packets may have been held up, or the server itself."""
    match_id = await served.match()
    given_up, newer = served.play(), served.play()
    await newer.snapshot(1, match_id, 0, client=b"ann", connection=2)
    await given_up.send(subscribe(1, match_id, 0, client=b"ann", connection=1))
    (end,) = await given_up.until(lambda: given_up.of("ended"))
    assert end.why == match_pb2.SubscriptionEnded.WHY_TAKEN_OVER
    watch = served.matches.Watch(
        match_pb2.WatchRequest(match_id=match_id, seat_token=TOKENS[0], client=b"ann", connection=1)
    )
    assert (await watch.read()).ended.why == match_pb2.SubscriptionEnded.WHY_TAKEN_OVER
    assert await watch.code() is grpc.StatusCode.OK
    await newer.answer(act(1, "one", 3, "first"))
    assert not newer.of("ended")
    await given_up.close()
    await newer.close()


@pytest.mark.parametrize(
    "later",
    [{"client": b"ann", "connection": 3}, {"client": b"ann", "connection": 2}, {"client": b"bob", "connection": 1}, {}],
)
async def test_a_newer_connection_and_another_client_take_the_seat_over(served: Served, later: dict[str, Any]) -> None:
    match_id = await served.match()
    first, second = served.play(), served.play()
    await first.snapshot(1, match_id, 0, client=b"ann", connection=2)
    await second.snapshot(1, match_id, 0, **later)
    (end,) = await first.until(lambda: first.of("ended"))
    assert end.why == match_pb2.SubscriptionEnded.WHY_TAKEN_OVER
    await first.close()
    await second.close()


async def test_the_name_of_a_client_has_64_bytes_at_most(served: Served) -> None:
    match_id = await served.match()
    stream = served.play()
    await stream.send(subscribe(1, match_id, 0, client=b"a" * 65))
    (end,) = await stream.until(lambda: stream.of("ended"))
    assert name_of(end.refusal.reason) == "BAD_REQUEST"
    await stream.snapshot(2, match_id, 0, client=b"a" * 64)
    await stream.close()


async def test_spectators_watch_as_the_match_allows_and_never_act(served: Served) -> None:
    policy = match_pb2.SpectatorPolicy
    public, off, later = [
        await served.match(spectators=value, options='{"end": 1}')
        for value in (
            policy.SPECTATOR_POLICY_PUBLIC_VIEW,
            policy.SPECTATOR_POLICY_OFF,
            policy.SPECTATOR_POLICY_AFTER_END,
        )
    ]
    stream = served.play()
    snapshot = await stream.snapshot(1, public, None)
    assert not snapshot.legal.codes
    assert json.loads(snapshot.view)["mine"] == []
    assert name_of((await stream.answer(act(1, "one", snapshot.seq, "me"))).reason) == "FORBIDDEN"
    assert await refused(served.matches.Act(an_act(public, b"", 3, "one"))) == "BAD_REQUEST"
    assert await refused(served.matches.Act(an_act(public, b"?" * 32, 3, "one"))) == "UNKNOWN_SEAT"
    for match_id in (off, later):
        await stream.send(subscribe(2, match_id, None))
        end = (await stream.until(lambda: stream.of("ended")))[-1]
        assert name_of(end.refusal.reason) == "FORBIDDEN"
        stream.events.clear()
        assert await refused(served.matches.Watch(match_pb2.WatchRequest(match_id=match_id)).read()) == "FORBIDDEN"
    await served.matches.Act(an_act(later, TOKENS[0], 3, "one"))
    assert (await stream.snapshot(3, later, None)).outcome.winners == [0]
    await stream.close()


async def test_one_failing_match_does_not_end_a_stream_that_carries_others(served: Served) -> None:
    stream = served.play()
    sound = await served.match()
    await stream.snapshot(0, sound, 0)
    for number, fault in enumerate(("view", "huge_code", "surrogate", "fraction", "quit"), start=1):
        match_id = await served.match(options=f'{{"fault": "{fault}"}}')
        own = await stream.snapshot(number, match_id, 0)
        refusal = await stream.answer(act(number, "boom", own.seq, f"boom-{number}"))
        assert name_of(refusal.reason) == "MATCH_SUSPENDED"
        newest = await stream.until(lambda number=number: stream.updates(number)[1:])
        assert newest[0].status == match_pb2.MATCH_STATUS_SUSPENDED
        assert newest[0].facts[0].suspended.reason == "game_failed"
    assert (await stream.answer(act(0, "one", 3, "sound"))).seq == 4
    assert len((await served.matches.ListMatches(match_pb2.ListMatchesRequest())).matches) == 6
    await stream.close()


async def test_shutting_down_says_goodbye_and_ends_streams_well(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        match_id = await served.match()
        stream, idle = served.play(), served.play()
        await stream.snapshot(0, match_id, 0)
        assert name_of((await idle.answer(act(1, "x", 0, "open"))).reason) == "UNKNOWN_SUBSCRIPTION"
        watch = served.matches.Watch(match_pb2.WatchRequest(match_id=match_id, seat_token=TOKENS[1]))
        assert (await watch.read()).update.snapshot
        health = health_pb2_grpc.HealthStub(served.channel).Watch(health_pb2.HealthCheckRequest())
        assert (await health.read()).status == health_pb2.HealthCheckResponse.SERVING
        stopping = asyncio.ensure_future(served.server.stop())
        assert (await health.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
        health.cancel()
        assert (await watch.read()).goodbye.reconnect_after_ms > 0
        assert await watch.read() is grpc.aio.EOF
        assert await watch.code() is grpc.StatusCode.OK
        for each in (stream, idle):
            assert await each.ended() is grpc.StatusCode.OK
            assert each.events[-1].goodbye.reconnect_after_ms > 0
        async with asyncio.timeout(PATIENCE):
            await stopping


async def test_reflection_lists_every_service(served: Served) -> None:
    stub = reflection_pb2_grpc.ServerReflectionStub(served.channel)
    call = stub.ServerReflectionInfo(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
    names = {service.name for service in (await call.read()).list_services_response.service}
    assert names >= {
        "undercroft.v1.MatchService",
        "undercroft.v1.GameService",
        "undercroft.v1.BotService",
        "grpc.health.v1.Health",
    }
    call.cancel()


@pytest.mark.parametrize(
    "method",
    [
        "undercroft.v1.MatchService/GetMatch",
        "undercroft.v1.MatchService/Watch",
        "undercroft.v1.BotService/Serve",
        "grpc.health.v1.Health/Check",
        "grpc.health.v1.Health/Watch",
        "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
    ],
)
async def test_bytes_that_are_no_message_are_refused_by_name(served: Served, method: str) -> None:
    call = served.channel.stream_stream(f"/{method}")(iter([b"\xff\xff\xff"]))
    assert await refused(call.read()) in {"BAD_REQUEST", "UNSUPPORTED"}


async def test_bytes_that_are_no_message_do_not_end_a_stream(served: Served) -> None:
    call = served.channel.stream_stream("/undercroft.v1.MatchService/Play")()
    for _ in range(3):
        await call.write(b"\xff\xff\xff")
        (event,) = match_pb2.PlayResponse.FromString(await call.read()).events
        assert name_of(event.refusal.reason) == "BAD_REQUEST"
    call.cancel()


async def test_what_can_be_played_is_told_with_schemas_and_rules(served: Served) -> None:
    listed = {game.id for game in (await served.games.ListGames(game_pb2.ListGamesRequest())).games}
    assert listed >= {"dungeon-of-fear", "touchy"}
    answer = await served.games.GetGame(game_pb2.GetGameRequest(game="dungeon-of-fear"))
    assert set(answer.rules) >= {"en", "ru"}
    for schema in (answer.options_schema, answer.view_schema, answer.entry_schema):
        assert json.loads(schema)["$defs"]
    assert {"random", "heuristic"} <= set(answer.bots)
    bots = await served.bots.ListBots(bot_pb2.ListBotsRequest(game="dungeon-of-fear"))
    assert {bot.name for bot in bots.bots} == set(answer.bots)
    assert await refused(served.games.GetGame(game_pb2.GetGameRequest(game="dungeon-of-faer"))) == "UNKNOWN_GAME"


async def test_a_game_is_asked_for_its_rules_once_it_has_given_them(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = served.server._registry.game("dungeon-of-fear")
    rules, asked = game.rules, []

    def failing_at_first(lang: str) -> str:
        asked.append(lang)
        if len(asked) == 1:
            raise RuntimeError("not yet")
        return rules(lang)

    monkeypatch.setattr(game, "rules", failing_at_first)
    wanted = game_pb2.GetGameRequest(game="dungeon-of-fear")
    assert await refused(served.games.GetGame(wanted)) == "UNKNOWN_GAME"
    answers = [await served.games.GetGame(wanted) for _ in range(3)]
    assert answers[0].rules.keys() == {"en", "ru"}
    assert answers == [answers[0]] * 3
    assert len(asked) == 3


async def test_matches_are_listed_newest_first_in_pages(served: Served) -> None:
    made = [await served.match(options='{"end": 1}') for _ in range(7)]
    await served.matches.Act(an_act(made[3], TOKENS[0], 3, "one"))
    found: list[str] = []
    token = ""
    while True:
        page = await served.matches.ListMatches(match_pb2.ListMatchesRequest(page_size=3, page_token=token))
        found += [match.match_id for match in page.matches]
        token = page.next_page_token
        if not token:
            break
    assert sorted(found) == sorted(made)
    over = match_pb2.ListMatchesRequest(statuses=[match_pb2.MATCH_STATUS_FINISHED])
    assert [match.match_id for match in (await served.matches.ListMatches(over)).matches] == [made[3]]
    wrong = match_pb2.ListMatchesRequest(page_token="AAAA")
    assert await refused(served.matches.ListMatches(wrong)) == "BAD_REQUEST"


async def test_a_hosted_bot_plays_over_the_wire_to_the_end(served: Served) -> None:
    match_id = await served.match("dungeon-of-fear", bots=(None, "heuristic"))
    stream = served.play()
    await stream.snapshot(0, match_id, 0)
    rng, seq = Random(5), 0
    while True:
        newest = (await stream.until(lambda seq=seq: [u for u in stream.updates(0) if u.seq > seq]))[-1]
        seq = newest.seq
        if newest.status == match_pb2.MATCH_STATUS_FINISHED:
            break
        if newest.legal.texts:
            await stream.send(act(0, rng.choice(newest.legal.texts), seq, f"{seq}"))
    record = json.loads((await served.matches.GetRecord(match_pb2.GetRecordRequest(match_id=match_id))).record)
    assert not record["bot_faults"]
    assert record["outcome"]["winners"] == list(newest.outcome.winners)
    await stream.close()


async def test_a_port_in_use_is_one_sentence_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        for wrong in (address, "nowhere", "127.0.0.1:70000", ":80x"):
            server = Server(
                ServerConfig(store=str(tmp_path / "s.sqlite3"), listen=wrong), load_registry(entry_points=False)
            )
            with pytest.raises(ListenError) as error:
                await server.start()
            assert wrong in str(error.value)
            await server.stop()


async def test_an_operators_plugin_may_refuse_every_kind_of_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = load_registry()
    monkeypatch.setattr(registry, "authenticate", lambda call: "members only")
    async with serving(tmp_path, registry=registry, plugins=None) as served:
        assert await refused(served.matches.CreateMatch(request_for("dungeon-of-fear"))) == "UNAUTHENTICATED"
        assert await refused(served.matches.Watch(match_pb2.WatchRequest()).read()) == "UNAUTHENTICATED"
        assert await refused(served.matches.Play().read()) == "UNAUTHENTICATED"
