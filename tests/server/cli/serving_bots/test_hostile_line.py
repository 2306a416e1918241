"""The line carries what is sent, and can be cut."""

from __future__ import annotations

import asyncio
import contextlib

from undercroft.cli.serving_bots.hostile_line import HOST, HostileLine


async def test_it_carries_both_ways_late_if_wanted_and_ends_both_sides_when_it_is_cut() -> None:
    ended = asyncio.Event()

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(100):
                writer.write(data.upper())
        except ConnectionError:
            pass
        ended.set()
        writer.close()

    server = await asyncio.start_server(echo, HOST, 0)
    line = HostileLine(server.sockets[0].getsockname()[1])
    await line.open()
    host, _, port = line.address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for delay in (0.0, 0.01):
        line.delay = delay
        writer.write(b"hello")
        assert await reader.readexactly(5) == b"HELLO"
    line.cut()
    async with asyncio.timeout(10):
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        await ended.wait()
    writer.close()
    await line.close()
    server.close()
    await server.wait_closed()


async def test_where_nobody_listens_the_connection_just_ends() -> None:
    from undercroft.cli.serving_bots.hostile_line import free_port

    line = HostileLine(free_port())
    await line.open()
    host, _, port = line.address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    async with asyncio.timeout(10):
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
    writer.close()
    await line.close()
