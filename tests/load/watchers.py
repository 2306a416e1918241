"""A match with many spectators, some of whom never read, beside matches that are played at a pace.

Slices take turns: in half of them the guests, a few more spectators, read like everybody else; in the others they never
read. What the players elsewhere notice must be the same, and the server's memory must stay as it is.
"""

from __future__ import annotations

import asyncio
import operator
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.load.followers import Followers
from tests.load.players import Players
from tests.load.report import Report, growth_a_minute, percentile
from tests.load.server_process import ServerProcess
from tests.load.worker import Worker

__all__ = ["FULL", "TINY", "Size", "run"]

A_CONNECTION = 50
PATIENCE_S = 30.0
LONG_MATCH = '{"quiet_limit": 200, "max_turns": 2000}'
GUESTS = {"guests on Play": "Play", "guests on Watch": "Watch"}
MOST_GROWTH = 1.5
"""Times the memory after a quarter of the run; on a short one caches are still filling."""


@dataclass(frozen=True)
class Size:
    """How much of everything; rates are actions a second, over all matches or in the one that is watched."""

    spectators: int
    guests: int
    matches: int
    rate: float
    watched_rate: float
    slice_s: float
    slices: int

    def lasting(self, minutes: float) -> Size:
        """The same for so long, as many slices of one kind as of the other."""
        return Size(**{**vars(self), "slices": 2 * max(1, round(minutes * 60 / self.slice_s / 2))})


FULL = Size(spectators=980, guests=20, matches=50, rate=100, watched_rate=3, slice_s=10, slices=60)
TINY = Size(spectators=30, guests=4, matches=4, rate=40, watched_rate=10, slice_s=1, slices=2)


async def run(folder: Path, size: Size, say: Callable[[str], None]) -> Report:
    """Run it on a store in a folder."""
    report = Report("watchers")
    async with (
        ServerProcess(folder) as server,
        await Worker.start(Players, server.address, "dungeon-of-fear", "", size.matches) as others,
        await Worker.start(Players, server.address, "blind-attack", LONG_MATCH, 1) as watched,
        await Worker.start(Followers, server.address) as crowd,
    ):
        await _Run(server, others, watched, crowd, size, report, say).run()
    return report


@dataclass
class _Kind:
    """The slices of one kind: latencies of the others' actions, p99 of each slice, what a sent update has cost."""

    latencies_ms: list[float] = field(default_factory=list)
    p99_ms: list[float] = field(default_factory=list)
    cpu_us: list[float] = field(default_factory=list)


