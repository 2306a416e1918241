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
    """Streams of a client that dies, half Play and half Watch; how often that happens, for the memory.

    `together`: all clients die at the same time, which is quicker and tells less.
    """

    streams: int
    rounds: int
    together: bool = False


FULL = Size(streams=1_000, rounds=4)
TINY = Size(streams=20, rounds=1, together=True)


async def run(folder: Path, size: Size, say: Callable[[str], None]) -> Report:
    """Run it on a store in a folder."""
    report = Report("dead_peer")
    async with (
        ServerProcess(folder) as server,
        await Worker.start(Players, server.address, "blind-attack", LONG_MATCH, 1) as players,
    ):
        [match_id] = await players.ask("open")
        clients = _Clients(server, match_id, size, report, await _there(server))
        memory: list[float] = []

        async def idle(number: int) -> None:
            await clients.freeze(f"frozen while idle, round {number}")
            memory.append(server.rss / 1e6)

        async def busy() -> None:
            playing = asyncio.create_task(players.ask("play", 5.0, 2 * WITHIN_S if size.rounds > 1 else 1.0))
            await clients.freeze("frozen while updates come")
            await playing

        deaths = [*(idle(number + 1) for number in range(size.rounds)), busy(), clients.cut_off("cut off")]
        if size.together:
            await asyncio.gather(*deaths)
        else:
            for number, death in enumerate(deaths):
                say(f"clients die, {number + 1} of {len(deaths)}")
                await death
        say("a frozen server")
        await _frozen_server(report, server)
        _tell_memory(report, memory)
    return report


async def _there(server: ServerProcess) -> tuple[float, ...]:
    """What the server believes is there."""
    gauges = await server.gauges()
    return tuple(
        gauges[name] for name in ("undercroft_watchers", "undercroft_streams.Play", "undercroft_streams.Watch")
    )


def _tell_memory(report: Report, memory: list[float]) -> None:
    if len(memory) > 1:
        report.add("memory of the server", "after the first round", memory[0], "MB")
        report.add("memory of the server", f"after round {len(memory)}", memory[-1], "MB", goal=1.1 * memory[0])
        report.expect(memory[-1] < 1.5 * memory[0], f"memory isn't freed: {memory} MB, a round each")


class _Clients:
    """Clients that die on a server, and how long it takes to notice; `before` is what was there without them."""

    def __init__(
        self, server: ServerProcess, match_id: str, size: Size, report: Report, before: tuple[float, ...]
    ) -> None:
        self._server = server
        self._spectators = [(match_id, "")] * (size.streams // 2)
        self._report = report
        self._before = before

    async def freeze(self, how: str) -> None:
        """SIGSTOP for the client's process."""
        async with await Worker.start(Followers, self._server.address) as client:
            await self._open(client)
            client.freeze()
            await self._until_gone(how)

    async def cut_off(self, how: str) -> None:
        """Nothing is carried any more between client and server, and nobody says so."""
        async with (
            await Worker.start(Swallowing, self._server.address) as way,
            await Worker.start(Followers, await way.ask("open")) as client,
        ):
            await self._open(client)
            await way.ask("swallow")
            await self._until_gone(how)

    async def _open(self, client: Worker) -> None:
        for method in ("Play", "Watch"):
            await client.ask("open", method, method, self._spectators, A_CONNECTION)
            seen = await client.ask("until_first", method, PATIENCE_S)
            self._report.expect(len(seen["first_ms"]) == len(self._spectators), f"{method}: not everybody got through")

    async def _until_gone(self, how: str) -> None:
        began = time.perf_counter()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while await _there(self._server) != self._before:  # noqa: ASYNC110 - the server tells nobody
                    await asyncio.sleep(0.1)
        left = await _there(self._server)
        self._report.expect(left == self._before, f"clients {how}: watchers and streams are {left}, not {self._before}")
        took = time.perf_counter() - began
        self._report.add(
            f"clients with {2 * len(self._spectators)} streams, until they are gone", how, took, "s", WITHIN_S
        )


async def _frozen_server(report: Report, server: ServerProcess) -> None:
    async with await Worker.start(Clients, server.address) as client:
        await client.ask("open")
        await asyncio.sleep(1.0)  # nothing is under way any more
        server.freeze()
        frozen = time.perf_counter()
        try:
            lost = await client.ask("until", "lost", PATIENCE_S)
        finally:
            server.thaw()
        thawed = time.perf_counter()
        report.expect(lost is not None, "the client never learned that its server was frozen")
        report.add("a server frozen", "until its client knows", (lost or thawed) - frozen, "s", goal=WITHIN_S)
        again = await client.ask("until", "connected", PATIENCE_S)
        report.expect(again is not None, "the client never came back to its server")
        report.add("a server frozen", "thawed, until its client is back", (again or time.perf_counter()) - thawed, "s")
        report.expect(await client.ask("act"), "the client can't act any more")
