"""A server says once a second that it is alive, so that others can tell when none was: that time is nobody's."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Final

import structlog

from undercroft.store import Store, StoreUnavailable

__all__ = ["Heart"]

_log = structlog.get_logger(__name__)

PERIOD_S: Final = 1.0
MISSED_MS: Final = 2_500
"""After such a silence this process was stopped, or the machine asleep; a busy server is a second late at most."""


class Heart:
    """Beats in a store.

    `woke` is called each time this process finds that it wasn't there for a while: for how long, in milliseconds, and
    until when. `last` is the time of the newest beat, 0 before the first.
    """

    def __init__(self, store: Store, clock: Callable[[], int], woke: Callable[[int, int], None]) -> None:
        self._store = store
        self._clock = clock
        self._woke = woke
        self._name = secrets.token_hex(8)
        self.last = 0
        self._task: asyncio.Task[None] | None = None

    def missing(self, now: int) -> bool:
        """Whether this process wasn't there for a while and hasn't said so yet."""
        return now - self.last > MISSED_MS

    async def start(self) -> None:
        """Say for the first time that we are alive; then go on."""
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
        missed = now - self.last
        if self.last and missed > MISSED_MS:
            self._name = secrets.token_hex(8)
            self._woke(missed, now)
        self.last = now
        try:
            await self._store.beat(self._name, now)
        except StoreUnavailable:
            _log.warning("the store doesn't take the heartbeat")
