"""A server as an operator runs it, in a process of its own, to be killed, stopped and kept from writing."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import signal
import sys

from tests.chaos.disk import Disk
from tests.chaos.ports import HOST, free_port
from tests.chaos.server_log import ServerLog

READY_S = 60.0
_READY = "undercroft is ready on"
_AGAIN_S = 0.2
_LINE_BYTES = 4 << 20


class ServerProcess:
    """`undercroft serve` on a fixed port with a store that stays.

    `is_up` from when it says that it is ready until it is ended; `failed_starts` counts those that came to nothing.
    """

    def __init__(self, disk: Disk) -> None:
        self.port = free_port()
        self.address = f"{HOST}:{self.port}"
        self.log = ServerLog()
        self.failed_starts = 0
        self._disk = disk
        self.is_up = False
        self._may_write = True
        self._process: asyncio.subprocess.Process | None = None
        self._readings: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start it, again and again if need be, until it says that it is ready.

        Raises:
            TimeoutError: it doesn't for a minute.
        """
        async with asyncio.timeout(READY_S):
            while not await self._comes_up():
                self.failed_starts += 1
                await asyncio.sleep(_AGAIN_S)
        self.is_up = True

    async def kill(self) -> None:
        """kill -9: nothing is said, nothing is closed."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """SIGTERM, as an operator would; the exit status, once the whole log was read."""
        status = await self._end(signal.SIGTERM)
        await asyncio.gather(*self._readings)
        return status

    def freeze(self) -> None:
        """SIGSTOP: it is there and does nothing."""
        self._running.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT."""
        self._running.send_signal(signal.SIGCONT)

    def forbid_writing(self) -> None:
        """Let the kernel refuse it every write to a file, those it has open too. Its log goes through a pipe."""
        self._may_write = False
        self._limit()

    def allow_writing(self) -> None:
        """Let it write again."""
        self._may_write = True
        self._limit()

    @property
    def resident_bytes(self) -> int:
        """Its memory, without its bots'; 0 while it isn't there."""
        try:
            with open(f"/proc/{self._running.pid}/statm") as statm:  # noqa: PTH123 - not a file one keeps
                return int(statm.read().split()[1]) * resource.getpagesize()
        except (OSError, IndexError):
            return 0

    @property
    def _running(self) -> asyncio.subprocess.Process:
        assert self._process is not None
        return self._process

    async def _comes_up(self) -> bool:
        """Start it once; whether it is ready, else it has ended."""
        command = (*self._disk.command, sys.executable, "-c", "from undercroft.cli import main; main()", "serve")
        self._process = await asyncio.create_subprocess_exec(
            *command, "--listen", self.address, "--store", str(self._disk.store),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            limit=_LINE_BYTES, start_new_session=True,
        )  # fmt: skip
        if not self._may_write:
            self._limit()
        ready = asyncio.Event()
        reading = asyncio.create_task(self._read(self._process, ready))
        self._readings.add(reading)
        reading.add_done_callback(self._readings.discard)
        is_ready = asyncio.create_task(ready.wait())
        await asyncio.wait({is_ready, reading}, return_when=asyncio.FIRST_COMPLETED)
        is_ready.cancel()
        return ready.is_set()

    async def _read(self, process: asyncio.subprocess.Process, ready: asyncio.Event) -> None:
        """Keep its log until it ends."""
        assert process.stdout is not None
        while line := (await process.stdout.readline()).decode(errors="replace"):
            if line.startswith(_READY):
                ready.set()
            else:
                self.log.add(line.rstrip("\n"))

    async def _end(self, number: signal.Signals) -> int:
        self.is_up = False
        with contextlib.suppress(ProcessLookupError):
            self._running.send_signal(number)
        return await self._running.wait()

    def _limit(self) -> None:
        with contextlib.suppress(ProcessLookupError):  # between two lives
            _, most = resource.prlimit(self._running.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(self._running.pid, resource.RLIMIT_FSIZE, (most if self._may_write else 0, most))
