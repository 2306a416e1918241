"""The faults themselves: each is made, lasts, and is over when its making returns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from tests.chaos.deaf import listen_to_nothing
from tests.chaos.disk import Disk
from tests.chaos.plan import Fault
from tests.chaos.proxy import Passage, Proxy
from tests.chaos.server_process import ServerProcess
from tests.chaos.timeline import Kind, Timeline, Window, now

_MOST_CUT = 0.5
_MOST_HALF_OPEN = 0.15
_MOST_HELD_UP = 0.3
_DELAY_S = 0.25
_DEAF_TO = 40
_LONGEST_WAIT_S = 5.0
_POLL_S = 0.05


class Faults:
    """Makes faults. `match_ids` tells which matches are being played, for those that watch and don't read; `refusals`
    when the store was found unable to write."""

    def __init__(
        self,
        server: ServerProcess,
        disk: Disk,
        proxy: Proxy,
        timeline: Timeline,
        match_ids: Callable[[], Sequence[str]],
        refusals: Callable[[], Sequence[float]],
    ) -> None:
        self._server = server
        self._disk = disk
        self._proxy = proxy
        self._timeline = timeline
        self._match_ids = match_ids
        self._refusals = refusals

    async def make(self, fault: Fault) -> Window:
        """Make a fault, and return when it is over: how long it was on."""
        with self._timeline.during(fault.kind) as window:
            match fault.kind:
                case Kind.KILL:
                    await self._kill(fault.seconds)
                case Kind.SHORT_STOP | Kind.LONG_STOP:
                    await self._stop(fault.seconds)
                case Kind.FULL:
                    await self._fill(fault.seconds)
                case Kind.READ_ONLY:
                    await self._lock(fault.seconds)
                case Kind.CUT:
                    for passage in self._some(fault.choice, _MOST_CUT):
                        passage.cut()
                case Kind.HALF_OPEN:
                    await self._swallow(self._some(fault.choice, _MOST_HALF_OPEN))
                case Kind.HELD_UP:
                    await self._hold_up(self._some(fault.choice, _MOST_HELD_UP), fault.seconds)
                case _:
                    await listen_to_nothing(self._proxy.address, self._match_ids()[-_DEAF_TO:], fault.seconds)
        return window

    async def _kill(self, seconds: float) -> None:
        await self._server.kill()
        await asyncio.sleep(seconds)
        await self._server.start()

    async def _stop(self, seconds: float) -> None:
        self._server.freeze()
        await asyncio.sleep(seconds)
        self._server.thaw()

    async def _fill(self, seconds: float) -> None:
        if self._disk.mounted:
            self._disk.fill()
        else:
            self._server.forbid_writing()
        try:
            await self._bite(seconds)
        finally:
            self._disk.free()
            self._server.allow_writing()

    async def _lock(self, seconds: float) -> None:
        self._disk.lock()
        self._server.forbid_writing()
        try:
            await self._bite(seconds)
        finally:
            self._disk.unlock()
            self._server.allow_writing()

    async def _bite(self, seconds: float) -> None:
        """Wait so long; if a server is there, then on until it has refused somebody: play may stand still just now."""
        began = now()
        await asyncio.sleep(seconds)
        while now() < began + seconds + _LONGEST_WAIT_S and self._server.is_up:
            if max(self._refusals(), default=0.0) >= began:
                return
            await asyncio.sleep(_POLL_S)

    async def _swallow(self, passages: Sequence[Passage]) -> None:
        """Nothing is said and nothing is closed, until both ends of each have given it up by themselves."""
        for passage in passages:
            passage.swallowing = True
        for passage in passages:
            await passage.closed.wait()

    async def _hold_up(self, passages: Sequence[Passage], seconds: float) -> None:
        for passage in passages:
            passage.delay = _DELAY_S
        await asyncio.sleep(seconds)
        for passage in passages:
            passage.delay = 0.0

    def _some(self, choice: float, most: float) -> list[Passage]:
        """Some of the connections, at least one if there are any: how many and which follows from `choice`."""
        passages = self._proxy.passages
        count = max(1, round(len(passages) * most * choice))
        first = round(choice * 1_000_003) % max(1, len(passages))
        return (passages[first:] + passages[:first])[:count]
