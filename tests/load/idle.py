"""Thousands of matches that nobody looks at: they cost disk only, and are there within milliseconds when asked for."""

from __future__ import annotations

import secrets
import time
from collections import defaultdict
from collections.abc import Callable
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
    """Matches of a game in the store; every second kind with clocks."""

    game: str
    options: str
    seats: int
    clocks: bool


KINDS = (
    Kind("dungeon-of-fear", "", 2, False),
    Kind("dungeon-of-fear", "", 2, True),
    Kind("blind-attack", "", 2, False),
    Kind("blind-attack", "", 2, True),
    Kind("psychos-of-the-underground", "", 4, False),
)


@dataclass(frozen=True)
class Size:
    """Matches of each kind, of so many different originals; how many of each are opened."""

    each: int
    originals: int
    opened: int


FULL = Size(each=2_000, originals=50, opened=200)
TINY = Size(each=40, originals=5, opened=8)


async def run(folder: Path, size: Size, say: Callable[[str], None]) -> Report:
    """Run it on stores in a folder."""
    report = Report("idle")
    empty, full = folder / "empty", folder / "full"
    empty.mkdir()
    full.mkdir()
    say("an empty store")
    async with ServerProcess(empty) as server:
        without = await _settled(server)
        report.add("no match: start", server.started_s, "s")
        report.add("no match: memory", without / 1e6, "MB")
    say("writing matches")
    matches = await _written(full, size)
    async with ServerProcess(full) as server:
        with_them = await _settled(server)
        live = sum(value for name, value in (await server.gauges()).items() if name.startswith("undercroft_live"))
        report.add(f"{len(matches)} matches under way: start", server.started_s, "s")
        report.add(f"{len(matches)} matches under way: memory", with_them / 1e6, "MB")
        report.add("of them in memory", live, "", goal=0)
        report.expect(live == 0, f"{live:.0f} idle matches were brought into memory")
        report.expect(with_them < MOST_RATIO * without, f"memory: {without / 1e6:.0f} MB without, {with_them / 1e6:.0f}")
        say("opening some")
        await _open_some(report, server, matches, size.opened)
    return report


async def _settled(server: ServerProcess) -> int:
    """The memory of a server that has done what it does at the start, in bytes."""
    newest = server.rss
    while True:
        await server.gauges()
        before, newest = newest, server.rss
        if newest == before:
            return newest


async def _written(place: Path, size: Size) -> list[OldMatch]:
    matches: list[OldMatch] = []
    async with await Worker.start(OldMatches, str(place / "store.sqlite3")) as writer:
        for kind in KINDS:
            more = (kind.game, kind.options, kind.seats, size.each, size.originals, kind.clocks)
            matches += msgspec.convert(await writer.ask("write", *more), list[OldMatch])
    return matches


async def _open_some(report: Report, server: ServerProcess, matches: list[OldMatch], each: int) -> None:
    by_game: dict[str, list[OldMatch]] = defaultdict(list)
    for match in matches:
        by_game[match.game].append(match)
    stub = match_pb2_grpc.MatchServiceStub(channel_to(server.address))
    await stub.ListMatches(match_pb2.ListMatchesRequest())  # so that the connection is there
    for game, some in by_game.items():
        step = max(1, len(some) // each)
        chosen = some[::step][:each]
        followed, acted = chosen[::2], chosen[1::2]
        for what, asked, ask in (("first snapshot", followed, _follow), ("action", acted, _act)):
            times = []
            for match in asked:
                began = time.perf_counter()
                complaint = await ask(stub, match)
                times.append(1000 * (time.perf_counter() - began))
                report.expect(not complaint, f"{match.match_id}: {complaint}")
            rows = max(match.rows for match in asked)
            report.add(f"{game}: {what} of {len(times)}, p50", percentile(times, 50), "ms")
            report.add(f"{game}: {what}, p99", percentile(times, 99), "ms", goal=20)
            report.add(f"{game}: {what}, max (logs of up to {rows} rows)", percentile(times, 100), "ms")
    report.add("memory after that", server.rss / 1e6, "MB")


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
