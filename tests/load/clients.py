"""A client of the library in a process of its own, which notes what it is told of its connection."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

from undercroft_client import Client, Connection, Mine, SeatSession

__all__ = ["Clients"]


class Clients:
    """One client that follows a match from a seat and does nothing."""

    def __init__(self, address: str) -> None:
        self._client = Client(address)
        self._heard: list[tuple[str, float]] = []
        self._news = asyncio.Event()
        self._session: SeatSession | None = None

    async def open(self) -> None:
        """Make a match, sit down, and wait for the first update."""
        await self._client.__aenter__()
        self._client.on_connection(self._hear)
        mine, rival = Mine("idle"), Mine("rival")
        created = await self._client.create_match("dungeon-of-fear", seats=[mine, rival])
        self._session = self._client.seat(created.match.match_id, created.tokens[0])
        await self._session.wait_turn()
        self._heard.clear()

    def _hear(self, connection: Connection) -> None:
        self._heard.append((str(connection.state), time.perf_counter()))
        self._news.set()

    async def until(self, state: str, seconds: float) -> Any:
        """The moment (of the machine's monotonic clock) at which the connection was first said to be so; or None."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    for heard, at in self._heard:
                        if heard == state:
                            return at
                    self._news.clear()
                    await self._news.wait()
        return None

    async def act(self) -> str:
        """Play any action; raises if it doesn't come through."""
        assert self._session is not None
        update = await self._session.wait_turn()
        accepted = await self._session.act(update.legal[0].text)
        return accepted.command_id
