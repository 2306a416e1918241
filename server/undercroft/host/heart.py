"""A server says once a second that it is alive, so that others can tell when none was: that time is nobody's."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from undercroft.store import Store, StoreUnavailable

__all__ = ["Heart"]

_log = structlog.get_logger(__name__)

PERIOD_S: Final = 1.0
MISSED_MS: Final = 2_500
"""After such a silence this process was stopped, or the machine asleep; a busy server is a second late at most."""


class Heart:
    """Beats in a store, as long as that takes what matches write.

    `woke` is called each time this process finds that it couldn't serve for a while, because it was stopped or its
    store took nothing: for how long, in milliseconds, and until when. `plays` gives the games that are played here with
    their versions, and is asked when a span of life begins. `last` is the time of the start or of the newest beat that
    was taken, 0 before the start.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        woke: Callable[[int, int], None],
        plays: Callable[[], Sequence[tuple[str, str]]],
    ) -> None:
        self._store = store
        self._clock = clock
        self._woke = woke
        self._plays = plays
        self._said = ""
        self._name = secrets.token_hex(8)
        self.last = 0
        self._refused = False
        self._faulty = False
        self._task: asyncio.Task[None] | None = None

    def missing(self, now: int) -> bool:
        """Whether this process couldn't serve for a while and hasn't said so yet."""
        return self.last > 0 and (self._faulty or self._refused or now - self.last > MISSED_MS)

    def note_refusal(self) -> None:
        """The store took nothing of what a match wanted to write: until it does, nobody's time passes."""
        self._refused = True

    async def start(self) -> None:
        """Say for the first time that we are alive; then go on, also if the store doesn't take it yet."""
        await self._beat()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """A last beat, and no more."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            await self._beat()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(PERIOD_S)
            await self._beat()

    async def _beat(self) -> None:
        now = self._clock()
        self.last = self.last or now
        refused, self._refused = self._refused, False
        missed = now - self.last
        over = self._faulty or missed > MISSED_MS
        if over and not refused:
            self._name = secrets.token_hex(8)
        if refused or not await self._taken(now):
            self._faulty = True
            return
        self.last = now
        self._faulty = False
        if over:
            self._woke(missed, now)

    async def _taken(self, now: int) -> bool:
        try:
            await self._store.beat(self._name, now, () if self._said == self._name else self._plays())
        except StoreUnavailable:
            _log.warning("the store doesn't take the heartbeat")
            return False
        self._said = self._name
        return True
