"""A decision that a bot owes, and the time that is left for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from undercroft.host.remote.messages import RemoteAsk
from undercroft.worker.messages import BotFailure

__all__ = ["RemoteTurn"]


class RemoteTurn:
    """An ask under way.

    Two times run down, one at a time: what the bot may think, while it is asked, and what the turn may wait, for a
    connection or for the bot to have its hands free. So whoever comes and goes wins nothing by it. `expired` is called
    when either is used up. `asked` counts how often it was asked for,
    `told_all` is whether the last time told all of the seat.
    """

    def __init__(
        self,
        ask: RemoteAsk,
        done: Callable[[int | BotFailure], None],
        wait_s: float,
        expired: Callable[[RemoteTurn], None],
        cancelled: Callable[[RemoteTurn], None],
    ) -> None:
        self.ask = ask
        self.thinking = False
        self.sent = False
        self.told_all = False
        self.asked = 0
        self._done: Callable[[int | BotFailure], None] | None = done
        self._loop = asyncio.get_running_loop()
        self._expired = expired
        self._cancelled = cancelled
        self._think_s = ask.seconds
        self._wait_s = wait_s
        self._since = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def left_ms(self) -> int:
        """How long the bot may still think."""
        spent = self._loop.time() - self._since if self.thinking else 0.0
        return max(0, round(1_000 * (self._think_s - spent)))

    def begin_thinking(self) -> None:
        """The bot is asked from now on."""
        self._settle()
        self.thinking, self.sent = True, False
        self.asked += 1
        self._arm(self._think_s)

    def begin_waiting(self, most_s: float) -> None:
        """Nobody is asked from now on; for so long at most, if so much is left."""
        self._settle()
        self.thinking = self.sent = False
        self._arm(min(self._wait_s, most_s))

    def cancel(self) -> None:
        """Nobody wants it any more: `done` won't be called, and the bot is told."""
        if self._done is not None:
            self._done = None
            self._stop()
            self._cancelled(self)

    def abandon(self) -> None:
        """Nobody wants it any more, and nobody is told."""
        self._done = None
        self._stop()

    def finish(self, result: int | BotFailure) -> None:
        """Give the answer, in the loop's next round."""
        self._stop()
        self._loop.call_soon(self._deliver, result)

    def _deliver(self, result: int | BotFailure) -> None:
        done, self._done = self._done, None
        if done is not None:
            done(result)

    def _settle(self) -> None:
        """Take what has passed from the time that was running."""
        now = self._loop.time()
        passed, self._since = now - self._since, now
        if self.thinking:
            self._think_s -= passed
        else:
            self._wait_s -= passed

    def _arm(self, seconds: float) -> None:
        self._stop()
        self._timer = self._loop.call_later(max(0.0, seconds), self._expired, self)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
