"""Hundreds of bots that have dialled in, each by a stream of its own and each in a match, on one server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.load.bot_house import BotHouse
from tests.load.report import Report, percentile
from tests.load.server_process import ServerProcess
from tests.load.worker import Worker

__all__ = ["FULL", "TINY", "Size", "run"]

GAME = "dungeon-of-fear"
PATIENCE_S = 300.0


@dataclass(frozen=True)
class Size:
    """Bots, from so many processes, which think so long at most."""

    bots: int
    processes: int
    think_s: float


FULL = Size(bots=500, processes=2, think_s=1.0)
TINY = Size(bots=12, processes=1, think_s=0.01)


async def run(folder: Path, size: Size, say: Callable[[str], None]) -> Report:
    """Run it on a store in a folder."""
    report = Report("remote_bots")
    async with ServerProcess(folder) as server:
        before = server.rss
        each = size.bots // size.processes
        houses = [
            await Worker.start(BotHouse, server.address, f"bot{number}-", each, size.think_s)
            for number in range(size.processes)
        ]
        try:
            say("dialling in")
            await asyncio.gather(*(house.ask("dial_in", GAME) for house in houses))
            there = (await server.gauges())["undercroft_remote_bots"]
            connected = server.rss
            say("playing")
            cpu, began = server.cpu_s, time.perf_counter()
            played = await asyncio.gather(*(house.ask("play", GAME, PATIENCE_S) for house in houses))
            cpu, took = server.cpu_s - cpu, time.perf_counter() - began
            playing = server.rss
            records = [await house.ask("records") for house in houses]
        finally:
            for house in houses:
                await house.stop()
        _tell(report, size, played, records, took, cpu)
        report.expect(there == size.bots, f"the server knows of {there:.0f} bots")
        report.add(f"{size.bots} bots", "server's memory before", before / 1e6, "MB")
        report.add(f"{size.bots} bots", "server's memory, connected", connected / 1e6, "MB")
        report.add(f"{size.bots} bots", "server's memory, played", playing / 1e6, "MB")
        report.add(
            f"{size.bots} bots", "memory for each that is connected", (connected - before) / 1e3 / size.bots, "KB"
        )
    return report


def _tell(
    report: Report,
    size: Size,
    played: list[dict[str, object]],
    records: list[dict[str, int]],
    took: float,
    cpu: float,
) -> None:
    waits = [wait for part in played for wait in part["waits_ms"]]  # type: ignore[attr-defined]
    matches = sum(int(part["matches"]) for part in played)  # type: ignore[call-overload]
    lost = sum(int(part["lost"]) for part in played)  # type: ignore[call-overload]
    faults, actions = (sum(part[key] for part in records) for key in ("faults", "actions"))
    report.expect(faults == 0, f"{faults} decisions were made by stand-ins")
    report.expect(lost == 0, f"{lost} connections were lost")
    report.expect(len(waits) > 0, "nobody was asked twice in a match")
    what = f"{matches} matches of {size.bots} bots"
    report.add(what, "moves", actions)
    report.add(what, "moves/s", actions / took, "/s")
    report.add(what, "from an answer to the rival's turn, p50", percentile(waits, 50), "ms")
    report.add(what, "from an answer to the rival's turn, p99", percentile(waits, 99), "ms")
    report.add(what, "server's CPU a move", 1e6 * cpu / actions if actions else 0.0, "us")
