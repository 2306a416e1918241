"""A hostile client gets typed refusals and nothing else; a fair match beside it goes on to its end."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status

from undercroft.rpc.connection import MAX_COMMANDS
from undercroft.rpc.limits import Limits
from undercroft.rpc.server import MESSAGE_BYTES
from undercroft.v1 import bot_pb2, game_pb2, match_pb2, refusal_pb2

from .serving import PATIENCE, TOKENS, Served, Stream, act, name_of, request_for, serving, subscribe

CALLS = 2_000
SEED = int(os.environ.get("UNDERCROFT_TEST_SEED", "20240229"))

REASONS = set(refusal_pb2.Reason.keys())

GROWTH = 150 * 1024 * 1024
"""More memory than this, in bytes, isn't needed to refuse: the calls bring megabytes of junk, one after another."""

LEAK = re.compile(
    r"Traceback|File \"|\w+Error\b|\w+Exception\b|<class|<undercroft|object at 0x|google\.protobuf|sqlite|\.py\b"
)
"""What only a programmer should see."""

TEXTS = [
    "",
    " ",
    "\x00",
    "a\x00b",
    "\u202edrow\u202c",
    "\u2066\u2069",
    "\ufeff",
    "é" * 50,
    "🂡" * 30,
    "x" * 65,
    "x" * 4_096,
    "../../etc/passwd",
    "'; DROP TABLE matches; --",
    "%s%n{0}{self}",
    "\x1b[31mred\x1b[0m\r\n",
    "null",
    "-1",
]
HUGE = "q" * (MESSAGE_BYTES - 10_000)
NUMBERS = [0, 1, -1, 7, 2**31 - 1, -(2**31)]
LONGS = [0, 1, 2, 3, 2**32, 2**63, 2**64 - 1]


