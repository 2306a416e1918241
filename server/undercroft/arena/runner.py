"""Where matches are played: on processes of this machine, or on another runner's."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from undercroft.arena.contest import Contest
from undercroft.arena.lane import Lane
from undercroft.arena.playing import MatchResult
from undercroft.arena.schedule import Pairing

__all__ = ["LocalRunner", "Runner"]


class Runner(ABC):
    """Plays the matches of a contest. Where and in which order is its affair: no result depends on it."""

    @abstractmethod
    def play(self, contest: Contest, deals: Iterator[tuple[Pairing, ...]]) -> Iterator[MatchResult]:
        """The results of all matches of these deals, in any order; deals are asked for as there is room for them.

        To close the iterator ends what is under way.

        Raises:
            ArenaError: no process can play.
        """
        raise NotImplementedError


class LocalRunner(Runner):
    """So many processes of this machine."""

    def __init__(self, workers: int, plugins_dir: Path | None = None) -> None:
        self._workers = workers
        self._plugins_dir = plugins_dir

    def play(self, contest: Contest, deals: Iterator[tuple[Pairing, ...]]) -> Iterator[MatchResult]:
        """See `Runner.play`."""
        lanes: list[Lane] = []
        try:
            for deal in deals:
                lanes.append(Lane(contest, self._plugins_dir))
                lanes[-1].give(deal)
                if len(lanes) == self._workers:
                    break
            while busy := _by_channel(lanes):
                for channel in wait(list(busy)):
                    lane = busy[channel]
                    yield lane.take()
                    while lane.has_room and (deal := next(deals, ())):
                        lane.give(deal)
        finally:
            for lane in lanes:
                lane.close()


def _by_channel(lanes: Sequence[Lane]) -> dict[Any, Lane]:
    """The lanes in which something is played, by what there is to wait for."""
    return {lane.channel: lane for lane in lanes if not lane.is_idle}
