"""A player's own bot (`file.py:Class`), playing a seat from this machine in a process of its own."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from undercroft.bot import Limit
from undercroft.cli.failure import Failure
from undercroft.game import UndercroftError
from undercroft.options import decode_options
from undercroft.registry import load_registry
from undercroft.seat_runner import BotSeat
from undercroft_client import Reason, Refused, SeatSession, Update

__all__ = ["OwnBot", "play_seat"]

_SEEDS: Final = 2**63


@dataclass(frozen=True)
class OwnBot:
    """A bot of the player's own and what it plays: all a fresh process needs to make it."""

    spec: str
    plugins_dir: Path | None
    game: str
    options_json: str
    seats: int
    seat: int
    seed: int | None = None


class _Told(msgspec.Struct, frozen=True):
    view: str
    entries: Sequence[str]
    legal: Sequence[int]
    rng_seed: int


async def play_seat(bot: OwnBot, session: SeatSession) -> Update:
    """Let a bot play a seat to the end of its match; gives the last update.

    Raises:
        Failure: the bot can't be made, or fails.
        ClientError: the server refuses to go on.
    """
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_think, args=(bot, theirs), daemon=True)
    process.start()
    theirs.close()
    seeds = Random(secrets.randbits(63) if bot.seed is None else f"{bot.seed}/{bot.seat}")  # noqa: S311
    try:
        return await _answer_turns(bot, session, ours, seeds)
    finally:
        process.kill()
        await asyncio.to_thread(process.join)
        ours.close()


async def _answer_turns(bot: OwnBot, session: SeatSession, ours: Connection, seeds: Random) -> Update:
    entries: list[str] = []
    while True:
        update = await session.wait_turn()
        if update.over:
            return update
        entries += [msgspec.json.encode(entry.data).decode() for entry in update.entries]
        legal = [action.code for action in update.legal]
        action = await _ask(bot, ours, _Told(update.view_json, entries, legal, seeds.randrange(_SEEDS)))
        entries = []
        try:
            await session.act(action, seq=update.seq)
        except Refused as refused:
            if refused.reason not in {Reason.STALE, Reason.MATCH_OVER}:
                raise


async def _ask(bot: OwnBot, ours: Connection, told: _Told) -> int:
    try:
        ours.send_bytes(msgspec.json.encode(told))
        answer = msgspec.json.decode(await asyncio.to_thread(ours.recv_bytes), type=int | str)
    except (EOFError, OSError) as error:
        raise Failure(f"the bot {bot.spec} has ended by itself.") from error
    if isinstance(answer, str):
        raise Failure(f"the bot {bot.spec} can't go on: {answer}")
    return answer


def _think(bot: OwnBot, pipe: Connection) -> None:
    """The process of one bot: answers every `_Told` with an action, or with why there is none."""
    os.dup2(2, 1)  # what the bot prints must not get into somebody's JSON
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the player's screen, which then ends this process
    decode = msgspec.json.Decoder(_Told).decode
    try:
        runner = _seated(bot)
        while True:
            told = decode(pipe.recv_bytes())
            runner.tell(told.view, told.entries)
            pipe.send_bytes(msgspec.json.encode(runner.choose(told.legal, Limit(), rng_seed=told.rng_seed)))
    except EOFError:
        return
    except UndercroftError as error:
        pipe.send_bytes(msgspec.json.encode(str(error)))
    except Exception as error:
        import traceback

        traceback.print_exc()  # it is the player's own code, and this is how they find the fault
        pipe.send_bytes(msgspec.json.encode(f"{type(error).__name__}: {error}"))


def _seated(bot: OwnBot) -> BotSeat:
    registry = load_registry(bot.plugins_dir)
    game: Any = registry.game(bot.game)
    choice = registry.bot(bot.spec, game, own_code=True)
    options = decode_options(game.options_type, bot.options_json)
    return BotSeat(game, options, bot.seats, bot.seat, choice.make())
