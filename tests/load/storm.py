"""Thousands of streams opened at once: as after a restart, or when a match is talked about. All of them get through."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import trustme

from tests.load.followers import Followers
from tests.load.old_matches import OldMatches
from tests.load.report import Report, percentile
from tests.load.server_process import ServerProcess
from tests.load.worker import Worker

__all__ = ["FULL", "TINY", "Size", "run"]

GAME = "dungeon-of-fear"
PATIENCE_S = 120.0


@dataclass(frozen=True)
class Storm:
    """Streams of seats (of two in each match, none of which is in memory yet), or of spectators of one match."""

    who: str
    method: str
    encrypted: bool = False

    @property
    def name(self) -> str:
        """What it is called in the report."""
        return f"{self.who} on {self.method}{', TLS' if self.encrypted else ''}"


@dataclass(frozen=True)
class Size:
    """So many streams at once, so many of them on each connection, from so many processes."""

    streams: int
    a_connection: int
    processes: int
    storms: tuple[Storm, ...]


FULL = Size(
    streams=5_000,
    a_connection=10,
    processes=2,
    storms=(
        Storm("seats", "Play"),
        Storm("seats", "Watch"),
        Storm("spectators", "Play"),
        Storm("spectators", "Watch"),
        Storm("spectators", "Watch", encrypted=True),
    ),
)
TINY = Size(60, 10, 1, (Storm("seats", "Play"), Storm("spectators", "Watch", encrypted=True)))


async def run(folder: Path, size: Size, say: Callable[[str], None]) -> Report:
    """Run it on stores in a folder."""
    report = Report("storm")
    for storm in size.storms:
        say(storm.name)
        place = folder / storm.name
        place.mkdir()
        seats = await _written(place, size, storm)
        options, ca = _encryption(place) if storm.encrypted else ([], "")
        async with ServerProcess(place, *options) as server:
            await _break_loose(report, storm, server, seats, size, ca)
    return report


async def _written(place: Path, size: Size, storm: Storm) -> list[tuple[str, str]]:
    """Matches and tokens of what is to be followed."""
    count = 1 if storm.who == "spectators" else -(-size.streams // 2)
    async with await Worker.start(OldMatches, str(place / "store.sqlite3")) as writer:
        matches = await writer.ask("write", GAME, "", 2, count, min(count, 50), False)
    if storm.who == "spectators":
        return [(matches[0]["match_id"], "")] * size.streams
    return [(match["match_id"], token) for match in matches for token in match["tokens"]][: size.streams]


def _encryption(place: Path) -> tuple[list[str], str]:
    """How the server is started, and the file of the authority that vouches for it."""
    authority = trustme.CA()
    leaf = authority.issue_cert("127.0.0.1")
    pem, ca = place / "server.pem", place / "ca.pem"
    leaf.private_key_and_cert_chain_pem.write_to_path(pem)
    authority.cert_pem.write_to_path(ca)
    return ["--tls-cert", str(pem), "--tls-key", str(pem)], str(ca)


async def _break_loose(
    report: Report, storm: Storm, server: ServerProcess, seats: list[tuple[str, str]], size: Size, ca: str
) -> None:
    async with AsyncExitStack() as stack:
        starting = [Worker.start(Followers, server.address, ca) for _ in range(size.processes)]
        crowds = [await stack.enter_async_context(await start) for start in starting]
        cpu = server.cpu_s
        parts = [seats[number :: size.processes] for number in range(size.processes)]
        seen = await asyncio.gather(*(_open(*each, storm, size) for each in zip(crowds, parts, strict=True)))
        cpu = server.cpu_s - cpu
        there = (await server.gauges())[f"undercroft_streams.{storm.method}"]
    first = [each for part in seen for each in part["first_ms"]]
    statuses = sum((Counter(part["statuses"]) for part in seen), Counter[str]())
    what = f"{len(seats)} {storm.name}"
    report.expect(statuses == {"open": len(seats)}, f"{what}: streams ended, {dict(statuses)}")
    report.expect(len(first) == len(seats), f"{what}: only {len(first)} got a snapshot")
    report.expect(there == len(seats), f"{what}: the server knows of {there:.0f} streams")
    report.add(what, "first snapshot, p50", percentile(first, 50), "ms")
    report.add(what, "first snapshot, the last", percentile(first, 100), "ms")
    report.add(what, "without one", len(seats) - len(first), goal=0)
    report.add(what, "server's CPU for each", 1e6 * cpu / len(seats), "us")


async def _open(crowd: Worker, seats: list[tuple[str, str]], storm: Storm, size: Size) -> Any:
    await crowd.ask("open", "storm", storm.method, seats, size.a_connection)
    return await crowd.ask("until_first", "storm", PATIENCE_S)
