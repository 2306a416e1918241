"""Thousands of matches that nobody looks at: they cost disk only, and are there within milliseconds when asked for."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from tests.load.followers import channel_to
from tests.load.old_matches import OldMatch, OldMatches
from tests.load.report import Report, percentile
from tests.load.server_process import ServerProcess
from tests.load.worker import Worker
from undercroft.v1 import match_pb2, match_pb2_grpc

__all__ = ["FULL", "TINY", "Size", "run"]

MOST_RATIO = 1.15
"""Of the memory of a server that has just been started, with the matches to without."""


@dataclass(frozen=True)
class Kind:
    """What part of the matches is of a game, with so many seats, with or without clocks."""

    part: float
    game: str
    seats: int
    clocks: bool = False

    @property
    def name(self) -> str:
        """What it is called in the report."""
        return f"{self.game}, {self.seats} seats{', clocks' if self.clocks else ''}"


KINDS = (
    Kind(0.4, "dungeon-of-fear", 2),
    Kind(0.2, "dungeon-of-fear", 2, clocks=True),
    Kind(0.2, "blind-attack", 2),
    Kind(0.1, "blind-attack", 2, clocks=True),
    Kind(0.08, "psychos-of-the-underground", 3),
    Kind(0.02, "psychos-of-the-underground", 6),
)


@dataclass(frozen=True)
class Size:
    """All matches; how many different ones there are of each kind, and how many of each are opened."""

    matches: int
    originals: int
    opened: int


FULL = Size(matches=10_000, originals=50, opened=100)
TINY = Size(matches=100, originals=2, opened=2)


async def run(folder: Path, size: Size, say: Callable[[str], None]) -> Report:
    """Run it on stores in a folder."""
    report = Report("idle")
    empty, full = folder / "empty", folder / "full"
    empty.mkdir()
    full.mkdir()
    say("an empty store")
    async with ServerProcess(empty) as server:
        without = await _settled(server)
        report.add("no match", "start", server.started_s, "s")
        report.add("no match", "memory", without / 1e6, "MB")
    say("writing matches")
    matches = await _written(full, size)
    async with ServerProcess(full) as server:
        with_them = await _settled(server)
        live = sum(value for name, value in (await server.gauges()).items() if name.startswith("undercroft_live"))
        what = f"{sum(map(len, matches.values()))} matches under way"
        report.add(what, "start", server.started_s, "s")
        report.add(what, "memory", with_them / 1e6, "MB", goal=MOST_RATIO * without / 1e6)
        report.add(what, "of them in memory", live, goal=0)
        report.expect(live == 0, f"{live:.0f} idle matches were brought into memory")
        report.expect(
            with_them < MOST_RATIO * without, f"memory: {without / 1e6:.0f} MB without, {with_them / 1e6:.0f}"
        )
        say("opening some")
        await _open_some(report, server, matches, size.opened)
        report.add(what, "memory after some were opened", server.rss / 1e6, "MB")
    return report


async def _settled(server: ServerProcess) -> int:
    """The memory of a server that has done what it does at the start, in bytes."""
    newest = server.rss
    while True:
        await server.gauges()
        before, newest = newest, server.rss
        if newest == before:
            return newest


async def _written(place: Path, size: Size) -> dict[Kind, list[OldMatch]]:
    matches = {}
    async with await Worker.start(OldMatches, str(place / "store.sqlite3")) as writer:
        for kind in KINDS:
            count = round(kind.part * size.matches)
            written = await writer.ask("write", kind.game, "", kind.seats, count, size.originals, kind.clocks)
            matches[kind] = msgspec.convert(written, list[OldMatch])
    return matches


async def _open_some(report: Report, server: ServerProcess, matches: dict[Kind, list[OldMatch]], each: int) -> None:
    """The first of each kind, every second one to follow it and the others to act, one after another."""
    async with channel_to(server.address) as channel:
        stub = match_pb2_grpc.MatchServiceStub(channel)
        await stub.ListMatches(match_pb2.ListMatchesRequest())  # so that the connection is there
        for kind, of_kind in matches.items():
            chosen = of_kind[: 2 * each]
            rows = [match.rows for match in chosen]
            name = f"{kind.name}, logs of {percentile(rows, 50):.0f} rows, at most {max(rows)}"
            cpu = server.cpu_s
            followed = [await _timed(report, _follow, stub, match) for match in chosen[::2]]
            cpu = server.cpu_s - cpu
            report.add(name, f"first snapshot, p50 of {len(followed)}", percentile(followed, 50), "ms")
            report.add(name, "first snapshot, p99", percentile(followed, 99), "ms", goal=20)
            report.add(name, "first snapshot, at most", percentile(followed, 100), "ms")
            report.add(name, "first snapshot, server's CPU, mean", 1000 * cpu / len(followed), "ms")
            acted = [await _timed(report, _act, stub, match) for match in chosen[1::2]]
            report.add(name, f"action, p50 of {len(acted)}", percentile(acted, 50), "ms")
            report.add(name, "action, p99", percentile(acted, 99), "ms", goal=20)


async def _timed(report: Report, ask: Callable[..., Awaitable[str]], stub: Any, match: OldMatch) -> float:
    """How long an answer takes, in ms."""
    began = time.perf_counter()
    complaint = await ask(stub, match)
    report.expect(not complaint, f"{match.match_id}: {complaint}")
    return 1000 * (time.perf_counter() - began)


async def _follow(stub: Any, match: OldMatch) -> str:
    """Watch it from the seat to act until the first snapshot; what is wrong with that."""
    token = bytes.fromhex(match.tokens[match.seat])
    call = stub.Watch(match_pb2.WatchRequest(match_id=match.match_id, seat_token=token))
    response = await call.read()
    call.cancel()
    update = response.update
    fits = update.snapshot and update.seq == match.seq and match.action in update.legal.texts
    return "" if fits else f"{update.seq} facts, not {match.seq}"


async def _act(stub: Any, match: OldMatch) -> str:
    """Play the action that it waits for; what is wrong with that."""
    action = match_pb2.Action(command_id=secrets.token_hex(8), seq=match.seq, text=match.action)
    token = bytes.fromhex(match.tokens[match.seat])
    answer = await stub.Act(match_pb2.ActRequest(match_id=match.match_id, seat_token=token, action=action))
    return "" if answer.accepted.seq > match.seq else "the action didn't count"
