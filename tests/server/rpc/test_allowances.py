"""Nobody has more of a server than one address may have; whoever is refused is told how long to wait."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from grpc_status import rpc_status
from structlog.testing import capture_logs

from undercroft.rpc.allowances import Allowances
from undercroft.rpc.limits import Limits
from undercroft.v1 import match_pb2

from .serving import PATIENCE, TOKENS, Served, Stream, act, name_of, request_for, serving, subscribe

PROXIES = ("127.0.0.0/8",)
"""Tests call from many addresses by way of a proxy that they play themselves."""


def by_way_of(address: str) -> Any:
    return (("x-forwarded-for", address),)


ANN, BOB = by_way_of("192.0.2.1"), by_way_of("192.0.2.2")


async def refused(call: Any) -> tuple[str, grpc.StatusCode, int]:
    """The reason, the status and the seconds to wait with which a call is refused."""
    with pytest.raises(grpc.aio.AioRpcError) as error:
        async with asyncio.timeout(PATIENCE):
            await (call.read() if hasattr(call, "read") else call)
    status = rpc_status.from_call(error.value)  # type: ignore[arg-type]
    assert status is not None
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    return info.reason, error.value.code(), int(info.metadata.get("seconds", 0))


def limits(**keys: int) -> Limits:
    return Limits(proxies=PROXIES, **keys)  # type: ignore[arg-type]


async def test_an_address_has_so_many_streams_and_another_its_own(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=limits(streams=2)) as served:
        match_id = await served.match()
        play = Stream(served.matches.Play(metadata=ANN))
        await play.snapshot(0, match_id, 0)
        watch = served.matches.Watch(match_pb2.WatchRequest(match_id=match_id), metadata=ANN)
        assert (await watch.read()).update.snapshot
        for _ in range(3):
            more = served.matches.Watch(match_pb2.WatchRequest(match_id=match_id), metadata=ANN)
            assert await refused(more) == ("RATE_LIMITED", grpc.StatusCode.RESOURCE_EXHAUSTED, 10)
            stream = served.matches.Play(metadata=ANN)
            assert await refused(stream) == ("RATE_LIMITED", grpc.StatusCode.RESOURCE_EXHAUSTED, 10)
        other = Stream(served.matches.Play(metadata=BOB))
        await other.snapshot(0, match_id, 1)
        await play.close()
        await until_open(served, {"Play": 1, "Watch": 1})
        again = Stream(served.matches.Play(metadata=ANN))
        await again.snapshot(0, match_id, 0)
        for stream in (again, other):
            await stream.close()
        watch.cancel()


async def until(true: Callable[[], object]) -> None:
    """Wait for what nobody announces."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - it is the server's inside that is waited for
            await asyncio.sleep(0.001)


async def until_open(served: Served, streams: dict[str, int]) -> None:
    await until(lambda: served.server._matches.open_streams() == streams)


async def test_streams_of_every_service_are_counted(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=limits(streams=2)) as served:
        health = health_pb2_grpc.HealthStub(served.channel)
        watching = health.Watch(health_pb2.HealthCheckRequest(), metadata=ANN)
        assert (await watching.read()).status == health_pb2.HealthCheckResponse.SERVING
        reflection = reflection_pb2_grpc.ServerReflectionStub(served.channel)
        asking = reflection.ServerReflectionInfo(metadata=ANN)
        await asking.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        assert (await asking.read()).list_services_response.service
        for more in (health.Watch(health_pb2.HealthCheckRequest(), metadata=ANN), served.matches.Play(metadata=ANN)):
            assert (await refused(more))[0] == "RATE_LIMITED"
        assert await health.Check(health_pb2.HealthCheckRequest(), metadata=ANN)
        watching.cancel()
        asking.cancel()


async def test_however_a_stream_ends_it_is_open_no_more(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=limits(streams=1, subscriptions=1)) as served:
        match_id = await served.match()
        for _ in range(3):
            cut = Stream(served.matches.Play(metadata=ANN))
            await cut.snapshot(0, match_id, 0)
            await cut.close()
            await until_open(served, {"Play": 0, "Watch": 0})
            closed = Stream(served.matches.Play(metadata=ANN))
            await closed.snapshot(0, match_id, 0)
            await closed.send(match_pb2.PlayCommand(unsubscribe=match_pb2.Unsubscribe(subscription=0)))
            await closed.call.done_writing()
            assert await closed.ended() is grpc.StatusCode.OK
            await until_open(served, {"Play": 0, "Watch": 0})
            unknown = served.matches.Watch(match_pb2.WatchRequest(match_id="nothing"), metadata=ANN)
            assert (await refused(unknown))[0] == "UNKNOWN_MATCH"
            await until_open(served, {"Play": 0, "Watch": 0})


async def test_subscriptions_are_counted_over_all_streams_of_an_address(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=limits(subscriptions=3)) as served:
        match_id = await served.match()
        one, two, other = (Stream(served.matches.Play(metadata=caller)) for caller in (ANN, ANN, BOB))
        await one.snapshot(1, match_id, 0)
        await one.snapshot(2, match_id, None)
        await one.send(subscribe(3, "nothing", None))
        await one.until(lambda: one.of("ended"))  # what couldn't be made isn't counted
        await two.snapshot(1, match_id, None)
        await two.send(subscribe(2, match_id, None))
        ended = (await two.until(lambda: two.of("ended")))[0]
        assert name_of(ended.refusal.reason) == "RATE_LIMITED"
        assert int(ended.refusal.details["seconds"]) > 0
        await other.snapshot(1, match_id, 0)  # takes the seat over, so that one's first subscription has ended
        await one.until(lambda: len(one.of("ended")) == 2)
        await two.snapshot(3, match_id, None)
        for stream in (one, two, other):
            await stream.close()