class _Run:
    def __init__(
        self,
        server: ServerProcess,
        others: Worker,
        watched: Worker,
        crowd: Worker,
        size: Size,
        report: Report,
        say: Callable[[str], None],
    ) -> None:
        self._server = server
        self._others, self._watched, self._crowd = others, watched, crowd
        self._size = size
        self._report = report
        self._say = say
        self._kinds = {True: _Kind(), False: _Kind()}
        self._memory: list[tuple[float, float]] = []

    async def run(self) -> None:
        await self._others.ask("open")
        [match_id] = await self._watched.ask("open")
        half = [(match_id, "")] * (self._size.spectators // 2)
        for group, method in (("play", "Play"), ("watch", "Watch")):
            await self._crowd.ask("open", group, method, half, A_CONNECTION)
            await self._crowd.ask("until_first", group, PATIENCE_S)
        sampling = asyncio.create_task(self._sample())
        for guests_read in (True, False):  # to warm up
            await self._slice(guests_read=guests_read, counts=False)
        self._memory.clear()
        for number in range(self._size.slices):
            guests_read = number % 4 in {0, 3}  # so that a machine that gets slower wrongs neither kind
            await self._slice(guests_read=guests_read, counts=True)
            p99 = self._kinds[guests_read].p99_ms[-1]
            self._say(f"slice {number + 1} of {self._size.slices}: p99 {p99:.0f} ms, {self._server.rss / 1e6:.0f} MB")
        sampling.cancel()
        self._tell()

    async def _sample(self) -> None:
        while True:
            self._memory.append((time.monotonic(), self._server.rss))
            await asyncio.sleep(min(1.0, self._size.slice_s / 4))

    async def _slice(self, *, guests_read: bool, counts: bool) -> None:
        """A new match to watch for everybody, played for a while."""
        [match_id] = await self._watched.ask("begin")
        await self._seat_the_crowd(match_id, guests_read=guests_read)
        cpu = self._server.cpu_s
        played, shown = await asyncio.gather(
            self._others.ask("play", self._size.rate, self._size.slice_s),
            self._watched.ask("play", self._size.watched_rate, self._size.slice_s),
        )
        cpu = self._server.cpu_s - cpu
        await self._watched.ask("finish")
        for each in (played, shown):
            self._report.expect(not each["refusals"], f"actions were refused: {each['refusals'][:3]}")
            self._report.expect(not each["unanswered"], f"{each['unanswered']} actions didn't reach both seats")
        sent = await self._check(match_id, guests_read=guests_read)
        for group in GUESTS:
            await self._crowd.ask("close", group)
        if counts:
            kind = self._kinds[guests_read]
            kind.latencies_ms += played["latencies_ms"]
            kind.p99_ms.append(percentile(played["latencies_ms"], 99))
            kind.cpu_us.append(1e6 * cpu / sent)

    async def _seat_the_crowd(self, match_id: str, *, guests_read: bool) -> None:
        await self._crowd.ask("move", "play", match_id)
        await self._crowd.ask("close", "watch")
        seats = [(match_id, "")] * (self._size.spectators // 2)
        await self._crowd.ask("open", "watch", "Watch", seats, A_CONNECTION)
        guests = [(match_id, "")] * (self._size.guests // 2)
        for group, method in GUESTS.items():
            if guests_read:
                await self._crowd.ask("open", group, method, guests, 1)
            else:
                await self._crowd.ask("open_unread", group, method, guests)
        for group in ("play", "watch", *GUESTS) if guests_read else ("play", "watch"):
            await self._crowd.ask("until_first", group, PATIENCE_S)

    async def _check(self, match_id: str, *, guests_read: bool) -> int:
        """Everybody has everything, whoever comes late and whoever reads late too. Gives how many updates were sent."""
        await self._crowd.ask("open", "late", "Watch", [(match_id, "")], 1)
        [seq] = (await self._crowd.ask("until_first", "late", PATIENCE_S))["seqs"]
        await self._crowd.ask("close", "late")
        for group in () if guests_read else GUESTS:
            await self._crowd.ask("read", group)
        sent = 0
        for group in ("play", "watch", *GUESTS):
            seen = await self._crowd.ask("until_seq", group, seq, PATIENCE_S)
            sent += sum(seen["updates"])
            self._report.expect(seen["gaps"] == 0, f"{group}: facts were lost or came twice, {seen['gaps']} times")
            self._report.expect(set(seen["seqs"]) == {seq}, f"{group}: {set(seen['seqs'])} facts came, not {seq}")
            self._report.expect(seen["statuses"].keys() == {"open"}, f"{group}: streams ended, {seen['statuses']}")
            if group in GUESTS and not guests_read:
                most = max(seen["updates"])
                self._report.expect(most < seq / 2, f"{most} updates waited for one who didn't read, for {seq} facts")
        return sent

    def _tell(self) -> None:
        add, reading, unread = self._report.add, self._kinds[True], self._kinds[False]
        size = self._size
        for name, kind in (("all read", reading), (f"{size.guests} never read", unread)):
            of = f"{size.spectators + size.guests} spectators, {name}: an action elsewhere to both seats"
            add(of, "p50", percentile(kind.latencies_ms, 50), "ms")
            add(of, f"p99, median of {len(kind.p99_ms)} slices", statistics.median(kind.p99_ms), "ms")
        moved = statistics.median(map(operator.truediv, unread.p99_ms, reading.p99_ms)) - 1
        of = f"an action elsewhere, because {size.guests} never read"
        add(of, f"p99 moves by, median of {len(unread.p99_ms)} pairs of slices", 100 * moved, "%", goal=20)
        add("an update to a spectator", "server's CPU, all it does included", statistics.median(reading.cpu_us), "us")
        self._tell_memory([(at, rss / 1e6) for at, rss in self._memory])

    def _tell_memory(self, memory: list[tuple[float, float]]) -> None:
        """Caches fill in the first quarter of the time."""
        of, warm = "memory of the server", memory[len(memory) // 4 :]
        first, most = warm[0][1], max(rss for _, rss in warm)
        self._report.add(of, "after a quarter of the time", first, "MB")
        self._report.add(of, f"{(warm[-1][0] - warm[0][0]) / 60:.1f} minutes later", warm[-1][1], "MB")
        self._report.add(of, "at most", most, "MB", goal=1.1 * first)
        self._report.add(of, "growth: slope of the line that fits best", growth_a_minute(warm), "MB/min", goal=0.5)
        self._report.expect(most <= MOST_GROWTH * first, f"memory went from {first:.0f} to {most:.0f} MB")
