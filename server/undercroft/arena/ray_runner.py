"""Matches on a Ray cluster. Ray is asked for by name, so that nothing here needs it before it is wanted.

Each worker is an actor that has a lane of its own on its machine, so a bot that hangs or takes its process down costs a
match there as it does here. Actors are few and live as long as the contest: one for a match would cost more than the
match. What a lost machine was at is played again elsewhere; results depend on their number alone.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

from undercroft.arena.contest import ArenaError, Contest
from undercroft.arena.lane import Lane
from undercroft.arena.playing import MatchResult
from undercroft.arena.runner import Runner
from undercroft.arena.schedule import Pairing

__all__ = ["RayRunner"]

BATCH_S: Final = 1.0
"""About so many seconds of play travel together: a call of an actor takes some milliseconds."""

MOST: Final = 256
"""Deals that travel together at most."""


class _Seats:
    """The actor: a lane on whatever machine Ray has put it."""

    def __init__(self, contest: bytes, plugins_dir: str) -> None:
        self._lane = Lane(msgspec.json.decode(contest, type=Contest), Path(plugins_dir) if plugins_dir else None)

    def play(self, pairings: bytes) -> tuple[bytes, float]:
        """The results of these matches, and the seconds that they took."""
        began = time.monotonic()
        self._lane.give(msgspec.json.decode(pairings, type=tuple[Pairing, ...]))
        results = []
        while not self._lane.is_idle:
            results.append(self._lane.take())
        return msgspec.json.encode(results), time.monotonic() - began


class RayRunner(Runner):
    """A Ray cluster: the one that `RAY_ADDRESS` names, or else one of this machine, for as long as it is needed.

    `workers` None is as many as the cluster has CPUs. Its machines need the same packages, plugins
    and own bots at the same paths.

    Raises:
        ArenaError: Ray isn't installed.
    """

    def __init__(self, workers: int | None, plugins_dir: Path | None = None) -> None:
        try:
            self._ray: Any = import_module("ray")
        except ModuleNotFoundError as error:
            raise ArenaError("--runner ray needs a package: pip install 'undercroft[ray]'") from error
        self._workers = workers
        self._plugins_dir = "" if plugins_dir is None else str(plugins_dir.resolve())

    def play(self, contest: Contest, deals: Iterator[tuple[Pairing, ...]]) -> Iterator[MatchResult]:
        """See `Runner.play`."""
        ray = self._ray
        _begin(ray, self._workers)
        try:
            yield from self._play(contest, deals)
        finally:
            ray.shutdown()

    def _play(self, contest: Contest, deals: Iterator[tuple[Pairing, ...]]) -> Iterator[MatchResult]:
        ray = self._ray
        workers = self._workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        actor = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(_Seats)
        idle = [actor.remote(msgspec.json.encode(contest), self._plugins_dir) for _ in range(workers)]
        busy: dict[Any, Any] = {}
        size = 1
        while True:
            while idle and (batch := list(islice(deals, size))):
                pairings = tuple(pairing for deal in batch for pairing in deal)
                seats = idle.pop()
                busy[seats.play.remote(msgspec.json.encode(pairings))] = seats, len(batch)
            if not busy:
                return
            (done, *_), _ = ray.wait(list(busy), num_returns=1)
            seats, played = busy.pop(done)
            idle.append(seats)
            results, seconds = _got(ray, done)
            size = min(MOST, max(1, int(BATCH_S * played / max(seconds, 1e-3))))
            yield from msgspec.json.decode(results, type=list[MatchResult])


def _begin(ray: Any, workers: int | None) -> None:
    """Join the cluster, or start one on this machine that nobody else can reach."""
    common: dict[str, Any] = {"log_to_driver": True, "configure_logging": True, "logging_level": logging.ERROR}
    if os.environ.get("RAY_ADDRESS"):
        ray.init(address="auto", **common)
    else:
        ray.init(
            address="local", num_cpus=workers, include_dashboard=False, _node_ip_address="127.0.0.1", **common
        )  # fmt: skip


def _got(ray: Any, done: Any) -> tuple[bytes, float]:
    try:
        answer: tuple[bytes, float] = ray.get(done)
    except ray.exceptions.RayError as error:
        raise ArenaError(f"Ray can't play: {' '.join(str(error).split())[-300:]}") from error
    return answer