async def test_an_address_makes_so_many_matches_and_waits_for_more(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=limits(matches_per_minute=3)) as served:
        made = [served.matches.CreateMatch(request_for(), metadata=ANN) for _ in range(3)]
        await asyncio.gather(*made)
        reason, code, seconds = await refused(served.matches.CreateMatch(request_for(), metadata=ANN))
        assert (reason, code) == ("RATE_LIMITED", grpc.StatusCode.RESOURCE_EXHAUSTED)
        assert 1 <= seconds <= 20
        assert await served.matches.CreateMatch(request_for(), metadata=BOB)
        listed = await served.matches.ListMatches(match_pb2.ListMatchesRequest())
        assert len(listed.matches) == 4


async def test_a_flood_of_commands_is_held_back_and_others_are_answered(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=limits(commands_per_second=1)) as served:
        match_id = await served.match()
        flood, fair = Stream(served.matches.Play(metadata=ANN)), Stream(served.matches.Play(metadata=BOB))
        await flood.send(*[act(7, "x", 0, f"c{number}") for number in range(2_000)])
        commands = served.server._matches._allowances._elsewhere.commands
        await until(lambda: commands.wait("192.0.2.1"))
        assert (await fair.snapshot(1, match_id, 0)).legal.texts
        assert not flood.events
        unary = match_pb2.ActRequest(match_id=match_id, seat_token=TOKENS[0], action=act(0, "one", 3, "c").act)
        assert (await refused(served.matches.Act(unary, metadata=ANN)))[0] == "RATE_LIMITED"
        await flood.close()
        await fair.close()


async def test_guessing_codes_is_slowed_down_and_joining_with_the_right_one_is_not(tmp_path: Path) -> None:
    """For callers on this machine too: nobody who means well guesses."""
    async with serving(tmp_path) as served:
        created = await served.create(bots=("open", "open"))
        right = match_pb2.JoinMatchRequest(code=created.codes[0].code, seat_token=b"a" * 32, name="Ann")
        for _ in range(30):
            await served.matches.JoinMatch(right)
        wrong = [
            match_pb2.JoinMatchRequest(code=f"WRNG{number:04}", seat_token=b"e" * 32, name="Eve")
            for number in range(25)
        ]
        reasons = [(await refused(served.matches.JoinMatch(request)))[0] for request in wrong]
        assert reasons == ["UNKNOWN_CODE"] * 20 + ["RATE_LIMITED"] * 5


async def test_codes_that_are_tried_at_once_are_paid_for_one_by_one(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=limits(wrong_codes_per_minute=2)) as served:
        guesses = [
            refused(
                served.matches.JoinMatch(
                    match_pb2.JoinMatchRequest(code=secrets.token_hex(4), seat_token=b"e" * 32, name="Eve"),
                    metadata=ANN,
                )
            )
            for _ in range(10)
        ]
        tried = [reason for reason, *_ in await asyncio.gather(*guesses)].count("UNKNOWN_CODE")
        assert tried >= 2
        request = match_pb2.JoinMatchRequest(code="WRNG0000", seat_token=b"e" * 32, name="Eve")
        _, _, seconds = await refused(served.matches.JoinMatch(request, metadata=ANN))
        assert (tried - 2) * 30 < seconds <= (tried - 1) * 30
        assert (await refused(served.matches.JoinMatch(request, metadata=BOB)))[0] == "UNKNOWN_CODE"


async def test_callers_on_this_machine_have_no_limits_but_that_on_guessing(tmp_path: Path) -> None:
    tight = Limits(streams=1, subscriptions=1, matches_per_minute=1, commands_per_second=1)
    async with serving(tmp_path, limits=tight) as served:
        ids = [await served.match() for _ in range(3)]
        streams = [served.play() for _ in range(3)]
        for stream in streams:
            for number, match_id in enumerate(ids):
                await stream.snapshot(number, match_id, None)
        for number in range(5):
            await streams[0].answer(act(9, "x", 0, f"c{number}"))
        for stream in streams:
            await stream.close()


async def test_a_proxy_that_is_not_named_is_told_of_and_believed_in_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=Limits(matches_per_minute=1)) as served:
        with capture_logs() as said:
            for _ in range(3):
                await served.matches.CreateMatch(request_for(), metadata=ANN)
        warnings = [line["event"] for line in said if line["log_level"] == "warning"]
        assert len(warnings) == 1
        assert "limits.proxies" in warnings[0]


class Context:
    """A call from somewhere."""

    def __init__(self, peer: str) -> None:
        self._peer = peer

    def peer(self) -> str:
        return self._peer

    def invocation_metadata(self) -> tuple[tuple[str, str | bytes], ...]:
        return (("x-forwarded-for", b"192.0.2.9"), ("user-agent", "x"))


def test_the_operator_learns_which_limit_bites_and_now_and_then_whom() -> None:
    counted: list[str] = []
    now = [0.0]
    allowances = Allowances(Limits(matches_per_minute=1), counted.append, lambda: now[0])
    with capture_logs() as said:
        for number in range(100):
            context: Any = Context(f"ipv4:192.0.2.{number}:5000")
            allowance = allowances.of(context)
            allowance.make_match()
            with pytest.raises(Exception, match="too many new matches from your address; wait 60 s"):
                allowance.make_match()
    assert counted == ["matches_per_minute"] * 100
    assert said == [
        {"event": "limit reached", "log_level": "warning", "limit": "matches_per_minute", "address": "192.0.2.0"}
    ]
    now[0] = 10.0
    with capture_logs() as said, pytest.raises(Exception, match="wait"):
        allowances.of(context).make_match()
    assert said[0]["address"] == "192.0.2.99"
