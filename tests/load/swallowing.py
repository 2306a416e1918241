"""A way between client and server that can stop carrying anything while both ends believe that it is there."""

from __future__ import annotations

import asyncio
from contextlib import suppress

__all__ = ["Swallowing"]

_CHUNK = 65_536


class Swallowing:
    """Carries bytes from connections to its own `address` to a server and back; once told so, it swallows them.

    As if a cable were cut: neither end is told, and what is sent is acknowledged by nobody who matters.
    """

    def __init__(self, server: str) -> None:
        self._host, _, port = server.rpartition(":")
        self._port = int(port)
        self._swallows = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> str:
        """Listen; the address."""
        self._listener = await asyncio.start_server(self._carry_both, "127.0.0.1", 0)
        host, port = self._listener.sockets[0].getsockname()
        return f"{host}:{port}"

    async def swallow(self) -> None:
        """Carry nothing any more, on the connections that there are and on those that come."""
        self._swallows = True

    async def carry(self) -> None:
        """Carry again what comes on new connections."""
        self._swallows = False

    async def _carry_both(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            to_server = await asyncio.open_connection(self._host, self._port)
        except OSError:
            writer.close()
            return
        self._carry(reader, to_server[1])
        self._carry(to_server[0], writer)

    def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._carry_on(source, target))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        swallows = False
        with suppress(OSError):
            while data := await source.read(_CHUNK):
                swallows = swallows or self._swallows  # a connection that has lost something never recovers
                if not swallows:
                    target.write(data)
                    await target.drain()
        if not swallows:
            target.close()