class Hostile:
    """Makes calls that no decent client would, from a seed."""

    def __init__(self, served: Served, rng: Random, *matches: str) -> None:
        self.served = served
        self.rng = rng
        self.matches = matches
        self.reasons: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.played = 0

    # ---- what it says

    def text(self) -> str:
        return HUGE if self.rng.random() < 0.01 else self.rng.choice(TEXTS)

    def match_id(self) -> str:
        return self.rng.choice(self.matches) if self.rng.random() < 0.8 else self.text()

    def token(self) -> bytes:
        return self.rng.choice([b"", *TOKENS, b"z" * 32, b"a" * 31, b"\xff" * 33, b"\x00" * 32, b"k" * 100_000])

    def action(self, number: int = 0) -> match_pb2.Action:
        rng = self.rng
        action = match_pb2.Action(
            subscription=number,
            command_id=rng.choice(["", "same", "same", f"c{rng.random()}", self.text()]),
            seq=rng.choice([*LONGS, 3, 3, 3]),
        )
        match rng.randrange(3):
            case 0:
                action.text = rng.choice(["c3xc4", "f6xf6", "A1XA2", self.text()])
            case 1:
                action.code = rng.choice([*NUMBERS, 35])
        return action

    def options(self) -> str:
        deep = self.rng.choice([100, 10_000])
        nested = ["[" * deep + "]" * deep, '{"a":' * deep + "1" + "}" * deep]
        wrong = ['{"reveal": "walls", "reveal": "x"}', "{", "1e999", '{"quiet_limit": 1e400}', '{"quiet_limit": -1}']
        return self.rng.choice([*nested, *wrong, '{"quiet_limit": "12"}', '{"\\ud800": 1}', self.text()])

    def fill(self) -> match_pb2.SeatFill:
        rng = self.rng
        match rng.randrange(4):
            case 0:
                return match_pb2.SeatFill(open=match_pb2.SeatFill.Open())
            case 1:
                mine = match_pb2.SeatFill.Mine(seat_token=self.token(), name=self.text(), entropy_hash=self.token())
                return match_pb2.SeatFill(mine=mine)
            case 2:
                specs = ["random:", "random:x=1", "heuristic:a=1,b=2", "mcts", "@NAME", "os:system", "/etc/passwd:X"]
                return match_pb2.SeatFill(bot=rng.choice([*specs, "a:b:" * 5_000 + "\n", self.text()]))
        return match_pb2.SeatFill()

    def creation(self) -> match_pb2.CreateMatchRequest:
        rng = self.rng
        request = request_for("dungeon-of-fear")
        match rng.randrange(8):
            case 0:
                request.game = rng.choice(["dungeon-of-faer", "DUNGEON", self.text()])
            case 1:
                request.options = self.options()
            case 2:
                del request.seats[:]
                request.seats.extend(self.fill() for _ in range(rng.choice([1, 2, 2, 2, 3, 65, 2_000])))
            case 3:
                request.record = rng.choice([4, 99, -1])
            case 4:
                request.spectators = rng.choice([4, 2**31 - 1])
            case 5:
                request.pace_ms = rng.choice([-1, 60_001, -(2**31)])
            case 6:
                request.request_id = self.text() or "short"
            case 7:
                request.fallback_bot = self.text() or "no-such-bot"
        if rng.random() < 0.2:
            request.seed = rng.choice(LONGS)
        if rng.random() < 0.2:
            request.time_control.per_move.milliseconds = rng.choice(NUMBERS)
        if rng.random() < 0.1:
            request.on_timeout = 77  # type: ignore[assignment] # an open enum
        return request

    def command(self) -> match_pb2.PlayCommand:
        rng = self.rng
        number = rng.choice([1, 1, 1, 0, 2, 3, 2**32 - 1])
        command_id = self.text()
        return rng.choice(
            [
                lambda: match_pb2.PlayCommand(act=self.action(number)),
                lambda: match_pb2.PlayCommand(act=self.action(number)),
                lambda: match_pb2.PlayCommand(),
                lambda: match_pb2.PlayCommand(
                    subscribe=match_pb2.Subscribe(
                        subscription=number,
                        match_id=self.match_id(),
                        seat_token=self.token(),
                        since=rng.choice(LONGS),
                        wants=match_pb2.Wants(
                            board=self.text()[:40], sentences=self.text()[:9], labels="tlh", svg=self.text()[:9]
                        ),
                    )
                ),
                lambda: match_pb2.PlayCommand(unsubscribe=match_pb2.Unsubscribe(subscription=number)),
                lambda: match_pb2.PlayCommand(say=match_pb2.Say(subscription=number, command_id=command_id, text="x")),
                lambda: match_pb2.PlayCommand(resign=match_pb2.Resign(subscription=number, command_id=command_id)),
                lambda: match_pb2.PlayCommand(mute=match_pb2.Mute(seat=-5, command_id=command_id)),
                lambda: match_pb2.PlayCommand(rematch=match_pb2.Rematch(subscription=number, command_id=command_id)),
            ]
        )()

    def damaged(self, message: Message) -> bytes:
        """The message's bytes, cut, flipped, repeated or foreign."""
        rng = self.rng
        data = bytearray(message.SerializeToString())
        match rng.randrange(5):
            case 0:
                return bytes(data[: rng.randrange(len(data) + 1)])
            case 1:
                for _ in range(3):
                    if data:
                        data[rng.randrange(len(data))] = rng.randrange(256)
                return bytes(data)
            case 2:
                return bytes(data) + rng.randbytes(rng.randrange(20))
            case 3:
                return rng.randbytes(rng.randrange(200))
        return bytes(data) + b"\xfa\x7f\x03abc"  # a field nobody knows

    # ---- how it is answered

    def refused(self, reason: str, message: str, details: Any) -> None:
        self.reasons[reason] += 1
        told = f"{message} {dict(details)}"
        assert reason != "INTERNAL", told
        assert not LEAK.search(told), told[:500]
        assert len(told) < 20_000

    def status(self, error: grpc.aio.AioRpcError) -> None:
        code, details = error.code(), error.details() or ""
        self.codes[code.name] += 1
        assert not LEAK.search(details), details[:500]
        status = rpc_status.from_call(error)  # type: ignore[arg-type]
        if status is None:
            # gRPC itself: a message over its limit. Everything else is ours to answer.
            assert code is grpc.StatusCode.RESOURCE_EXHAUSTED, (code, details)
            return
        info = error_details_pb2.ErrorInfo()
        assert status.details[0].Unpack(info)
        assert info.domain == "undercroft"
        assert f"REASON_{info.reason}" in REASONS
        self.refused(info.reason, details, info.metadata)

    async def unary(self, method: str, request: Message | bytes, service: str = "Match") -> None:
        data = request if isinstance(request, bytes) else request.SerializeToString()
        call = self.served.channel.unary_unary(f"/undercroft.v1.{service}Service/{method}")
        try:
            await call(data, timeout=PATIENCE)
            self.codes["OK"] += 1
        except grpc.aio.AioRpcError as error:
            self.status(error)

    async def watch(self, request: Message | bytes) -> None:
        data = request if isinstance(request, bytes) else request.SerializeToString()
        call = self.served.channel.unary_stream("/undercroft.v1.MatchService/Watch")(data, timeout=PATIENCE)
        try:
            await call.read()
            self.codes["OK"] += 1
        except grpc.aio.AioRpcError as error:
            self.status(error)
        call.cancel()

    async def play(self) -> None:
        """A stream with some bad frames; after each the stream still answers."""
        call = self.served.channel.stream_stream("/undercroft.v1.MatchService/Play")(timeout=PATIENCE)
        if self.rng.random() < 0.7:
            sound = [subscribe(1, self.rng.choice(self.matches), self.rng.choice([0, 1, None]))]
            await call.write(match_pb2.PlayRequest(commands=sound).SerializeToString())
        for _ in range(self.rng.randrange(1, 6)):
            frame = match_pb2.PlayRequest(commands=[self.command() for _ in range(self.rng.randrange(4))])
            data = self.damaged(frame) if self.rng.random() < 0.3 else frame.SerializeToString()
            data = data[:MESSAGE_BYTES]
            await call.write(data)
            self.played += 1
        sentinel = match_pb2.PlayCommand(act=match_pb2.Action(subscription=987_654, command_id="sentinel", text="x"))
        await call.write(match_pb2.PlayRequest(commands=[sentinel]).SerializeToString())
        while True:
            data = await call.read()
            assert data is not grpc.aio.EOF, "a bad frame ended the stream"
            for event in match_pb2.PlayResponse.FromString(data).events:
                if event.WhichOneof("event") == "refusal":
                    refusal = event.refusal
                    if refusal.command_id == "sentinel":
                        call.cancel()
                        return
                    self.refused(name_of(refusal.reason), refusal.message, refusal.details)
                elif event.WhichOneof("event") == "ended" and event.ended.HasField("refusal"):
                    refusal = event.ended.refusal
                    self.refused(name_of(refusal.reason), refusal.message, refusal.details)

    async def one(self) -> None:
        rng = self.rng
        join = match_pb2.JoinMatchRequest(code=self.text(), seat_token=self.token(), name=self.text())
        listing = match_pb2.ListMatchesRequest(
            statuses=[rng.choice([0, 1, 2, 9, -1])],  # type: ignore[list-item] # an open enum
            game=self.text(),
            page_size=rng.choice([*NUMBERS, 201]),
            page_token=rng.choice(["", "AAAA", "gaNhYmM", self.text()]),
        )
        requests: list[tuple[str, Callable[[], Message], str]] = [
            ("CreateMatch", self.creation, "Match"),
            ("JoinMatch", lambda: join, "Match"),
            ("GetMatch", lambda: match_pb2.GetMatchRequest(match_id=self.match_id()), "Match"),
            ("ListMatches", lambda: listing, "Match"),
            (
                "GetRecord",
                lambda: match_pb2.GetRecordRequest(match_id=self.match_id(), seat_token=self.token()),
                "Match",
            ),
            (
                "Act",
                lambda: match_pb2.ActRequest(match_id=self.match_id(), seat_token=self.token(), action=self.action()),
                "Match",
            ),
            ("GetGame", lambda: game_pb2.GetGameRequest(game=self.text()), "Game"),
            (
                "GetLadder",
                lambda: game_pb2.GetLadderRequest(game=self.text(), limit=rng.choice([0, 1, -1, 2**31 - 1])),
                "Game",
            ),
            ("ListBots", lambda: bot_pb2.ListBotsRequest(game=self.text()), "Bot"),
            ("Challenge", lambda: bot_pb2.ChallengeRequest(code=self.text(), bot=self.text()), "Bot"),
        ]
        match rng.randrange(4):
            case 0:
                await self.play()
            case 1 if rng.random() < 0.3:
                watch = match_pb2.WatchRequest(
                    match_id=self.match_id(), seat_token=self.token(), since=rng.choice(LONGS)
                )
                await self.watch(self.damaged(watch) if rng.random() < 0.3 else watch)
            case _:
                method, make, service = rng.choice(requests)
                message = make()
                await self.unary(method, self.damaged(message) if rng.random() < 0.3 else message, service)


