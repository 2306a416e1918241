"""The author's bot at work: in processes of its own, so that a crash or a hang costs a move and nothing else."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Callable
from pathlib import Path
from typing import Final

from undercroft.host import BotPool
from undercroft.worker.messages import BotAsk, BotFailure
from undercroft_client import BotTurn, IllegalChoice

__all__ = ["BotFailed", "Thinking", "decision_seed"]

MARGIN: Final = 0.2
MOST_MARGIN_S: Final = 2.0
"""This part of a turn's time, and no more seconds than that, are left for stopping a bot and for the answer's way."""


class BotFailed(Exception):
    """The bot's code gave no action: `kind` is `crash`, `timeout`, …; the text is what the author needs to see."""

    def __init__(self, failure: BotFailure) -> None:
        super().__init__(failure.detail)
        self.kind = failure.kind


def decision_seed(token: bytes, match_id: str, seat: int, entries: int) -> int:
    """The seed of one decision: the same whenever it is asked for, and for nobody else to guess.

    `entries` is how many journal entries the seat had been told.
    """
    return int.from_bytes(hmac.digest(token, f"{match_id}/{seat}/{entries}".encode(), hashlib.sha256)[:8], "big")


class Thinking:
    """`workers` processes in which the bot of a spec decides. `printed` gets what the bot prints."""

    def __init__(
        self, spec: str, token: bytes, workers: int, plugins_dir: Path | None, printed: Callable[[str], None]
    ) -> None:
        self._spec = spec
        self._token = token
        self._pool = BotPool(workers, plugins_dir, own_code=True, memory_bytes=None, niceness=0, printed=printed)

    async def start(self) -> None:
        """Start the processes.

        Raises:
            PoolError: they don't come up.
        """
        await self._pool.start()

    async def close(self) -> None:
        """End the processes."""
        await self._pool.close()

    def forget(self, match_id: str, seat: int) -> None:
        """The match is over."""
        self._pool.forget(match_id, seat)

    async def decide(self, turn: BotTurn, instance: str = "") -> int:
        """The bot's decision. With the name of an `instance`, another bot of the same seat is asked.

        Raises:
            BotFailed: it crashed, or didn't answer in time.
            IllegalChoice: its answer isn't legal.
        """
        said: asyncio.Future[int | BotFailure] = asyncio.get_running_loop().create_future()
        handle = self._pool.ask(self._ask(turn, instance), lambda result: _resolve(said, result))
        try:
            result = await said
        except asyncio.CancelledError:
            handle.cancel()
            raise
        if isinstance(result, int):
            return result
        if result.kind == "illegal":
            raise IllegalChoice(result.detail.strip().rpartition("\n")[2])  # the traceback is all ours
        raise BotFailed(result)

    def _ask(self, turn: BotTurn, instance: str) -> BotAsk:
        return BotAsk(
            match_id=f"{turn.match_id}{instance}",
            seat=turn.seat,
            game=turn.game,
            options=turn.options_json,
            seats=turn.seats,
            bot=self._spec,
            view=turn.view_json.encode(),
            entries=tuple(entry.encode() for entry in turn.entries),
            legal=turn.legal,
            seconds=turn.seconds - min(MOST_MARGIN_S, MARGIN * turn.seconds),
            rng_seed=decision_seed(self._token, turn.match_id, turn.seat, len(turn.entries)),
        )


def _resolve(said: asyncio.Future[int | BotFailure], result: int | BotFailure) -> None:
    if not said.done():
        said.set_result(result)
