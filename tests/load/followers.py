"""Streams that follow matches, many in one process: they note when their first snapshot came, and miss nothing."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc

from undercroft.v1 import match_pb2, match_pb2_grpc

__all__ = ["Followers", "channel_to"]

SMALLEST_WINDOW = (("grpc.http2.lookahead_bytes", 1024), ("grpc.http2.bdp_probe", 0))
"""A stream that isn't read takes in little: by default gRPC buffers megabytes before the server is held back."""

Seat = tuple[str, str]
"""A match's id, and the seat's token in hex; no token: a spectator."""


def channel_to(address: str, ca: str = "", options: Sequence[tuple[str, int]] = ()) -> grpc.aio.Channel:
    """A connection of its own, encrypted if there is the file of an authority."""
    given = [("grpc.use_local_subchannel_pool", 1), *options]
    if not ca:
        return grpc.aio.insecure_channel(address, options=given)
    return grpc.aio.secure_channel(address, grpc.ssl_channel_credentials(Path(ca).read_bytes()), options=given)


class Follower:
    """One stream and what has come on it. `seq` is the number of the newest fact."""

    def __init__(self, method: str, seat: Seat) -> None:
        self.method = method
        self.match_id, self.token = seat[0], bytes.fromhex(seat[1])
        self.asked = self.first = self.ended = 0.0
        self.seq = self.updates = self.gaps = 0
        self.status = ""
        self.told_goodbye = False
        self.news = asyncio.Event()
        self._subscription = 1
        self._call: Any = None
        self._asking: asyncio.Future[None] | None = None

    def open(self, channel: grpc.aio.Channel) -> None:
        """Call, and ask for the match; nothing is read."""
        stub: Any = match_pb2_grpc.MatchServiceStub(channel)
        self.asked = time.perf_counter()
        if self.method == "Play":
            self._call = stub.Play()
            self._asking = asyncio.ensure_future(self._call.write(match_pb2.PlayRequest(commands=[self._subscribe()])))
        else:
            self._call = stub.Watch(match_pb2.WatchRequest(match_id=self.match_id, seat_token=self.token))

    async def read(self) -> None:
        """Read until the stream ends."""
        try:
            if self._asking is not None:
                await self._asking
            async for event in self._events():
                self._take(event)
                self.news.set()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            pass
        self.ended = time.perf_counter()
        self.status = (await self._call.code()).name
        self.news.set()

    async def move(self, match_id: str) -> None:
        """Follow another match on the same Play stream."""
        gone = match_pb2.PlayCommand(unsubscribe=match_pb2.Unsubscribe(subscription=self._subscription))
        self._subscription += 1
        self.match_id, self.asked, self.first = match_id, time.perf_counter(), 0.0
        self.seq = self.updates = 0
        await self._call.write(match_pb2.PlayRequest(commands=[gone, self._subscribe()]))

    def cancel(self) -> None:
        """End the call from here."""
        if self._call is not None:
            self._call.cancel()

    def _subscribe(self) -> match_pb2.PlayCommand:
        subscribe = match_pb2.Subscribe(subscription=self._subscription, match_id=self.match_id, seat_token=self.token)
        return match_pb2.PlayCommand(subscribe=subscribe)

    async def _events(self) -> AsyncIterator[Any]:
        while (message := await self._call.read()) is not grpc.aio.EOF:
            if self.method == "Watch":
                yield message
            else:
                for event in message.events:
                    yield event

    def _take(self, event: Any) -> None:
        kind = event.WhichOneof("event")
        if kind == "goodbye":
            self.told_goodbye = True
        elif kind == "update" and event.update.subscription == (self._subscription if self.method == "Play" else 0):
            update = event.update
            self.first = self.first or time.perf_counter()
            self.gaps += update.since != self.seq
            self.seq = update.seq
            self.updates += 1


class Followers:
    """Groups of streams, by name. Several streams share a connection, so many as `a_connection` says."""

    def __init__(self, address: str, ca: str = "") -> None:
        self._address, self._ca = address, ca
        self._groups: dict[str, list[Follower]] = {}
        self._channels: dict[str, list[grpc.aio.Channel]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, group: str, method: str, seats: list[Seat], a_connection: int) -> None:
        """Open a stream for each seat, all at once, and read them."""
        self._open(group, method, seats, a_connection)
        await self.read(group)

    async def open_unread(self, group: str, method: str, seats: list[Seat]) -> None:
        """Open streams that nobody reads, each on a connection of its own, with the smallest of windows."""
        self._open(group, method, seats, 1, SMALLEST_WINDOW)

    def _open(
        self, group: str, method: str, seats: list[Seat], a_connection: int, options: Sequence[tuple[str, int]] = ()
    ) -> None:
        followers = self._groups[group] = [Follower(method, seat) for seat in seats]
        channels = self._channels[group] = [
            channel_to(self._address, self._ca, options) for _ in range(0, len(seats), a_connection)
        ]
        for number, follower in enumerate(followers):
            follower.open(channels[number // a_connection])

    async def read(self, group: str) -> None:
        """Begin to read streams that nobody has read so far."""
        for follower in self._groups[group]:
            task = asyncio.get_running_loop().create_task(follower.read())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def move(self, group: str, match_id: str) -> None:
        """Have Play streams follow another match."""
        for follower in self._groups[group]:
            await follower.move(match_id)

    async def until_first(self, group: str, seconds: float) -> dict[str, Any]:
        """Wait until every stream has its first snapshot, or has ended, or so long."""
        await self._until(group, lambda follower: follower.first, seconds)
        return self._summary(group)

    async def until_seq(self, group: str, seq: int, seconds: float) -> dict[str, Any]:
        """Wait until every stream has the fact of that number, or has ended, or so long."""
        await self._until(group, lambda follower: follower.seq >= seq, seconds)
        return self._summary(group)

    async def until_ended(self, group: str, seconds: float) -> dict[str, Any]:
        """Wait until every stream has ended, or so long."""
        await self._until(group, lambda _: False, seconds)
        return self._summary(group)

    async def _until(self, group: str, true: Callable[[Follower], object], seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                for follower in self._groups[group]:
                    while not (true(follower) or follower.status):
                        follower.news.clear()
                        await follower.news.wait()

    def _summary(self, group: str) -> dict[str, Any]:
        followers = self._groups[group]
        return {
            "first_ms": [1000 * (each.first - each.asked) for each in followers if each.first],
            "updates": [each.updates for each in followers],
            "seqs": [each.seq for each in followers],
            "gaps": sum(each.gaps for each in followers),
            "statuses": Counter(each.status or "open" for each in followers),
            "goodbyes": sum(each.told_goodbye for each in followers),
            "last_end": max((each.ended for each in followers), default=0.0),
        }

    async def close(self, group: str) -> None:
        """Cancel the streams and close their connections."""
        for follower in self._groups.pop(group):
            follower.cancel()
        for channel in self._channels.pop(group):
            await channel.close()
