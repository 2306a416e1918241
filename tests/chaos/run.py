"""The whole of it: a server, a disk, a proxy, a crowd of clients and the faults; then everything is checked."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path

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

_CONNECTIONS = int(os.environ.get("CONNS", "24"))


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

    async def run(self) -> Report:
        """Do all of it; what was found is in the report."""
        await self._disk.open()
        for line in self._disk.describe():
            self._say(line)
        noticing = asyncio.create_task(self._timeline.notice_lateness())
        try:
            await self.server.start()
            await self._proxy.start()
            async with Connections(
                self.server.address if os.environ.get("NOPROXY") else self._proxy.address, _CONNECTIONS
            ) as connections:
                crowd = await self._play(Stage(connections, self._timeline))
                report = await self._check(crowd)
        finally:
            noticing.cancel()
            await self._proxy.close()
            report_status = await self.server.stop()
            await self._disk.close()
        if report_status != 0:
            report.complaints.append(f"the server ended with status {report_status}")
        report.complaints += self.server.log.tracebacks(self._timeline)
        report.seconds = now() - self._began
        return report

    async def _play(self, stage: Stage) -> Crowd:
        """Play until all faults were made, then bring the matches to their end."""
        crowd = Crowd(stage, await stage.connections.clients[0].games(), self._seed)
        faults = Faults(
            self.server, self._disk, self._proxy, self._timeline, lambda: list(crowd.running), crowd.refusals
        )
        async with asyncio.TaskGroup() as group:
            for _ in range(self._matches):
                group.create_task(crowd.play_on())
            async with asyncio.TaskGroup() as lines:
                for line in plan(self._seed, self._each):
                    lines.create_task(self._make(faults, line, crowd))
            self._tell(f"the faults are over; {len(crowd.running)} matches are brought to their end")
            stage.closing.set()
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
        report = Report(self._timeline, crowd.matches, self.server, self._disk)
        report.complaints += crowd.complaints
        async with Client(self.server.address, patience=PATIENCE_S, options=ALONE) as client:
            for match in crowd.matches:
                record = await client.record(match.match_id)
                report.actions += len(record["actions"])
                report.complaints += complaints(match, record, self._timeline, registry)
        return report

    def _tell(self, what: str) -> None:
        self._say(f"{now() - self._began:6.1f} s  {what}")
