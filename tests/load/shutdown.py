"""SIGTERM while a thousand streams are open: each is told goodbye and ends well, and the process is gone soon."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.load.followers import Followers
from tests.load.players import Players
from tests.load.report import Report
from tests.load.server_process import ServerProcess
from tests.load.worker import Worker

__all__ = ["FULL", "TINY", "Size", "run"]

A_CONNECTION = 50
PATIENCE_S = 30.0


@dataclass(frozen=True)
class Size:
    """Streams, half of them Play and half Watch; matches whose seats' streams come on top."""

    streams: int
    matches: int


FULL = Size(streams=1_000, matches=50)
TINY = Size(streams=40, matches=4)


async def run(folder: Path, size: Size, say: Callable[[str], None]) -> Report:
    """Run it on stores in a folder: once with streams that are all read, once with some that nobody reads."""
    report = Report("shutdown")
    for unread in (0, 20):
        say(f"{unread} streams are never read")
        place = folder / str(unread)
        place.mkdir()
        server = ServerProcess(place)
        await server.start()
        try:
            await _shut_down(report, server, size, unread)
        finally:
            await server.stop()
    return report


async def _shut_down(report: Report, server: ServerProcess, size: Size, unread: int) -> None:
    async with (
        await Worker.start(Players, server.address, "dungeon-of-fear", "", size.matches) as players,
        await Worker.start(Followers, server.address) as crowd,
    ):
        match_ids = await players.ask("open")
        spectators = [(match_ids[number % len(match_ids)], "") for number in range(size.streams)]
        for method, seats in (("Play", spectators[::2]), ("Watch", spectators[1::2])):
            await crowd.ask("open", method, method, seats, A_CONNECTION)
            await crowd.ask("until_first", method, PATIENCE_S)
        if unread:
            for method in ("Play", "Watch"):
                await crowd.ask("open_unread", f"unread {method}", method, spectators[: unread // 2])
            await players.ask("play", 20.0, 1.0)
        asked = time.perf_counter()
        server.terminate()
        status = await server.wait()
        gone = time.perf_counter()
        last = 0.0
        for method in ("Play", "Watch"):
            seen = await crowd.ask("until_ended", method, PATIENCE_S)
            last = max(last, seen["last_end"])
            count = len(seen["seqs"])
            report.expect(seen["goodbyes"] == count, f"{method}: {seen['goodbyes']} of {count} were told goodbye")
            report.expect(seen["statuses"] == {"OK": count}, f"{method}: streams ended as {seen['statuses']}")
    which = f"{size.streams + 2 * size.matches} streams" + (f", and {unread} that nobody reads" if unread else "")
    report.expect(status == 0, f"{which}: the exit status is {status}")
    report.add(which, "until the last one that is read has ended", last - asked, "s", goal=2)
    report.add(which, "until the process has ended", gone - asked, "s", goal=None if unread else 2)
