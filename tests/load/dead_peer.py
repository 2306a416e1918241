"""Peers that are there and do nothing: clients that are frozen or cut off, and a server that is frozen.

Nobody closes anything, so only silence can tell. The server has to let go of such a client's streams, and a client has
to learn that its server is gone, within ten seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.load.clients import Clients
from tests.load.followers import Followers
from tests.load.players import Players
from tests.load.report import Report
from tests.load.server_process import ServerProcess
from tests.load.swallowing import Swallowing
from tests.load.worker import Worker

__all__ = ["FULL", "TINY", "Size", "run"]

A_CONNECTION = 10
WITHIN_S = 10.0
PATIENCE_S = 60.0
LONG_MATCH = '{"quiet_limit": 200, "max_turns": 2000}'


@dataclass(frozen=True)
class Size:
    """Streams of a client that dies, half Play and half Watch; how often it happens, for the memory."""

    streams: int
    rounds: int


FULL = Size(streams=1_000, rounds=4)
TINY = Size(streams=20, rounds=1)


async def run(folder: Path, size: Size, say: Callable[[str], None]) -> Report:
    """Run it on a store in a folder."""
    report = Report("dead_peer")
    async with (
        ServerProcess(folder) as server,
        await Worker.start(Players, server.address, "blind-attack", LONG_MATCH, 1) as players,
    ):
        [match_id] = await players.ask("open")
        mourned = _Mourned(server, match_id, size, report)
        memory = []
        for number in range(size.rounds):
            say(f"frozen clients, round {number + 1} of {size.rounds}")
            await mourned.frozen("frozen and idle")
            memory.append(server.rss / 1e6)
        say("frozen clients that are sent something")
        playing = asyncio.create_task(players.ask("play", 5.0, 2 * WITHIN_S))
        await mourned.frozen("frozen while updates come")
        await playing
        say("clients cut off")
        await mourned.cut_off()
        say("a frozen server")
        await _frozen_server(report, server)
        if size.rounds > 1:
            report.add("the server's memory after the first round", memory[0], "MB")
            report.add(f"after round {size.rounds}", memory[-1], "MB", goal=1.1 * memory[0])
            report.expect(memory[-1] < 1.5 * memory[0], f"memory isn't freed: {memory} MB, a round each")
    return report


class _Mourned:
    """Clients that die on a server, and how long it takes to notice."""

    def __init__(self, server: ServerProcess, match_id: str, size: Size, report: Report) -> None:
        self._server = server
        self._spectators = [(match_id, "")] * (size.streams // 2)
        self._report = report

    async def frozen(self, how: str) -> None:
        """SIGSTOP for the client's process."""
        before = await self._watchers()
        async with await Worker.start(Followers, self._server.address) as client:
            await self._open(client)
            client.freeze()
            await self._until_gone(how, before)

    async def cut_off(self) -> None:
        """Nothing is carried any more, and nobody says so."""
        before = await self._watchers()
        async with await Worker.start(Swallowing, self._server.address) as way:
            async with await Worker.start(Followers, await way.ask("open")) as client:
                await self._open(client)
                await way.ask("swallow")
                await self._until_gone("cut off", before)

    async def _open(self, client: Worker) -> None:
        for method in ("Play", "Watch"):
            await client.ask("open", method, method, self._spectators, A_CONNECTION)
            seen = await client.ask("until_first", method, PATIENCE_S)
            self._report.expect(len(seen["first_ms"]) == len(self._spectators), f"{method}: not everybody got through")

    async def _watchers(self) -> tuple[float, float, float]:
        gauges = await self._server.gauges()
        return (
            gauges["undercroft_watchers"], gauges["undercroft_streams.Play"], gauges["undercroft_streams.Watch"],
        )  # fmt: skip

    async def _until_gone(self, how: str, before: tuple[float, float, float]) -> None:
        began = time.perf_counter()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while await self._watchers() != before:
                    await asyncio.sleep(0.1)
        left = await self._watchers()
        streams = 2 * len(self._spectators)
        self._report.expect(left == before, f"clients {how}: {left} watchers and streams are left, not {before}")
        what = f"clients {how}: until their {streams} streams are gone"
        self._report.add(what, time.perf_counter() - began, "s", goal=WITHIN_S)


async def _frozen_server(report: Report, server: ServerProcess) -> None:
    async with await Worker.start(Clients, server.address) as client:
        await client.ask("open")
        server.freeze()
        frozen = time.perf_counter()
        try:
            lost = await client.ask("until", "lost", PATIENCE_S)
        finally:
            server.thaw()
        thawed = time.perf_counter()
        report.expect(lost is not None, "the client never learned that its server was frozen")
        report.add("a frozen server: until the client knows", (lost or thawed) - frozen, "s", goal=WITHIN_S)
        again = await client.ask("until", "connected", PATIENCE_S)
        report.expect(again is not None, "the client never came back to its server")
        report.add("thawed again: until the client is back", (again or time.perf_counter()) - thawed, "s")
        report.expect(await client.ask("act"), "the client can't act any more")
