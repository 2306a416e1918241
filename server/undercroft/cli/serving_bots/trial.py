"""`undercroft bot test`: the author's bot against a server that delays, drops, repeats and restarts."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from undercroft.cli.serving_bots.author_report import AuthorReport
from undercroft.cli.serving_bots.hostile_line import HostileLine
from undercroft.cli.serving_bots.hostile_server import HostileServer
from undercroft.cli.serving_bots.own_bot import authors_bot, playable
from undercroft.cli.serving_bots.thinking import Thinking
from undercroft.cli.serving_bots.trial_table import TrialTable
from undercroft.registry import Registry
from undercroft_client import Backoff, BotTurn, Client, Connection, GameInfo, new_token

__all__ = ["Trial", "TrialReport", "try_bot"]

TURN_S: Final = 10.0
AWAY_S: Final = 60.0
_LEAST_PAUSE_S, _MOST_PAUSE_S = 0.1, 0.6
_QUICK: Final = Backoff(0.05, 0.3)
_ALONE: Final = (("grpc.use_local_subchannel_pool", 1), ("grpc.enable_http_proxy", 0))
_PART_REPEATED: Final = 0.2
_ENOUGH_FAULTS: Final = 10
_PATIENCE_S: Final = 600.0
_AT_ONCE: Final = 2
_LOOK_S: Final = 0.1
_DELAYED_S: Final = 0.5


@dataclass(frozen=True)
class Trial:
    """What to try: `matches` in all, in which so many times each of the three things happens."""

    spec: str
    games: Sequence[str]
    matches: int
    each: int
    seed: int


class TrialReport(msgspec.Struct):
    """What was done to the bot, and what went wrong in it.

    `repeated` decisions were asked of a bot made anew too, told everything at once; `otherwise` of them came out
    differently. `faults` are the bot's own, by kind, with the first of each in `first`; `unfinished` matches weren't
    over when the trial gave up.
    """

    bot: str
    games: list[str]
    matches: int = 0
    turns: int = 0
    asked_again: int = 0
    delays: int = 0
    drops: int = 0
    restarts: int = 0
    repeated: int = 0
    otherwise: int = 0
    faults: dict[str, int] = {}
    first: dict[str, str] = {}
    stand_ins: dict[str, int] = {}
    unfinished: int = 0
    slowest_ms: float | None = None

    @property
    def fine(self) -> bool:
        """Whether nothing went wrong in the bot."""
        return not self.faults and not self.unfinished


async def try_bot(
    trial: Trial,
    registry: Registry,
    plugins_dir: Path | None,
    hear: Callable[[str], None],
    progress: Callable[[str, int, int], None],
) -> TrialReport:
    """Play the bot's matches while things happen to it; gives what came of it.

    Raises:
        Failure: the bot or a server can't be had.
    """
    bot = authors_bot(registry, trial.spec, "", "")
    theirs = [_info(spec) for spec in registry.specs()]
    games = playable(registry, trial.spec, theirs, trial.games)
    report = TrialReport(trial.spec, games)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="undercroft-trial-")))
        server = HostileServer(folder, plugins_dir, TURN_S, AWAY_S)
        stack.push_async_callback(server.kill)
        await server.start()
        line = HostileLine(server.port)
        stack.push_async_callback(line.close)
        await line.open()
        token = new_token()
        thinking = Thinking(trial.spec, token, _AT_ONCE, plugins_dir, hear)
        stack.push_async_callback(thinking.close)
        await thinking.start()
        heard = _Ears(None, thinking.forget, hear=hear)
        decide = _Repeating(thinking, report, Random(trial.seed))  # noqa: S311 - of what happens when
        far = await stack.enter_async_context(Client(line.address, backoff=_QUICK, options=_ALONE))
        near = await stack.enter_async_context(Client(server.address, patience=60.0, backoff=_QUICK, options=_ALONE))
        serving = far.serve_bot(decide, name=bot.name, token=token, games=games, at_once=_AT_ONCE, listener=heard)
        running = asyncio.ensure_future(serving.run())
        stack.callback(running.cancel)
        table = TrialTable(near, bot.name, [game for game in theirs if game.id in games], trial.matches)
        playing = asyncio.ensure_future(table.play())
        stack.callback(playing.cancel)
        await _trouble(server, line, trial, report, heard, progress)
        table.trouble_over.set()
        await _watch_over(table, playing, running, heard, progress)
        report.matches = table.over
        report.unfinished = 0 if _has_failed(heard) else len(table.made) - table.over
        await _read_records(near, table.made, f"@{bot.name}", report)
    report.turns, report.asked_again = heard.turns, heard.again
    report.faults, report.first = dict(heard.faults), heard.first_fault
    report.slowest_ms = heard.figures["slowest_ms"]
    return report


class _Ears(AuthorReport):
    """Passes over what happens to the connection, as that is done on purpose."""

    def connection(self, connection: Connection) -> None:
        """See `BotListener.connection`."""


class _Repeating:
    """Has some decisions made once more by a bot that is told everything at once, and compares."""

    def __init__(self, thinking: Thinking, report: TrialReport, random: Random) -> None:
        self._thinking = thinking
        self._report = report
        self._random = random

    async def __call__(self, turn: BotTurn) -> int:
        began = time.monotonic()
        action = await self._thinking.decide(turn)
        in_time = time.monotonic() - began < turn.seconds / 3
        if in_time and self._random.random() < _PART_REPEATED:
            again = await self._thinking.decide(turn, "/again")
            self._thinking.forget(f"{turn.match_id}/again", turn.seat)
            self._report.repeated += 1
            self._report.otherwise += again != action
        return action


async def _trouble(
    server: HostileServer,
    line: HostileLine,
    trial: Trial,
    report: TrialReport,
    heard: AuthorReport,
    progress: Callable[[str, int, int], None],
) -> None:
    """Do all that was asked for, in an order of the seed's; the rest is spared a bot that has failed often enough."""
    random = Random(trial.seed)  # noqa: S311 - of what happens when
    plan = ["delay", "drop", "restart"] * trial.each
    random.shuffle(plan)
    for number, what in enumerate(plan):
        if _has_failed(heard):
            return
        progress("trouble", number, len(plan))
        await asyncio.sleep(random.uniform(_LEAST_PAUSE_S, _MOST_PAUSE_S))
        match what:
            case "delay":
                line.delay = random.uniform(0.05, 0.3)
                await asyncio.sleep(_DELAYED_S)
                line.delay = 0.0
                report.delays += 1
            case "drop":
                line.cut()
                report.drops += 1
            case _:
                await server.kill()
                await server.start()
                report.restarts += 1


