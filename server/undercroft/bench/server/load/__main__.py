"""`python -m undercroft.bench.server.load SETUP`: a client process, which takes the bench's orders from stdin."""

from __future__ import annotations

import asyncio
import sys
import time

import msgspec

from undercroft.bench.server.load.raw import RawTransport, raw_transport
from undercroft.bench.server.load.real import RealPlay
from undercroft.bench.server.load.window import Window
from undercroft.bench.server.orders import (
    Failed,
    OpenSeats,
    Order,
    PrepareRaw,
    PrepareReal,
    Ready,
    Reply,
    Run,
    Setup,
    Slice,
    read_order,
)
from undercroft.bench.server.plan import BenchFailed

__all__ = ["Load"]


class Load:
    """What a client process has to do with the two servers. The raw one's streams are open only while they are used."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._real = RealPlay(setup.address, setup.game, setup.shape)
        self._raw: RawTransport | None = None
        self._matches = 0

    async def carry_out(self, order: Order) -> Reply:
        """Do it, wholly."""
        match order:
            case OpenSeats():
                self._matches += order.matches
                await self._real.open(order.matches)
            case PrepareReal():
                await self._real.prepare(order.seconds)
            case PrepareRaw():
                self._raw = raw_transport(self._setup.shape, order.address, self._matches, order.kind, order.sizes)
                await self._raw.open()
            case Run():
                return await self._run(Window(order.start, order.end), order.end - time.monotonic())
        return Ready()

    async def close(self) -> None:
        """Leave both."""
        if self._raw is not None:
            await self._raw.close()
        await self._real.close()

    async def _run(self, window: Window, seconds: float) -> Slice:
        raw, self._raw = self._raw, None
        if raw is None:
            sizes = await self._real.run(window, seconds)
            return Slice(window.moves, window.latencies.tolist(), sizes)
        await raw.run(window, seconds)
        await raw.close()
        return Slice(window.moves)


async def _obey(setup: Setup) -> None:
    load = Load(setup)
    try:
        while line := await asyncio.to_thread(sys.stdin.buffer.readline):
            _say(await load.carry_out(read_order(line)))
    except BenchFailed as failure:
        _say(Failed(str(failure)))
    finally:
        await load.close()


def _say(reply: Reply) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    asyncio.run(_obey(msgspec.json.decode(sys.argv[1], type=Setup)))
