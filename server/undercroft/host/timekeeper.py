"""What must happen later is a row in the store, so that a restart forgets nothing. Here somebody looks at the rows.

A match has at most one, the earliest: a decision that a bot owes, to be asked for again if nothing came of it; the
moment at which somebody's time is up; that at which a match whose seats nobody took is called off; or a rematch that
all have asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from undercroft.host.live import LiveMatch
from undercroft.match import Reason, Refusal
from undercroft.match.position import Position
from undercroft.store import Due, Store, StoreUnavailable

__all__ = ["BOT", "REMATCH", "UNFILLED", "Timekeeper", "due_row"]

_log = structlog.get_logger(__name__)

BOT: Final = "bot"
"""A bot owes a decision: it is asked for at the latest when the row is due, and at once after a restart."""
UNFILLED: Final = "unfilled"
FLAG: Final = "flag"
"""Somebody's time is up then, and no bot owes anything: until then nobody needs the match in memory."""
REMATCH: Final = "rematch"

BOT_OVERDUE_MS: Final = 120_000
"""A bot's answer that hasn't come by then never comes: its budget, and its stand-ins', are over long before."""

PERIOD_S: Final = 0.5
AT_ONCE: Final = 8
"""Matches brought in from their logs at the same time; each costs the event loop some milliseconds."""

ROWS_A_LOOK: Final = 1_000
EVER: Final = 2**62


def due_row(match_id: str, position: Position, now: int) -> Due | None:
    """The row of a match that stands so at `now` (Unix milliseconds), or None."""
    flag = None if position.clocks is None else position.clocks.next_deadline()
    asks = now + BOT_OVERDUE_MS if position.bot_turns() else None
    if asks is not None:
        return Due(match_id, asks if flag is None else min(asks, flag), BOT)
    if flag is not None:
        return Due(match_id, flag, FLAG)
    if position.status == "open" and position.created.unfilled_s:
        return Due(match_id, position.created.at + 1_000 * position.created.unfilled_s, UNFILLED)
    return Due(match_id, now, REMATCH) if position.rematch_due else None


class Timekeeper:
    """Looks at the due rows of a store, twice a second.

    `open_match` brings a match in, `due` does what is due to it.
    """

    def __init__(
        self,
        store: Store,
        open_match: Callable[[str], Awaitable[LiveMatch]],
        due: Callable[[LiveMatch, str], None],
        clock: Callable[[], int],
    ) -> None:
        self._store = store
        self._open_match = open_match
        self._due = due
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self._lame: set[str] = set()

    def start(self) -> None:
        """Begin with every decision that bots owed when the last process stopped; then look from time to time."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        begun = False
        while True:
            if begun:
                await self._look(self._clock(), ROWS_A_LOOK, (BOT, UNFILLED, FLAG, REMATCH))
            else:
                # All of them, also those that lie ahead: nobody is thinking about them any more.
                begun = await self._look(EVER, EVER, (BOT,))
            await asyncio.sleep(PERIOD_S)

    async def _look(self, until: int, most: int, kinds: tuple[str, ...]) -> bool:
        """Look at the rows that are due; whether the store could be read throughout."""
        try:
            rows = [row for row in await self._store.due(until, most) if row.kind in kinds]
        except StoreUnavailable:
            return False  # the store itself has told the operator
        readable = True
        for start in range(0, len(rows), AT_ONCE):
            taken = await asyncio.gather(*(self._take(row) for row in rows[start : start + AT_ONCE]))
            readable = readable and all(taken)
        return readable

    async def _take(self, row: Due) -> bool:
        """Do what is due to a match; False if the store can't be read now."""
        try:
            live = await self._open_match(row.match_id)
        except Refusal as refusal:
            if refusal.reason is Reason.STORAGE_UNAVAILABLE:
                return False
            if row.match_id not in self._lame:
                self._lame.add(row.match_id)
                _log.warning("a match can't go on", match=row.match_id, why=refusal.message)
        except Exception:
            _log.exception("a due row can't be looked at", match=row.match_id)
        else:
            self._lame.discard(row.match_id)
            self._due(live, row.kind)
        return True
