"""A worker with everything the pool knows of it: what waits for it, what it is at, which bots live in it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec
import structlog

from undercroft.host.pool.process import WorkerProcess, WorkerSettings
from undercroft.worker.messages import (
    Acted,
    BotAsk,
    BotFailure,
    Cancel,
    Decide,
    Failed,
    Forget,
    FromWorker,
    InstanceKey,
    Missing,
    Opinions,
    Ready,
    instance_key,
)

__all__ = ["Handle", "Lane", "LaneOwner", "LaneSettings", "Said"]

_log = structlog.get_logger(__name__)

Said = int | BotFailure | Opinions
"""What may come of an ask; opinions only of one that `weighs`."""

DEPTH: Final = 8
"""So many asks are sent to a worker ahead of its answers, so that it needn't wait for a busy loop between two."""


class LaneSettings(msgspec.Struct, frozen=True):
    """See `undercroft.host.pool.BotPool`."""

    worker: WorkerSettings
    instances: int
    startup_seconds: float
    grace_seconds: float


class Handle:
    """An ask under way. One that `helps` has a worker for as long as nobody else needs it."""

    __slots__ = ("_done", "_loop", "ask", "fresh", "helps", "key", "lane", "number", "placings", "weighs")

    def __init__(
        self,
        ask: BotAsk,
        done: Callable[[Any], None],
        loop: asyncio.AbstractEventLoop,
        *,
        weighs: bool = False,
        helps: bool = False,
    ) -> None:
        self.ask = ask
        self.key = instance_key(ask)
        self.lane: Lane | None = None
        self.number = 0
        self.fresh = False
        self.placings = 0
        self.weighs = weighs
        self.helps = helps
        self._done: Callable[[Any], None] | None = done
        self._loop = loop

    @property
    def wanted(self) -> bool:
        """Whether somebody still waits for the answer."""
        return self._done is not None

    def cancel(self) -> None:
        """Nobody waits for it any more: `done` won't be called, and the bot is told to stop."""
        if self._done is None:
            return
        self._done = None
        if self.lane is not None:
            self.lane.cancel(self)

    def give_way(self) -> None:
        """Somebody needs the worker: it helps no more."""
        done = self._done
        self.cancel()
        if done is not None:
            self._loop.call_soon(done, BotFailure("lost", "its worker was needed"))

    def finish(self, result: Said) -> None:
        """Give the answer, in the loop's next round: `done` may ask and cancel as it likes."""
        self.lane = None
        self._loop.call_soon(self._deliver, result)

    def drop(self) -> None:
        """Forget who asked; there is nobody to stop."""
        self.lane = None
        self._done = None

    def _deliver(self, result: Said) -> None:
        done, self._done = self._done, None
        if done is not None:
            done(result)


class LaneOwner(Protocol):
    """What a lane tells its pool."""

    def place(self, handle: Handle) -> None:
        """Find a lane for an ask that no bot has begun on."""

    def lane_ready(self, lane: Lane) -> None:
        """The worker is up."""

    def weighs(self, key: InstanceKey) -> None:
        """This instance weighs its actions, so that others may help it."""

    def lane_ended(self, lane: Lane, detail: str) -> None:
        """The worker is gone and answers nothing any more; called before its asks are placed anew."""


