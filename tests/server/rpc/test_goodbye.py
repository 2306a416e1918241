"""What a stream owes its client is sent before it ends, also when the server goes."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from undercroft.match import Answer
from undercroft.rpc.connection import Connection
from undercroft.rpc.crowd import Crowd
from undercroft.v1 import match_pb2

from .serving import PATIENCE, act, subscribe
from .test_connection import NoLimits


class Watching:
    """A watcher to whom nothing is due."""

    reader = 0

    def take(self) -> None:
        return None


class SlowHost:
    """A host whose store is slow: it answers when the test says so."""

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.asked = asyncio.Event()
        self.watched = asyncio.Event()
        self.watchers: set[Watching] = set()

    async def watch(self, *_: Any) -> Watching:
        watcher = Watching()
        self.watchers.add(watcher)
        self.watched.set()
        return watcher

    def unwatch(self, watcher: Watching) -> None:
        self.watchers.discard(watcher)

    def submit(self, watcher: Watching, command: Any, done: Any) -> None:
        self.answers.append(lambda: done(Answer(0, command.command_id, 5)))
        self.asked.set()


class Wire:
    """A client that sends these frames and nothing more, and keeps what it is sent."""

    def __init__(self, *commands: match_pb2.PlayCommand) -> None:
        self._frames = [match_pb2.PlayRequest(commands=commands)]
        self.events: list[match_pb2.PlayEvent] = []
        self.written = asyncio.Event()

    async def read(self) -> Any:
        if self._frames:
            return self._frames.pop()
        await asyncio.Event().wait()
        return grpc.aio.EOF

    async def write(self, frame: match_pb2.PlayResponse) -> None:
        self.events += frame.events
        self.written.set()


async def test_a_stream_that_says_goodbye_ends_only_when_everything_asked_on_it_is_answered() -> None:
    host, wire = SlowHost(), Wire(subscribe(1, "m", 0), act(1, "one", 4, "c1"), act(1, "two", 5, "c2"))
    connection = Connection(host, wire, NoLimits(), Crowd())  # type: ignore[arg-type]
    running = asyncio.ensure_future(connection.run())
    async with asyncio.timeout(PATIENCE):
        while len(host.answers) < 2:
            host.asked.clear()
            await host.asked.wait()
        connection.say_goodbye(1_000)
        await wire.written.wait()
        for answer in host.answers:
            for _ in range(10):
                await asyncio.sleep(0)
            assert not running.done()
            answer()
        await running
    assert [event.WhichOneof("event") for event in wire.events] == ["goodbye", "accepted", "accepted"]
    assert [event.accepted.command_id for event in wire.events[1:]] == ["c1", "c2"]


@pytest.mark.parametrize("rounds", range(4))
async def test_a_stream_that_is_called_off_again_and_again_leaves_no_watcher_behind(rounds: int) -> None:
    """gRPC calls off a stream that was cancelled, and once more as its connection goes."""
    host, wire = SlowHost(), Wire(subscribe(1, "m", 0))
    running = asyncio.ensure_future(Connection(host, wire, NoLimits(), Crowd()).run())  # type: ignore[arg-type]
    async with asyncio.timeout(PATIENCE):
        await host.watched.wait()
        running.cancel()
        for _ in range(rounds):
            await asyncio.sleep(0)
        running.cancel()
        await asyncio.wait([running])
    assert host.watchers == set()