def _has_failed(heard: AuthorReport) -> bool:
    """Whether it is known by now what is wrong with the bot."""
    return sum(heard.faults.values()) >= _ENOUGH_FAULTS


async def _watch_over(
    table: TrialTable,
    playing: asyncio.Future[None],
    running: asyncio.Future[None],
    heard: AuthorReport,
    progress: Callable[[str, int, int], None],
) -> None:
    """Wait until the matches are over; not for a bot that fails again and again, or that isn't there any more."""
    end = time.monotonic() + _PATIENCE_S
    while not playing.done():
        progress("matches", table.over, len(table.made))
        if running.done() or _has_failed(heard) or time.monotonic() > end:
            table.hopeless.set()
        await asyncio.wait({playing}, timeout=_LOOK_S)
    if running.done():
        running.result()
    playing.result()


async def _read_records(client: Client, match_ids: Sequence[str], name: str, report: TrialReport) -> None:
    """What the server has noted of the bot's decisions that a stand-in had to make."""
    noted: Counter[str] = Counter()
    for match_id in match_ids:
        if not (await client.match(match_id)).status.over:
            continue
        record: dict[str, Any] = await client.record(match_id)
        noted.update(fault["why"] for fault in record["bot_faults"] if fault["bot"] == name)
    report.stand_ins = dict(noted)


def _info(spec: Any) -> GameInfo:
    """A game that is installed here, as the server that is started here will tell of it."""
    return GameInfo(spec.id, spec.version, spec.titles, spec.summaries, tuple(spec.seats), spec.levels, "")
