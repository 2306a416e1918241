"""`undercroft bot run`: the author's bot dials in, and plays until it is told to leave."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from undercroft.cli.failure import warn
from undercroft.cli.local_plugins import local_registry
from undercroft.cli.logs import LOG_FILE, log_to_file
from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.screen.json_line import print_json
from undercroft.cli.server_calls import speaking_to
from undercroft.cli.serving_bots.author_report import AuthorReport
from undercroft.cli.serving_bots.kept_tokens import bot_token
from undercroft.cli.serving_bots.own_bot import authors_bot, playable
from undercroft.cli.serving_bots.thinking import Thinking
from undercroft.cli.state_dir import state_dir
from undercroft_client import BotServing

__all__ = ["BotRun", "run_bot"]

LEAVING_S: Final = 5.0
"""How long moves under way may still take once the bot is told to leave."""


@dataclass(frozen=True)
class BotRun:
    """A bot to serve, as asked for on the command line; `matches` is after how many it leaves by itself."""

    spec: str
    name: str
    version: str
    games: Sequence[str]
    at_once: int
    matches: int | None
    quiet: bool
    as_json: bool


async def run_bot(wanted: BotRun, server: RemoteServer, plugins_dir: Path | None) -> int:
    """Serve it until Ctrl-C, or until it has played enough; the exit status.

    Raises:
        Failure: the bot can't be had, or the server doesn't take it.
    """
    registry = local_registry(plugins_dir)
    log_to_file(state_dir(os.environ) / LOG_FILE)
    bot = authors_bot(registry, wanted.spec, wanted.name, wanted.version)
    token = bot_token(server.address, bot.name)
    thinking = Thinking(wanted.spec, token, min(wanted.at_once, _cores()), plugins_dir, _print)
    say = None if wanted.quiet or wanted.as_json else click.echo
    async with speaking_to(server) as client:
        games = playable(registry, wanted.spec, await client.games(), wanted.games)
        greeting = f"@{bot.name} (version {bot.version or 'unknown'}) plays {', '.join(games)} on {server.address}."
        report = AuthorReport(say, thinking.forget, wanted.matches, greeting=greeting)
        await thinking.start()
        try:
            serving = client.serve_bot(
                thinking.decide,
                name=bot.name,
                version=bot.version,
                token=token,
                games=games,
                at_once=wanted.at_once,
                listener=report,
            )
            await _until_told_to_leave(serving, report)
        finally:
            await thinking.close()
    if wanted.as_json:
        print_json({"bot": f"@{bot.name}", "version": bot.version, "server": server.address, **report.figures})
    else:
        warn(report.summary())
    return 0


async def _until_told_to_leave(serving: BotServing, report: AuthorReport) -> None:
    """Serve until enough is played, or somebody presses Ctrl-C; then what is thought about is still answered."""
    running = asyncio.ensure_future(serving.run())
    enough = asyncio.ensure_future(report.enough.wait())
    try:
        await asyncio.wait({running, enough}, return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        warn("leaving: moves under way are still answered; Ctrl-C again leaves at once.")
    finally:
        enough.cancel()
    if not running.done():
        serving.drain()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVING_S):
                await asyncio.wait({running})
    if not running.done():
        running.cancel()
        await asyncio.wait({running})
    if not running.cancelled():
        running.result()


def _print(text: str) -> None:
    """What the bot prints goes to stderr: stdout is for what programs read."""
    click.echo(text, err=True)


def _cores() -> int:
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
