"""One stream, however busy, leaves others their turn, and what waits for its client has a bound."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc.aio
import pytest

from undercroft.match import Reason, Refusal
from undercroft.rpc.connection import COMMANDS_AT_ONCE, FRAME_BYTES, MAX_UNANSWERED, Connection
from undercroft.rpc.crowd import Crowd
from undercroft.v1 import match_pb2

from .serving import act, subscribe


class Client:
    """Sends its frames, and then the last one for ever. It reads what it is sent, or nothing."""

    def __init__(self, *frames: match_pb2.PlayRequest, reads: bool) -> None:
        self.frames = list(frames)
        self.reads = reads
        self.sent = 0
        self.received: list[match_pb2.PlayEvent] = []

    async def read(self) -> match_pb2.PlayRequest:
        await asyncio.sleep(0)  # as gRPC does, even if the frame is there
        self.sent += 1
        return self.frames[min(self.sent, len(self.frames)) - 1]

    async def write(self, frame: match_pb2.PlayResponse) -> None:
        if not self.reads:
            await asyncio.Event().wait()
        self.received += frame.events


class Unmoved:
    """Follows a match in which nothing happens."""

    reader = 0

    def take(self) -> None:
        return None


class RefusingHost:
    """Follows any match, and refuses every command at once and at length."""

    def __init__(self) -> None:
        self.submitted = 0

    async def watch(self, *_: object) -> Any:
        return Unmoved()

    def submit(self, watcher: object, command: object, done: Any) -> None:
        self.submitted += 1
        done(Refusal(Reason.ILLEGAL_ACTION, "not now", legal=["a1xa2"] * 1_000))

    def unwatch(self, watcher: object) -> None:
        pass


class NoLimits:
    def subscribe(self) -> None:
        pass

    def unsubscribe(self) -> None:
        pass

    async def read(self, commands: int) -> None:
        pass


def connected(client: Any) -> tuple[Any, Connection]:
    host: Any = RefusingHost()
    limits: Any = NoLimits()
    return host, Connection(host, client, limits, Crowd())


SUBSCRIBE = match_pb2.PlayRequest(commands=[subscribe(1, "m", 0)])
ACTS = match_pb2.PlayRequest(commands=[act(1, "x", 0, f"c{number}") for number in range(1_000)])


async def test_a_long_frame_is_taken_in_turns_with_everybody_else() -> None:
    client = Client(SUBSCRIBE, ACTS, reads=True)
    host, connection = connected(client)
    running = asyncio.ensure_future(connection.run())
    before = 0
    while host.submitted < 3_000:
        await asyncio.sleep(0)
        assert host.submitted - before <= COMMANDS_AT_ONCE
        before = host.submitted
    running.cancel()
    await asyncio.wait([running])
    assert all(event.HasField("refusal") for event in client.received)


async def test_answers_that_nobody_reads_are_bounded_by_their_bytes_too() -> None:
    client = Client(SUBSCRIBE, ACTS, reads=False)
    _, connection = connected(client)
    running = asyncio.ensure_future(connection.run())
    for _ in range(1_000):
        await asyncio.sleep(0)
    longest = max(size for _, size in connection._events)
    assert FRAME_BYTES <= connection._events_bytes <= FRAME_BYTES + COMMANDS_AT_ONCE * longest
    assert connection._events_bytes == sum(event.ByteSize() for event, _ in connection._events)
    assert len(connection._events) < MAX_UNANSWERED
    assert client.sent == 2
    running.cancel()
    await asyncio.wait([running])


async def test_answers_that_nobody_reads_are_bounded_by_their_number() -> None:
    unknown = match_pb2.PlayRequest(commands=[act(7, "x", 0, "c")] * 1_000)
    client = Client(unknown, reads=False)
    _, connection = connected(client)
    running = asyncio.ensure_future(connection.run())
    for _ in range(1_000):
        await asyncio.sleep(0)
    assert MAX_UNANSWERED <= len(connection._events) < MAX_UNANSWERED + COMMANDS_AT_ONCE
    assert client.sent <= 3
    running.cancel()
    await asyncio.wait([running])


class Gone(Client):
    """Has sent something, and isn't there any more when it is answered."""

    async def write(self, frame: match_pb2.PlayResponse) -> None:
        raise grpc.aio.InternalError("it has gone")


async def test_a_stream_on_which_nothing_can_be_sent_ends_with_that_and_not_as_if_all_were_well() -> None:
    _, connection = connected(Gone(SUBSCRIBE, ACTS, reads=True))
    with pytest.raises(grpc.aio.InternalError):
        await connection.run()
