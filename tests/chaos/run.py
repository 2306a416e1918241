"""The whole of it: a server, a disk, a proxy, a crowd of clients and the faults; then everything is checked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from tests.chaos.checker import complaints
from tests.chaos.connections import ALONE, PATIENCE_S, Connections
from tests.chaos.crowd import Crowd
from tests.chaos.disk import Disk
from tests.chaos.faults import Faults
from tests.chaos.plan import Fault, plan
from tests.chaos.proxy import Proxy
from tests.chaos.report import Report
from tests.chaos.server_process import ServerProcess
from tests.chaos.stage import Stage
from tests.chaos.timeline import Kind, Timeline, now
from undercroft.registry import load_registry
from undercroft_client import Client

_CONNECTIONS: Final = 24
_PATIENCE_S: Final = 300.0
"""So long matches may take to end once the faults are over; what goes on then hangs."""
_LOOK_S: Final = 1.0


class Run:
    """`matches` matches at a time until every kind of fault was made `each` times and every match is over."""

    def __init__(self, folder: Path, each: int, matches: int, seed: int, say: Callable[[str], None]) -> None:
        self._each = each
        self._matches = matches
        self._seed = seed
        self._say = say
        self._began = now()
        self._timeline = Timeline()
        self._disk = Disk(folder)
        self.server = ServerProcess(self._disk)
        self._proxy = Proxy(self.server.port)
        self._most_memory = 0

    async def run(self) -> Report:
        """Do all of it; what was found is in the report."""
        async with AsyncExitStack() as stack:
            await self._disk.open()
            stack.push_async_callback(self._disk.close)
            for line in self._disk.describe():
                self._say(line)
            stack.push_async_callback(self.server.stop)
            await self.server.start()
            stack.push_async_callback(self._proxy.close)
            await self._proxy.start()
            for watching in (self._timeline.notice_lateness(), self._watch_memory()):
                stack.callback(asyncio.create_task(watching).cancel)
            async with Connections(self._proxy.address, _CONNECTIONS) as connections:
                crowd = await self._play(Stage(connections, self._timeline))
                report = await self._check(crowd)
            return await self._end(report)

    async def _play(self, stage: Stage) -> Crowd:
        """Play until all faults were made, then bring the matches to their end."""
        crowd = Crowd(stage, await stage.connections.clients[0].games(), self._seed)
        faults = Faults(
            self.server, self._disk, self._proxy, self._timeline, lambda: list(crowd.running), crowd.refusals
        )
        playing = [asyncio.create_task(crowd.play_on()) for _ in range(self._matches)]
        try:
            async with asyncio.TaskGroup() as lines:
                for line in plan(self._seed, self._each):
                    lines.create_task(self._make(faults, line, crowd))
            self._tell(f"the faults are over; {len(crowd.running)} matches are brought to their end")
            stage.closing.set()
            await asyncio.wait(playing, timeout=_PATIENCE_S)
        finally:
            for task in playing:
                task.cancel()  # those that still go on hang
            await asyncio.gather(*playing, return_exceptions=True)
        return crowd

    async def _make(self, faults: Faults, line: Sequence[Fault], crowd: Crowd) -> None:
        """One line of faults. Half-open connections are noticed in their own time; the line goes on."""
        async with asyncio.TaskGroup() as unnoticed:
            for fault in line:
                await asyncio.sleep(fault.pause)
                if fault.kind is Kind.HALF_OPEN:
                    unnoticed.create_task(self._one(faults, fault, crowd))
                else:
                    await self._one(faults, fault, crowd)

    async def _one(self, faults: Faults, fault: Fault, crowd: Crowd) -> None:
        window = await faults.make(fault)
        number = len([each for each in self._timeline.of(fault.kind) if each.ended <= now()])
        self._tell(f"{fault.kind} number {number}, {window.seconds:.1f} s; {len(crowd.matches)} matches so far")

    async def _check(self, crowd: Crowd) -> Report:
        """Look at everything through a server that knows nothing but what is on the disk."""
        await self.server.kill()
        await self.server.start()
        await crowd.reread()
        self._timeline.note_refusals(crowd.refusals())
        registry = load_registry()
        report = Report(self._timeline, crowd.over, self.server, self._disk)
        report.complaints += crowd.complaints
        async with Client(self.server.address, patience=PATIENCE_S, options=ALONE) as client:
            for match in crowd.over:
                record = await client.record(match.match_id)
                report.actions += len(record["actions"])
                report.complaints += complaints(match, record, self._timeline, registry)
        return report

    async def _end(self, report: Report) -> Report:
        status = await self.server.stop()
        if status != 0:
            report.complaints.append(f"the server ended with status {status}")
        report.complaints += self.server.log.tracebacks(self._timeline)
        report.most_memory = self._most_memory
        report.seconds = now() - self._began
        return report

    async def _watch_memory(self) -> None:
        while True:
            self._most_memory = max(self._most_memory, self.server.resident_bytes)
            await asyncio.sleep(_LOOK_S)

    def _tell(self, what: str) -> None:
        self._say(f"{now() - self._began:6.1f} s  {what}")
