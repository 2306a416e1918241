"""kill -9 at random instants while many matches are played; clients resume; then everything is checked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.chaos.history import History, complaints
from tests.chaos.server_process import ServerProcess
from undercroft.registry import load_registry
from undercroft_client import Backoff, Bot, Client, Mine, SeatFill, SeatToken, new_token

GAME = "dungeon-of-fear"


@dataclass
class Report:
    """What a run did and found."""

    kills: int
    matches: int = 0
    actions: int = 0
    seconds: float = 0.0
    complaints: list[str] = field(default_factory=list)


class Run:
    """`matches` matches at a time until the server was killed `kills` times and every match is over."""

    def __init__(self, folder: Path, kills: int, matches: int, seed: int, say: Callable[[str], None]) -> None:
        self._server = ServerProcess(folder)
        self._kills = kills
        self._matches = matches
        self._random = Random(seed)
        self._say = say
        self._killing = True
        self._histories: list[History] = []

    async def run(self) -> Report:
        began = time.monotonic()
        await self._server.start()
        # Quick to come back, so that many kills fit into a short run.
        async with Client(self._server.address, patience=60, backoff=Backoff(0.05, 0.5)) as client:
            async with asyncio.TaskGroup() as group:
                for number in range(self._matches):
                    group.create_task(self._play_on(client, Random(self._random.random()), number))
                group.create_task(self._kill())
            report = await self._check(client)
        await self._server.stop()
        report.seconds = time.monotonic() - began
        return report

    async def _kill(self) -> None:
        for number in range(self._kills):
            await asyncio.sleep(self._random.uniform(0.05, 1.0))
            await self._server.kill()
            await self._server.start()
            self._say(f"killed {number + 1} times, {len(self._histories)} matches so far")
        self._killing = False

    async def _play_on(self, client: Client, random: Random, number: int) -> None:
        """Match after match, until the killing is over; every fifth is one between hosted bots that we watch."""
        while True:
            if number % 5 == 4:
                await self._watch(client)
            else:
                await self._play(client, random)
            if not self._killing:
                return

    async def _play(self, client: Client, random: Random) -> None:
        token = new_token()
        rival = Bot(random.choice(["random", "heuristic"]))
        mine = Mine("chaos", token)
        seats: list[SeatFill] = [mine, rival] if random.random() < 0.5 else [rival, mine]
        created = await client.create_match(GAME, seats=seats, pace_ms=0)
        history = History(created.match.match_id, seats.index(mine), SeatToken(token))
        self._histories.append(history)
        async with client.seat(history.match_id, token) as session:
            while True:
                update = await session.wait_turn()
                history.see(update)
                if update.outcome is not None:
                    return
                action = random.choice(update.legal).text
                await session.act(action)
                history.acknowledged.append(action)

    async def _watch(self, client: Client) -> None:
        created = await client.create_match(GAME, seats=[Bot("random"), Bot("heuristic")])
        history = History(created.match.match_id, None, None)
        self._histories.append(history)
        async with client.watch(history.match_id) as session:
            async for update in session:
                history.see(update)

    async def _check(self, client: Client) -> Report:
        registry = load_registry()
        report = Report(self._kills, len(self._histories))
        for history in self._histories:
            record = await client.record(history.match_id)
            report.actions += len(record["actions"])
            report.complaints += complaints(history, record, registry)
        return report
