"""Hundreds of bots in one process, each with a Serve stream of its own, which play each other at random."""

from __future__ import annotations

import asyncio
import secrets
import time
from random import Random
from typing import Any

from undercroft_client import Bot, BotListener, BotTurn, Client, Connection, ConnectionState, Outcome

__all__ = ["BotHouse"]

STREAMS_A_CONNECTION = 50
ALONE = (("grpc.use_local_subchannel_pool", 1),)


class _Ears(BotListener):
    def __init__(self, house: BotHouse) -> None:
        self._house = house
        self.there = asyncio.Event()

    def connection(self, connection: Connection) -> None:
        """Note that the bot is there, or that its connection was lost."""
        if connection.state is ConnectionState.CONNECTED:
            self.there.set()
        else:
            self._house.lost += 1

    def over(self, match_id: str, seat: int, outcome: Outcome | None) -> None:
        """Count the seats whose matches are over."""
        self._house.seats_over += 1
        self._house.news.set()


class BotHouse:
    """Bots `{prefix}0`, `{prefix}1`, …; each thinks up to `think_s` seconds, evenly distributed."""

    def __init__(self, address: str, prefix: str, bots: int, think_s: float) -> None:
        self.lost = 0
        self.seats_over = 0
        self.news = asyncio.Event()
        self._address = address
        self._names = [f"{prefix}{number}" for number in range(bots)]
        self._think_s = think_s
        self._random = Random(1)
        self._clients: list[Client] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._answered: dict[str, float] = {}
        self._waits_ms: list[float] = []
        self._match_ids: list[str] = []

    async def dial_in(self, game: str) -> int:
        """Connect all of them; how many are there."""
        ears = []
        for number, name in enumerate(self._names):
            if number % STREAMS_A_CONNECTION == 0:
                client = Client(self._address, options=ALONE)
                await client.open()
                self._clients.append(client)
            ears.append(_Ears(self))
            serving = self._clients[-1].serve_bot(
                self._decide, name=name, token=secrets.token_bytes(32), games=(game,), listener=ears[-1]
            )
            self._tasks.append(asyncio.ensure_future(serving.run()))
        async with asyncio.timeout(60):
            await asyncio.gather(*(each.there.wait() for each in ears))
        return len(ears)

    async def play(self, game: str, patience_s: float) -> dict[str, Any]:
        """Have each play the next one once, all at the same time, to the end of all matches.

        Gives how long it took from a bot's answer until the other one was asked, the commit included; and what the
        records say of faults.
        """
        pairs = list(zip(self._names[::2], self._names[1::2], strict=True))
        for pair in pairs:
            created = await self._clients[0].create_match(game, seats=[Bot(f"@{name}") for name in pair])
            self._match_ids.append(created.match.match_id)
        async with asyncio.timeout(patience_s):
            while self.seats_over < 2 * len(pairs):
                self.news.clear()
                await self.news.wait()
        return {"waits_ms": self._waits_ms, "lost": self.lost, "matches": len(pairs)}

    async def records(self) -> dict[str, int]:
        """What the records of all matches say."""
        faults = actions = 0
        for match_id in self._match_ids:
            record = await self._clients[0].record(match_id)
            faults += len(record["bot_faults"])
            actions += len(record["actions"])
        return {"faults": faults, "actions": actions}

    async def _decide(self, turn: BotTurn) -> int:
        since = self._answered.get(turn.match_id)
        if since is not None:
            self._waits_ms.append(1_000 * (time.perf_counter() - since))
        await asyncio.sleep(self._random.uniform(0.0, self._think_s))
        self._answered[turn.match_id] = time.perf_counter()
        return self._random.choice(turn.legal)
