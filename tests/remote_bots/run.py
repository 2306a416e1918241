"""A server, bots in processes of their own, a bad line between them, faults at random; then every log is read."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.load.server_process import ServerProcess
from tests.remote_bots.bot_process import GAMES
from tests.remote_bots.bots import BotProcess, answers_of
from tests.remote_bots.checker import complaints_of
from undercroft.cli.serving_bots.hostile_line import HostileLine
from undercroft.match import decode_row
from undercroft.match.rows import Acted, BotFault, Row
from undercroft.store.sqlite import SqliteStore
from undercroft_client import Backoff, Bot, Client

__all__ = ["FULL", "TINY", "Report", "Size", "run"]

TURN_S, AWAY_S = 20.0, 3.0
CONFIG = f"[remote_bots]\nturn_seconds = {TURN_S}\naway_seconds = {AWAY_S}\n"
PATIENCE_S = 240.0
ALONE = (("grpc.use_local_subchannel_pool", 1),)


@dataclass(frozen=True)
class Size:
    """Matches in all and under way at a time, bots, and faults of all kinds together."""

    matches: int
    at_once: int
    bots: int
    faults: int


FULL = Size(matches=200, at_once=40, bots=6, faults=60)
TINY = Size(matches=12, at_once=6, bots=3, faults=6)


@dataclass
class Report:
    """What happened, and what shouldn't have."""

    matches: int = 0
    actions: int = 0
    by_bots: int = 0
    asked_twice: int = 0
    stand_ins: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    complaints: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """For people."""
        return [
            f"{self.matches} matches over in {self.seconds:.0f} s: {dict(self.ends)}",
            f"{self.actions} actions, {self.by_bots} by bots, {self.asked_twice} turns decided by a bot more than once",
            f"faults made: {dict(self.faults)}; stand-ins: {dict(self.stand_ins)}",
            f"{len(self.complaints)} complaints",
        ]


async def run(folder: Path, size: Size, seed: int, say: Callable[[str], None]) -> Report:
    """Do all of it."""
    report, random, began = Report(), Random(seed), time.monotonic()
    config = folder / "server.toml"
    config.write_text(CONFIG)
    server = ServerProcess(folder, "--config", str(config))
    async with AsyncExitStack() as stack:
        await server.start()
        stack.push_async_callback(server.kill)
        lines = [HostileLine(int(server.address.rpartition(":")[2])) for _ in range(size.bots)]
        bots = []
        for number, line in enumerate(lines):
            await line.open()
            stack.push_async_callback(line.close)
            bot = BotProcess(line.address, f"bot{number}", folder)
            await bot.start()
            stack.push_async_callback(bot.kill)
            bots.append(bot)
        client = Client(server.address, patience=PATIENCE_S, backoff=Backoff(0.05, 0.3), options=ALONE)
        await stack.enter_async_context(client)
        match_ids: list[str] = []
        playing = asyncio.create_task(_play(client, bots, size, random, match_ids))
        stack.callback(playing.cancel)
        outages = await _make_faults(server, lines, bots, size, Random(seed), report, say)
        say("the faults are over")
        async with asyncio.timeout(PATIENCE_S):
            await playing
        for bot in bots:
            await bot.kill()
            if "Traceback" in bot.said:
                report.complaints.append(f"{bot.name} says: {bot.said[-1_000:]}")
    if "Traceback" in server.log.read_text(errors="replace"):
        report.complaints.append(f"the server says: {server.log.read_text(errors='replace')[-2_000:]}")
    await _check(folder, match_ids, bots, outages, report)
    report.seconds = time.monotonic() - began
    return report


async def _play(client: Client, bots: list[BotProcess], size: Size, random: Random, match_ids: list[str]) -> None:
    """Make the matches, so many at a time, and wait for the end of all."""
    names = [f"@{bot.name}" for bot in bots]
    under_way: set[str] = set()
    while len(match_ids) < size.matches or under_way:
        while len(match_ids) < size.matches and len(under_way) < size.at_once:
            there = [bot.name for bot in await client.bots() if bot.name in names]
            if not there:
                break
            seats = [Bot(random.choice(there)), Bot(random.choice([*there, "random"]))]
            try:
                created = await client.create_match(random.choice(GAMES), seats=seats)
            except Exception as error:
                if getattr(error, "reason", "") not in {"UNKNOWN_BOT", "BOT_REFUSED"}:  # it was killed just now
                    raise
                continue
            match_ids.append(created.match.match_id)
            under_way.add(created.match.match_id)
        for match_id in tuple(under_way):
            if (await client.match(match_id)).status.over:
                under_way.discard(match_id)
        await asyncio.sleep(0.2)


async def _make_faults(
    server: ServerProcess,
    lines: list[HostileLine],
    bots: list[BotProcess],
    size: Size,
    random: Random,
    report: Report,
    say: Callable[[str], None],
) -> list[tuple[int, int]]:
    """Kill something at random, again and again; the spans (Unix milliseconds) in which there was no server."""
    outages = []
    await asyncio.sleep(1.0)
    for number in range(size.faults):
        await asyncio.sleep(random.uniform(0.1, 0.6))
        what = random.choice(("bot", "bot for long", "server", "connection", "connection"))
        which = random.randrange(len(bots))
        report.faults[what] += 1
        if what == "connection":
            lines[which].cut()
        elif what == "server":
            since = time.time_ns() // 1_000_000
            await server.kill()
            await server.start()
            outages.append((since, time.time_ns() // 1_000_000))
        else:
            await bots[which].kill()
            await asyncio.sleep(random.uniform(0.0, 0.5) if what == "bot" else random.uniform(AWAY_S, AWAY_S + 2.0))
            await bots[which].start()
        if number % 10 == 9:
            say(f"{number + 1} faults")
    return outages


async def _check(
    folder: Path, match_ids: list[str], bots: list[BotProcess], outages: list[tuple[int, int]], report: Report
) -> None:
    answers = answers_of(bots)
    report.asked_twice = sum(len(each) > 1 for each in answers.values())
    store = SqliteStore(folder / "store.sqlite3")
    try:
        for match_id in match_ids:
            rows: list[Row] = [decode_row(row) for row in await store.read(match_id)]
            report.matches += 1
            acted = [row for row in rows if isinstance(row, Acted) and row.seat >= 0]
            report.actions += len(acted)
            report.by_bots += sum(f"{match_id}/{row.seat}/{row.seq}" in answers for row in acted)
            report.stand_ins.update(row.why for row in rows if isinstance(row, BotFault))
            report.ends[getattr(rows[-1], "reason", "not over")] += 1
            report.complaints += complaints_of(match_id, rows, answers, {f"@{bot.name}": bot for bot in bots}, AWAY_S)
    finally:
        await store.close()
