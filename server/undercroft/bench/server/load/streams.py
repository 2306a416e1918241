"""Streams that carry bytes, and whatever goes wrong on any of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

import grpc

from undercroft.bench.server.plan import BenchFailed, Shape

__all__ = ["CONNECTIONS", "Frames", "Stream", "Streams"]

Frames = Iterable[tuple["Stream", bytes]]
Receive = Callable[[bytes], Frames]

CONNECTIONS: Final = 4
"""Of each client process, over which its streams are spread where every seat has one of its own."""

PATIENCE_S: Final = 20.0
"""When nothing has moved for so long, something is wrong."""

_OPTIONS: Final = (
    ("grpc.use_local_subchannel_pool", 1),  # else all channels of a process share one connection
    ("grpc.enable_http_proxy", 0),
)


class Stream:
    """A stream under way. `receive` is given every frame that comes, and gives the frames to send for it."""

    def __init__(self, call: Any, receive: Receive) -> None:
        self._call = call
        self._receive = receive
        self._writing = asyncio.Lock()

    async def send(self, frame: bytes) -> None:
        """Write a frame. It waits for the one before it: gRPC refuses a second write beside another."""
        async with self._writing:
            await self._call.write(frame)

    async def run(self) -> None:
        """Read until the server ends the stream, which it never should."""
        call, receive = self._call, self._receive
        while (frame := await call.read()) is not grpc.aio.EOF:
            for stream, answer in receive(frame):
                await stream.send(answer)
        raise BenchFailed(f"a stream has ended: {await call.code()}")

    def cancel(self) -> None:
        """End it."""
        self._call.cancel()


class Streams:
    """The streams of a load to one method of a server, over as many connections as the shape has."""

    def __init__(self, address: str, method: str, shape: Shape) -> None:
        connections = 1 if shape == "multiplexed" else CONNECTIONS
        self.channels = [grpc.aio.insecure_channel(address, options=_OPTIONS) for _ in range(connections)]
        self._calls: list[Any] = [channel.stream_stream(method) for channel in self.channels]
        self._streams: list[Stream] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._trouble: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def open(self, receive: Receive) -> Stream:
        """One more stream."""
        call = self._calls[len(self._streams) % len(self._calls)]
        stream = Stream(call(), receive)
        task = asyncio.ensure_future(stream.run())
        task.add_done_callback(self._ended)
        self._streams.append(stream)
        self._tasks.append(task)
        return stream

    async def send(self, frames: Frames) -> None:
        """Send frames, each to its stream."""
        await asyncio.gather(*(stream.send(frame) for stream, frame in frames))

    async def until(self, quiet: Awaitable[Any], seconds: float = 0.0) -> None:
        """Wait until the load has come to rest, which it should within `seconds` and some patience.

        Raises:
            BenchFailed: it didn't, or something went wrong on a stream.
        """
        waiting = asyncio.ensure_future(quiet)
        await asyncio.wait({waiting, self._trouble}, timeout=seconds + PATIENCE_S, return_when=asyncio.FIRST_COMPLETED)
        if self._trouble.done():
            waiting.cancel()
            self._trouble.result()
        if not waiting.done():
            waiting.cancel()
            raise BenchFailed(
                f"moves are under way and nothing has come for {PATIENCE_S:.0f} s; does the game tell both seats of"
                " every action, and have them act one at a time?"
            )

    async def close(self) -> None:
        """End all streams."""
        for task in self._tasks:
            task.remove_done_callback(self._ended)
        for stream in self._streams:
            stream.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for channel in self.channels:
            await channel.close()

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not self._trouble.done() and not task.cancelled():
            self._trouble.set_exception(task.exception() or BenchFailed("a stream has ended"))
