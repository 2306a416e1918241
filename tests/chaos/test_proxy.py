"""The proxy carries bytes as they are, and does to a connection what it is told to do, to both its ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from tests.chaos.ports import HOST
from tests.chaos.proxy import Passage, Proxy

End = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Awaitable[End]]

PATIENCE_S = 60.0
"""Seconds that no test waits for unless a promise is broken."""


class Echo:
    """A server that sends back what it gets, and keeps its ends of the connections."""

    def __init__(self) -> None:
        self.ends: list[End] = []
        self.closed = 0
        self._server: asyncio.Server | None = None

    async def start(self) -> int:
        self._server = await asyncio.start_server(self._serve, HOST, 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        for _, writer in self.ends:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.ends.append((reader, writer))
        try:
            while data := await reader.read(1 << 16):
                writer.write(data)
        except OSError:
            pass
        finally:
            self.closed += 1
            writer.close()


@pytest.fixture
async def echo() -> AsyncIterator[Echo]:
    server = Echo()
    yield server
    await server.stop()


@pytest.fixture
async def proxy(echo: Echo) -> AsyncIterator[Proxy]:
    made = Proxy(await echo.start())
    await made.start()
    yield made
    await made.close()


@pytest.fixture
async def connect(proxy: Proxy) -> AsyncIterator[Connect]:
    """Makes a client's end of a connection through the proxy."""
    made: list[asyncio.StreamWriter] = []

    async def connect() -> End:
        host, port = proxy.address.split(":")
        end = await asyncio.open_connection(host, int(port))
        made.append(end[1])
        return end

    yield connect
    for writer in made:
        writer.transport.abort()


async def carried(connect: Connect, proxy: Proxy) -> tuple[End, Passage]:
    """A connection that has carried something, and the proxy's side of it."""
    near = await connect()
    assert await answer(near, b"hello") == b"hello"
    return near, proxy.passages[-1]


async def answer(end: End, sent: bytes) -> bytes:
    reader, writer = end
    writer.write(sent)
    async with asyncio.timeout(PATIENCE_S):
        return await reader.readexactly(len(sent))


async def ended(end: End) -> bool:
    """Whether the other side has closed; waits for that."""
    async with asyncio.timeout(PATIENCE_S):
        try:
            return await end[0].read() == b""
        except ConnectionError:
            return True


async def test_bytes_go_through_as_they_are_and_so_does_the_end(connect: Connect, proxy: Proxy, echo: Echo) -> None:
    near, passage = await carried(connect, proxy)
    megabytes = bytes(range(256)) * 16_000
    assert await answer(near, megabytes) == megabytes
    near[1].close()
    async with asyncio.timeout(PATIENCE_S):
        await passage.closed.wait()
    assert echo.closed == 1
    assert proxy.passages == []


async def test_a_cut_connection_is_over_for_both_ends_and_the_others_go_on(
    connect: Connect, proxy: Proxy, echo: Echo
) -> None:
    (near, passage), (other, _) = await carried(connect, proxy), await carried(connect, proxy)
    passage.cut()
    assert await ended(near)
    async with asyncio.timeout(PATIENCE_S):
        await passage.closed.wait()
    assert await answer(other, b"still here") == b"still here"


async def test_what_is_swallowed_reaches_nobody_and_nobody_is_told(connect: Connect, proxy: Proxy, echo: Echo) -> None:
    near, passage = await carried(connect, proxy)
    (far, _), sender = echo.ends[0], echo.ends[0][1]
    passage.swallowing = True
    near[1].write(b"lost")
    sender.write(b"lost too")
    other, _ = await carried(connect, proxy)
    assert await answer(other, b"meanwhile") == b"meanwhile"
    near[1].close()
    await carried(connect, proxy)
    assert not passage.closed.is_set()
    assert not far.at_eof()
    sender.transport.abort()
    async with asyncio.timeout(PATIENCE_S):
        await passage.closed.wait()


async def test_what_is_held_up_arrives_in_order(connect: Connect, proxy: Proxy) -> None:
    near, passage = await carried(connect, proxy)
    passage.delay = 0.01
    for number in range(5):
        near[1].write(b"%d" % number)
    async with asyncio.timeout(PATIENCE_S):
        assert await near[0].readexactly(5) == b"01234"


async def test_a_server_that_is_not_there_is_a_connection_that_ends(connect: Connect, echo: Echo) -> None:
    await echo.stop()
    assert await ended(await connect())
