"""What all clients of a run share."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field

from tests.chaos.connections import Connections
from tests.chaos.timeline import Timeline


@dataclass
class Stage:
    """`closing` is set once the faults are over: matches are then brought to an end, and no new ones begun."""

    connections: Connections
    timeline: Timeline
    closing: asyncio.Event = field(default_factory=asyncio.Event)

    async def pause(self, seconds: float) -> None:
        """Wait, but not beyond the closing."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.closing.wait()
