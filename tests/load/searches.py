"""Matches played at a pace while bots search in others: who plays must not notice.

First nobody searches, then as many bots as there are workers, each without a pause.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.load.followers import channel_to
from tests.load.players import Players
from tests.load.report import Report, percentile
from tests.load.server_process import ServerProcess
from tests.load.worker import Worker
from undercroft.v1 import match_pb2, match_pb2_grpc

__all__ = ["FULL", "TINY", "Size", "run"]

BOARD = '{"columns": 9, "rows": 9}'
"""A match of bots lasts for some eighty decisions, and isn't proven soon."""


@dataclass(frozen=True)
class Size:
    """How many searches, for how long each decision; the matches played besides, at how many actions a second."""

    searches: int
    think_s: float
    matches: int
    rate: float
    seconds: float


FULL = Size(searches=4, think_s=5, matches=50, rate=100, seconds=60)
TINY = Size(searches=2, think_s=0.2, matches=4, rate=40, seconds=2)


async def run(folder: Path, size: Size, say: Callable[[str], None]) -> Report:
    """Run it on a store in a folder."""
    report = Report("searches")
    workers = ("--bot-workers", str(size.searches))
    async with (
        ServerProcess(folder, *workers) as server,
        await Worker.start(Players, server.address, "dungeon-of-fear", "", size.matches) as players,
    ):
        await players.ask("open")
        await players.ask("play", size.rate, min(size.seconds, 2.0))  # to warm up
        for searching in (False, True):
            if searching:
                await _begin_searches(server, size)
            say(f"{size.searches if searching else 'no'} searches")
            played = await players.ask("play", size.rate, size.seconds)
            report.expect(not played["refusals"], f"actions were refused: {played['refusals'][:3]}")
            report.expect(not played["unanswered"], f"{played['unanswered']} actions didn't reach both seats")
            _tell(report, f"{size.searches} searches beside it" if searching else "nobody searches", played, searching)
    return report


async def _begin_searches(server: ServerProcess, size: Size) -> None:
    """A match for each worker, between two bots that think all the time."""
    async with channel_to(server.address) as channel:
        stub: Any = match_pb2_grpc.MatchServiceStub(channel)
        bot = match_pb2.SeatFill(bot=f"mcts:seconds={size.think_s},prior=false")
        for _ in range(size.searches):
            request = match_pb2.CreateMatchRequest(
                request_id=secrets.token_hex(16), game="connect-four", options=BOARD, seats=[bot, bot], pace_ms=0
            )
            await stub.CreateMatch(request)


def _tell(report: Report, name: str, played: dict[str, Any], searching: bool) -> None:
    of = f"an action to both seats, {name}"
    report.add(of, "p50", percentile(played["latencies_ms"], 50), "ms")
    report.add(of, "p99", percentile(played["latencies_ms"], 99), "ms", goal=15 if searching else None)
