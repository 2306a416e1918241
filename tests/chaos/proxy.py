"""A TCP proxy that can do to a connection what networks do: cut it, swallow it, hold it up."""

from __future__ import annotations

import asyncio
import contextlib

from tests.chaos.ports import HOST, free_port

_CHUNK_BYTES = 64 * 1024


class Passage:
    """One connection through the proxy: two sockets, and what happens between them.

    `delay` seconds is how long each chunk is held before it goes on. With `swallowing` nothing goes on and nothing is
    closed: what an end sends is taken and forgotten, and when it closes its socket the other end isn't told.
    """

    def __init__(self) -> None:
        self.delay = 0.0
        self.swallowing = False
        self.closed = asyncio.Event()
        self._writers: list[asyncio.StreamWriter] = []

    def cut(self) -> None:
        """End both sockets at once, without a word."""
        for writer in self._writers:
            writer.transport.abort()

    async def run(self, near: tuple[asyncio.StreamReader, asyncio.StreamWriter], port: int) -> None:
        """Carry bytes between a client that has connected and a port, until both ends are closed."""
        self._writers = [near[1]]
        try:
            far = await asyncio.open_connection(HOST, port)
        except OSError:
            self.cut()
            return
        self._writers.append(far[1])
        await asyncio.gather(self._pump(near[0], far[1]), self._pump(far[0], near[1]))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(_CHUNK_BYTES):
                await self._forward(data, writer)
        if not self.swallowing:
            writer.close()

    async def _forward(self, data: bytes, writer: asyncio.StreamWriter) -> None:
        if self.delay:
            await asyncio.sleep(self.delay)
        if not self.swallowing:
            writer.write(data)
            await writer.drain()


class Proxy:
    """Listens on a port of its own and carries every connection to `port` of the same machine."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._port = free_port()
        self.address = f"{HOST}:{self._port}"
        self.passages: list[Passage] = []
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._take, HOST, self._port, backlog=1024)

    async def close(self) -> None:
        """Cut every connection and listen no more."""
        if self._server is not None:
            self._server.close()
        for passage in tuple(self.passages):
            passage.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._carry((reader, writer)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, near: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
        passage = Passage()
        self.passages.append(passage)
        try:
            await passage.run(near, self._target)
        finally:
            passage.cut()
            passage.closed.set()
            self.passages.remove(passage)