def memory() -> int:
    """Resident bytes of this process, client and server together."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    async with serving(tmp_path) as running:
        yield running


async def fair_match(served: Served, tokens: tuple[bytes, bytes], enough: asyncio.Event) -> int:
    """Play matches to the end, one after another, as decent clients do, until the hostile one has had enough."""
    finished = 0
    rng = Random(1)
    while not (enough.is_set() and finished):
        match_id = await served.match("dungeon-of-fear", tokens=tokens)
        stream = served.play()
        for seat, token in enumerate(tokens):
            await stream.send(subscribe(seat, match_id, None, seat_token=token))
        seq = [0, 0]
        while True:
            newest = await stream.until(
                lambda seq=seq, stream=stream: next(
                    (update for update in stream.of("update") if update.seq > seq[update.subscription]), None
                )
            )
            seq[newest.subscription] = newest.seq
            if newest.status == match_pb2.MATCH_STATUS_FINISHED:
                break
            if newest.legal.texts:
                text = rng.choice(newest.legal.texts)
                await stream.send(act(newest.subscription, text, newest.seq, secrets.token_hex(8)))
        finished += 1
        assert not stream.of("refusal")
        await stream.close()
    return finished


@pytest.mark.timeout(300)
async def test_two_thousand_bad_calls_and_frames_are_refused_by_name(
    served: Served, figure: Callable[[str], None]
) -> None:
    print(f"UNDERCROFT_TEST_SEED={SEED}")
    running = await served.match("dungeon-of-fear")
    over = await served.match("touchy", options='{"end": 1}')
    await served.matches.Act(
        match_pb2.ActRequest(
            match_id=over, seat_token=TOKENS[0], action=match_pb2.Action(command_id="1", seq=3, text="one")
        )
    )
    waiting = await served.match("dungeon-of-fear", bots=(None, "open"))
    before = memory()
    enough = asyncio.Event()
    fair = asyncio.ensure_future(fair_match(served, (b"c" * 32, b"d" * 32), enough))
    hostile = Hostile(served, Random(SEED), running, over, waiting)
    for number in range(CALLS):
        try:
            await hostile.one()
        except BaseException:
            print(f"call {number}")
            raise
    enough.set()
    finished = await asyncio.wait_for(fair, PATIENCE)
    grown = memory() - before
    figure(
        f"{CALLS} calls, {hostile.played} frames on streams; {finished} fair matches beside; {grown >> 20} MiB grown"
    )
    figure(str(dict(hostile.codes.most_common())))
    figure(str(dict(hostile.reasons.most_common())))
    assert hostile.codes["INTERNAL"] == hostile.codes["UNKNOWN"] == 0
    assert len(hostile.reasons) >= 15, "the battery has lost its edge"
    assert grown < GROWTH
    health = await health_pb2_grpc.HealthStub(served.channel).Check(health_pb2.HealthCheckRequest())
    assert health.status == health_pb2.HealthCheckResponse.SERVING


async def test_a_client_that_sends_and_never_reads_costs_little_and_harms_nobody(served: Served) -> None:
    match_id = await served.match("dungeon-of-fear")
    channel = grpc.aio.insecure_channel(served.server.address, options=[("grpc.http2.bdp_probe", 0)])
    call = channel.stream_stream("/undercroft.v1.MatchService/Play")()
    await call.write(
        match_pb2.PlayRequest(
            commands=[subscribe(0, match_id, 0, wants=match_pb2.Wants(board="en"))]
        ).SerializeToString()
    )
    commands = [act(0, "c3xc4" + "!" * 30, 3, f"{number}-" + "i" * 50) for number in range(500)]
    frame = match_pb2.PlayRequest(commands=commands).SerializeToString()

    async def flood() -> None:
        for _ in range(5_000):
            await call.write(frame)

    before = memory()
    flooding = asyncio.ensure_future(flood())
    enough = asyncio.Event()
    enough.set()
    assert await fair_match(served, (b"c" * 32, b"d" * 32), enough) == 1
    done, _ = await asyncio.wait([flooding], timeout=1.0)
    assert not done, "the server reads on from a client that doesn't read"
    (connection,) = [each for each in served.server._matches._connections if each._watchers]
    assert len(connection._events) + connection._unanswered <= 2_048
    assert memory() - before < 100 * 1024 * 1024
    flooding.cancel()
    call.cancel()
    await channel.close()


async def test_what_is_sent_to_a_stream_that_is_held_back_stays_with_its_sender(tmp_path: Path) -> None:
    """By itself, gRPC would take in megabytes of each stream for a server that doesn't read."""
    frame = match_pb2.PlayRequest(commands=[act(5, "x", 0, "i" * 60)] * 1_000).SerializeToString()
    sent = 0

    async def flood(call: Any) -> None:
        nonlocal sent
        for _ in range(100):
            await call.write(frame)
            sent += len(frame)

    async with serving(tmp_path, limits=Limits(commands_per_second=1, proxies=("127.0.0.1",))) as served:
        calls = [served.channel.stream_stream("/undercroft.v1.MatchService/Play")() for _ in range(5)]
        flooding = [asyncio.ensure_future(flood(call)) for call in calls]
        before = -1
        while sent > before:  # until it stays as it is
            before = sent
            done, _ = await asyncio.wait(flooding, timeout=0.5)
            assert not done
        assert 0 < sent < len(calls) * 2 * MESSAGE_BYTES
        for task, call in zip(flooding, calls, strict=True):
            task.cancel()
            call.cancel()


