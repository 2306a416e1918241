"""The pool of worker processes in which hosted bots think, never on the event loop and never in its threads.

An instance, one bot in one seat of one match, stays with its worker. It is never more than a cache: whatever is lost,
with its worker or because there are too many, is made anew from the entries that its seat was told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

import structlog

from undercroft.game import UndercroftError
from undercroft.host.pool.lane import Handle, Lane, LaneSettings
from undercroft.host.pool.process import WorkerSettings
from undercroft.host.pool.team import Team
from undercroft.registry import PluginSettings
from undercroft.worker.messages import BotAsk, BotFailure, InstanceKey, instance_key

__all__ = ["BotPool", "PoolError"]

_log = structlog.get_logger(__name__)

BOOTS: Final = 3
"""So many failed starts in a row and `BotPool.start` gives up; once started, the pool tries for ever, but asks fail."""

LONGEST_WAIT: Final = 5.0
"""Seconds between two starts of workers that don't come up, at most."""

PLACINGS: Final = 5
"""An ask whose worker is lost before its turn goes to another, so many times in all."""

CLOSE_SECONDS: Final = 1.0


class PoolError(UndercroftError):
    """No worker comes up; the message says why."""


class BotPool:
    """`workers` processes; everything here belongs to the thread of the event loop that runs `start`.

    Args:
        workers: how many bots think at once, at least 1.
        plugins_dir: what `--plugins` names; each worker loads the same registry as the server.
        settings: what was configured for single plugins, the server's too.
        own_code: whether a spec may be `file.py:Class`; only where every spec comes from whoever owns this process.
        instances: the most instances kept in one worker; beyond it the least recently used is dropped.
        startup_seconds: what making an instance may take on top of its first decision's budget: loading the game,
            learning all the entries.
        grace_seconds: a bot still at it so long after its budget, or after it was cancelled, is killed.
        memory_bytes: what a worker may allocate before its bots meet MemoryError; None for no limit of ours.
        niceness: by how much a worker is nicer than the server.
        printed: is called with what bots print; without it that is logged.
    """

    def __init__(
        self,
        workers: int,
        plugins_dir: Path | None = None,
        settings: PluginSettings | None = None,
        *,
        own_code: bool = False,
        instances: int = 512,
        startup_seconds: float = 10.0,
        grace_seconds: float = 1.0,
        memory_bytes: int | None = 2 << 30,
        niceness: int = 5,
        printed: Callable[[str], None] | None = None,
    ) -> None:
        worker = WorkerSettings(plugins_dir, settings, own_code, memory_bytes, niceness, printed)
        self._settings = LaneSettings(worker, instances, startup_seconds, grace_seconds)
        self._workers = max(workers, 1)
        self._lanes: list[Lane] = []
        self._waiting: list[Handle] = []
        self._weighing: set[InstanceKey] = set()
        self._closing = False
        self._failed_boots = 0
        self._respawn: asyncio.TimerHandle | None = None
        self._up: asyncio.Future[None] | None = None

    async def start(self) -> None:
        """Start all workers side by side; on return each has loaded its plugins.

        Raises:
            PoolError: they don't come up.
        """
        self._up = asyncio.get_running_loop().create_future()
        try:
            self._fill()
            await self._up
        except BaseException:
            await self.close()
            raise

    def ask(self, ask: BotAsk, done: Callable[[int | BotFailure], None]) -> Handle | Team:
        """Have a bot decide; one that weighs its actions is helped by workers that have nothing else to do.

        `done` is called on the loop, never from within this call, with a legal action or a failure: exactly once,
        or not at all if the handle is cancelled or the pool closed before. A failed instance is made anew by the
        next ask. What is asked before `start` waits for it.
        """
        loop = asyncio.get_running_loop()
        lanes = self._team_for(ask)
        if len(lanes) > 1:
            return Team(ask, done, loop, lanes)
        handle = Handle(ask, done, loop)
        if self._closing:
            handle.drop()
        else:
            self.place(handle)
        return handle

    def forget(self, match_id: str, seat: int) -> None:
        """The match is over for this seat: its instances are dropped. Asks under way are the caller's to cancel."""
        for lane in self._lanes:
            lane.forget(match_id, seat)
        self._weighing = {key for key in self._weighing if key[:2] != (match_id, seat)}

    async def close(self) -> None:
        """Kill the workers and wait for their end, a second at most. Asks under way are dropped."""
        self._closing = True
        if self._respawn is not None:
            self._respawn.cancel()
        for handle in self._waiting:
            handle.drop()
        lanes, self._lanes = self._lanes, []
        for lane in lanes:
            lane.close()
        if lanes:
            await asyncio.wait([lane.process.gone for lane in lanes], timeout=CLOSE_SECONDS)

    def place(self, handle: Handle) -> None:
        """Find a lane for an ask: its instance's own, or the least loaded."""
        handle.lane = None
        handle.number = 0
        handle.placings += 1
        if handle.helps or handle.placings > PLACINGS or (not self._lanes and self._failed_boots >= BOOTS):
            handle.finish(BotFailure("lost", "there is no bot worker to be had"))
            return
        if not self._lanes:
            self._waiting.append(handle)
            return
        home = next((lane for lane in self._lanes if lane.holds(handle.key)), None)
        (home or min(self._lanes, key=Lane.load)).take(handle)

    def weighs(self, key: InstanceKey) -> None:
        """From now on idle workers help this instance."""
        self._weighing.add(key)

    def _team_for(self, ask: BotAsk) -> list[Lane]:
        """The idle lanes, that of the instance first; none if it thinks alone, or its own worker is busy."""
        key = instance_key(ask)
        if key not in self._weighing or ask.simulations is not None or len(ask.legal) == 1:
            return []
        idle = [lane for lane in self._lanes if lane.idle]
        homes = [lane for lane in idle if lane.holds(key)]
        return homes[:1] + [lane for lane in idle if lane not in homes[:1]] if homes else []

    def lane_ready(self, lane: Lane) -> None:
        """A worker is up."""
        self._failed_boots = 0
        ready = sum(each.ready for each in self._lanes)
        if self._up is not None and not self._up.done() and ready == self._workers:
            self._up.set_result(None)

    def lane_ended(self, lane: Lane, detail: str) -> None:
        """A worker is gone: another takes its place, at once unless it was of no use to anybody."""
        if lane in self._lanes:
            self._lanes.remove(lane)
        if self._closing:
            return
        if lane.worked:
            self._spawn()
        else:
            self._boot_failed(detail)

    def _spawn(self) -> None:
        try:
            self._lanes.append(Lane(self, self._settings))
        except OSError as error:
            self._boot_failed(str(error))
        else:
            self._place_waiting()

    def _place_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for handle in waiting:
            if handle.wanted:
                self.place(handle)

    def _boot_failed(self, detail: str) -> None:
        self._failed_boots += 1
        _log.error("bot worker ended before it was of use", detail=detail)
        if self._up is not None and not self._up.done() and self._failed_boots >= BOOTS:
            self._up.set_exception(PoolError(f"bot workers don't start: {detail}"))
        elif self._respawn is None:
            wait = min(LONGEST_WAIT, 0.05 * 2**self._failed_boots)
            self._respawn = asyncio.get_running_loop().call_later(wait, self._fill)
        if self._failed_boots >= BOOTS and not self._lanes:
            self._place_waiting()

    def _fill(self) -> None:
        """Start what is missing."""
        self._respawn = None
        while len(self._lanes) < self._workers and self._respawn is None:
            self._spawn()