class Lane:
    """Asks are answered in order. Timing starts when the worker can begin on one, not when it was asked.

    Raises:
        OSError: no process could be started.
    """

    def __init__(self, owner: LaneOwner, settings: LaneSettings) -> None:
        self._owner = owner
        self._settings = settings
        self._loop = asyncio.get_running_loop()
        self._queue: deque[Handle] = deque()
        self._sent: deque[Handle] = deque()
        self._told: dict[InstanceKey, int | None] = {}  # entries told; None: not made yet; least recently used first
        self._number = 0
        self._due = 0.0
        self._overdue = False
        self.ready = False
        self.process = WorkerProcess(settings.worker, self._heard, self._process_ended)
        self._timer = self._loop.call_later(settings.startup_seconds * 3, self._boot_overdue)

    def holds(self, key: InstanceKey) -> bool:
        """Whether the instance lives, or is about to live, in this worker."""
        return key in self._told

    @property
    def worked(self) -> bool:
        """Whether it was ever given something to decide."""
        return self._number > 0

    @property
    def idle(self) -> bool:
        """Whether its worker has nothing to do."""
        return self.ready and not self._queue and not self._sent

    def load(self) -> tuple[bool, int, int]:
        """The smaller, the sooner it can take on another instance. Those who help don't count."""
        under_way = sum(not handle.helps for handle in (*self._queue, *self._sent))
        return (not self.ready, under_way, len(self._told))

    def take(self, handle: Handle) -> None:
        """Answer an ask when its turn comes."""
        handle.lane = self
        self._told.setdefault(handle.key, None)
        if not handle.helps:
            for other in [other for other in (*self._queue, *self._sent) if other.helps]:
                other.give_way()
        self._queue.append(handle)
        self._pump()

    def forget(self, match_id: str, seat: int) -> None:
        """Drop every instance of a seat."""
        for key in [key for key in self._told if key[0] == match_id and key[1] == seat]:
            self._drop(key)

    def cancel(self, handle: Handle) -> None:
        """Stop a bot that nobody waits for, and kill it if it doesn't."""
        handle.lane = None
        if handle.number == 0:
            self._queue.remove(handle)
            return
        self.process.send(Cancel(handle.number))
        if self._sent[0] is handle:
            self._arm(min(self._due, self._loop.time() + self._allowance(handle)))

    def close(self) -> None:
        """Drop everything and kill the process."""
        for handle in (*self._sent, *self._queue):
            handle.drop()
        self._timer.cancel()
        self.process.kill("the pool is closed")

    def _pump(self) -> None:
        while self.ready and self._queue and len(self._sent) < DEPTH:
            self._send(self._queue.popleft())

    def _send(self, handle: Handle) -> None:
        told = self._told.pop(handle.key, None)
        handle.fresh = told is None or told > len(handle.ask.entries)
        self._told[handle.key] = len(handle.ask.entries)
        self._number += 1
        new = handle.ask.entries[0 if handle.fresh else told :]
        decide = Decide(self._number, handle.fresh, msgspec.structs.replace(handle.ask, entries=new), handle.weighs)
        if not self.process.send(decide):
            self.ready = False
            self._queue.appendleft(handle)
            return
        handle.number = self._number
        self._sent.append(handle)
        if handle.fresh:
            self._evict()
        if len(self._sent) == 1:
            self._begin()

    def _evict(self) -> None:
        if len(self._told) <= self._settings.instances:
            return
        busy = {handle.key for handle in (*self._sent, *self._queue)}
        idle = next((key for key in self._told if key not in busy), None)
        if idle is not None:
            self._drop(idle)

    def _drop(self, key: InstanceKey) -> None:
        if self._told.pop(key) is not None:
            self.process.send(Forget(key))

    def _begin(self) -> None:
        """The worker is at the first of the sent asks from now on."""
        self._timer.cancel()
        if self._sent:
            self._arm(self._loop.time() + self._allowance(self._sent[0]))

    def _allowance(self, handle: Handle) -> float:
        startup = self._settings.startup_seconds if handle.fresh else 0.0
        return startup + (handle.ask.seconds if handle.wanted else 0.0) + self._settings.grace_seconds

    def _arm(self, due: float) -> None:
        self._timer.cancel()
        self._due = due
        self._timer = self._loop.call_at(due, self._bot_overdue)

    def _bot_overdue(self) -> None:
        self._overdue = True
        self.process.kill(f"it didn't answer within its {self._sent[0].ask.seconds:g} s, nor did it stop")

    def _boot_overdue(self) -> None:
        self.process.kill("its plugins weren't loaded in time")

    def _heard(self, message: FromWorker) -> None:
        if isinstance(message, Ready):
            self._timer.cancel()
            self.ready = True
            self._owner.lane_ready(self)
            self._pump()
            return
        if not self._sent or self._sent[0].number != message.number:
            self.process.kill("it answered something that it wasn't asked")
            return
        handle = self._sent.popleft()
        self._begin()
        self._answered(handle, message)
        self._pump()

    def _answered(self, handle: Handle, message: Acted | Opinions | Failed | Missing) -> None:
        if isinstance(message, Opinions):
            handle.finish(message)
            return
        if isinstance(message, Acted):
            if message.weighs:
                self._owner.weighs(handle.key)
            # The worker has looked already, but what runs in it may write to the channel too.
            legal = message.action in handle.ask.legal
            handle.finish(message.action if legal else BotFailure("illegal", f"{message.action} isn't legal"))
            return
        self._told.pop(handle.key, None)
        if isinstance(message, Failed):
            handle.finish(message.failure)
        elif handle.wanted:
            self._owner.place(handle)

    def _process_ended(self, detail: str) -> None:
        self._timer.cancel()
        self._owner.lane_ended(self, detail)
        if self._sent:
            culprit = self._sent.popleft()
            ask = culprit.ask
            _log.warning(
                "bot took its worker down", match=ask.match_id, seat=ask.seat, bot=ask.bot, game=ask.game, detail=detail
            )
            culprit.finish(BotFailure("timeout" if self._overdue else "crash", detail))
        for handle in (*self._sent, *self._queue):
            if handle.wanted:
                self._owner.place(handle)