async def test_an_endless_command_id_is_not_sent_back(served: Served) -> None:
    """Else the answers that wait for a client would take up what it likes."""
    stream = Stream(served.matches.Play())
    await stream.send(act(5, "x", 0, "i" * (MESSAGE_BYTES - 100)))
    refusal = (await stream.until(lambda: stream.of("refusal")))[0]
    assert (name_of(refusal.reason), refusal.command_id) == ("UNKNOWN_SUBSCRIPTION", "")
    await stream.close()


async def test_a_message_over_the_limit_is_refused_with_both_sizes_and_ends_its_stream_alone(served: Served) -> None:
    """By gRPC itself, at the sight of its length; so there is no reason of ours, and nothing is received."""
    match_id = await served.match("dungeon-of-fear")
    other = served.play()
    await other.snapshot(1, match_id, 1)
    stream = served.play()
    await stream.snapshot(0, match_id, 0)
    await stream.send(act(0, "x" * MESSAGE_BYTES, 3, "long"))
    assert await stream.ended() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert f"vs. {MESSAGE_BYTES}" in await stream.call.details()
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await served.create("dungeon-of-fear", options=" " * MESSAGE_BYTES)
    assert error.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    async with asyncio.timeout(PATIENCE):
        while served.server._host.census().watchers != 1:
            await other.answer(act(1, "x", 3, secrets.token_hex(8)))
    await other.close()


@pytest.mark.parametrize("number", [MAX_COMMANDS + 1, MESSAGE_BYTES // 2 - 10])
async def test_a_frame_of_too_many_commands_is_refused_as_a_whole_and_the_stream_goes_on(
    served: Served, number: int
) -> None:
    """Empty ones take two bytes each on the way, and fifty times as much in memory."""
    stream = served.play()
    await stream.send(*[match_pb2.PlayCommand()] * number)
    answer = await stream.answer(act(5, "x", 0, "next"))
    assert name_of(answer.reason) == "UNKNOWN_SUBSCRIPTION"
    first, _ = stream.of("refusal")
    assert (name_of(first.reason), first.details["field"]) == ("BAD_REQUEST", "commands")
    await stream.close()
