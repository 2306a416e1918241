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
class Size:
    """So many streams at once, so many of them on each connection, from so many processes."""

    streams: int
    a_connection: int
    processes: int


FULL = Size(streams=5_000, a_connection=10, processes=2)
TINY = Size(streams=60, a_connection=10, processes=2)


async def run(folder: Path, size: Size, say: Callable[[str], None]) -> Report:
    """Run it on stores in a folder."""
    report = Report("storm")
    for name, method, encrypted in (
        ("seats on Play", "Play", False),
        ("seats on Watch", "Watch", False),
        ("spectators on Play", "Play", False),
        ("spectators on Watch", "Watch", False),
        ("spectators on Watch, TLS", "Watch", True),
    ):
        say(name)
        place = folder / name
        place.mkdir()
        seats, options, ca = await _prepare(place, size, spectators=name.startswith("spectators"), encrypted=encrypted)
        async with ServerProcess(place, *options) as server:
            await _storm(report, name, server, method, seats, size, ca)
    return report


async def _prepare(
    place: Path, size: Size, *, spectators: bool, encrypted: bool
) -> tuple[list[tuple[str, str]], list[str], str]:
    """What is to be followed (of spectators, one match), how the server is started, and the authority's file."""
    async with await Worker.start(OldMatches, str(place / "store.sqlite3")) as writer:
        count = 1 if spectators else -(-size.streams // 2)
        matches = await writer.ask("write", GAME, "", 2, count, min(count, 50), False)
    if spectators:
        seats = [(matches[0]["match_id"], "")] * size.streams
    else:
        seats = [(match["match_id"], token) for match in matches for token in match["tokens"]][: size.streams]
    if not encrypted:
        return seats, [], ""
    authority = trustme.CA()
    leaf = authority.issue_cert("127.0.0.1")
    authority.cert_pem.write_to_path(place / "ca.pem")
    leaf.private_key_and_cert_chain_pem.write_to_path(place / "server.pem")
    return seats, ["--tls-cert", str(place / "server.pem"), "--tls-key", str(place / "server.pem")], str(place / "ca.pem")


async def _storm(
    report: Report,
    name: str,
    server: ServerProcess,
    method: str,
    seats: list[tuple[str, str]],
    size: Size,
    ca: str,
) -> None:
    async with AsyncExitStack() as stack:
        crowds = [
            await stack.enter_async_context(await Worker.start(Followers, server.address, ca))
            for _ in range(size.processes)
        ]
        parts = [seats[number :: size.processes] for number in range(size.processes)]
        seen = await asyncio.gather(*(_open(crowd, method, part, size) for crowd, part in zip(crowds, parts, strict=True)))
        gauges = await server.gauges()
    first = [each for part in seen for each in part["first_ms"]]
    statuses = sum((Counter(part["statuses"]) for part in seen), Counter[str]())
    report.expect(statuses == {"open": len(seats)}, f"{name}: streams ended, {dict(statuses)}")
    report.expect(len(first) == len(seats), f"{name}: {len(first)} of {len(seats)} got a snapshot")
    there = gauges[f"undercroft_streams.{method}"]
    report.expect(there == len(seats), f"{name}: the server knows of {there:.0f} streams")
    report.add(f"{len(seats)} {name}: first snapshot, p50", percentile(first, 50), "ms")
    report.add(f"{len(seats)} {name}: first snapshot, the last", percentile(first, 100), "ms")
    report.add(f"{len(seats)} {name}: without one", len(seats) - len(first), "", goal=0)


async def _open(crowd: Worker, method: str, seats: list[tuple[str, str]], size: Size) -> Any:
    await crowd.ask("open", "storm", method, seats, size.a_connection)
    return await crowd.ask("until_first", "storm", PATIENCE_S)
