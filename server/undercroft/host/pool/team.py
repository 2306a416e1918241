"""Several workers at one decision: each searches by itself, and what they found out is added up (root parallelism).

After Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search" (2008), §3.2. Only workers with nothing
else to do join in, and they leave when they're needed: a helper costs nobody's bot any time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

import msgspec

from undercroft.bot import Weighed
from undercroft.host.pool.lane import Handle, Lane
from undercroft.worker.messages import BotAsk, BotFailure, Opinions

__all__ = ["Team", "elect"]

LATE_S: Final = 0.015
"""So much longer than the first one those who help may take; all have the same budget."""

_GOLDEN: Final = 0x9E3779B97F4A7C15


def elect(opinions: Iterable[Sequence[Weighed]], legal: Sequence[int]) -> int | None:
    """The legal action with the most visits; between equals the one that brought more, then the lower code.

    None if nobody weighed any.
    """
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for weighed in opinions:
        for each in weighed:
            visits[each.action] = visits.get(each.action, 0) + each.visits
            totals[each.action] = totals.get(each.action, 0.0) + each.total
    known = [action for action in legal if action in visits]
    return max(known, key=lambda action: (visits[action], totals[action], -action), default=None)


class Team:
    """An ask that all of `lanes` work on; the first has the instance and answers for it, the others help."""

    def __init__(
        self,
        ask: BotAsk,
        done: Callable[[int | BotFailure], None],
        loop: asyncio.AbstractEventLoop,
        lanes: Sequence[Lane],
    ) -> None:
        self._ask = ask
        self._done: Callable[[int | BotFailure], None] | None = done
        self._loop = loop
        self._opinions: list[Sequence[Weighed]] = []
        self._missing = len(lanes)
        self._timer: asyncio.TimerHandle | None = None
        self._parts: list[Handle] = []
        for number, lane in enumerate(lanes):
            seed = (ask.rng_seed + number * _GOLDEN) % 2**64
            answered = partial(self._answered, helps=number > 0)
            part = Handle(msgspec.structs.replace(ask, rng_seed=seed), answered, loop, weighs=True, helps=number > 0)
            self._parts.append(part)
            lane.take(part)

    def cancel(self) -> None:
        """Nobody waits for it any more."""
        self._end()
        self._done = None

    def _answered(self, said: int | BotFailure | Opinions, *, helps: bool) -> None:
        self._missing -= 1
        if isinstance(said, Opinions):
            self._opinions.append(said.weighed)
        if not helps and not isinstance(said, Opinions):
            self._finish(said)
        elif not self._missing:
            self._elect()
        elif not helps:
            self._timer = self._loop.call_later(LATE_S, self._elect)

    def _elect(self) -> None:
        action = elect(self._opinions, self._ask.legal)
        self._finish(BotFailure("illegal", "it weighed no legal action") if action is None else action)

    def _finish(self, result: int | BotFailure) -> None:
        done, self._done = self._done, None
        self._end()
        if done is not None:
            done(result)

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for part in self._parts:
            part.cancel()
