"""A server as an operator runs it, and what its process takes of the machine."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Self

_READY_S = 60.0
_TICKS = os.sysconf("SC_CLK_TCK")
_GAUGE = re.compile(r'^(undercroft_\w+)(?:\{(?:method|status)="(\w+)"\})? ([0-9.e+]+)$', re.MULTILINE)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """`undercroft serve` with metrics, on a store in a folder; `started_s` is how long it took to be ready."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.address = f"127.0.0.1:{free_port()}"
        self.log = folder / "server.log"
        self.started_s = 0.0
        self._metrics = f"127.0.0.1:{free_port()}"
        self._command = [
            sys.executable, "-c", "from undercroft.cli import main; main()", "serve",
            "--listen", self.address, "--metrics", self._metrics, "--store", str(folder / "store.sqlite3"), *options,
        ]  # fmt: skip

    async def start(self) -> None:
        """Start it, and wait until it is ready."""
        began = time.perf_counter()
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=log
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(_READY_S):
            said = await self._process.stdout.readline()
        if not said.startswith(b"undercroft is ready"):
            raise RuntimeError(f"the server didn't start: {self.log.read_text(errors='replace')[-2000:]}")
        self.started_s = time.perf_counter() - began

    @property
    def rss(self) -> int:
        """Memory of the process that is in RAM, in bytes; of the server alone, not of its bots' processes."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @property
    def cpu_s(self) -> float:
        """Processor time it has had, in seconds."""
        after_name = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / _TICKS

    async def gauges(self) -> dict[str, float]:
        """What its metrics say now: `undercroft_watchers`, `undercroft_streams.Play`, …"""
        text = await asyncio.to_thread(_fetched, f"http://{self._metrics}/metrics")
        return {f"{name}.{label}" if label else name: float(value) for name, label, value in _GAUGE.findall(text)}

    def freeze(self) -> None:
        """SIGSTOP: from now on it is there and does nothing."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT."""
        self._signal(signal.SIGCONT)

    def terminate(self) -> None:
        """SIGTERM, as an operator's init system sends it."""
        self._signal(signal.SIGTERM)

    async def kill(self) -> None:
        """SIGKILL, and wait for its end, and for that of its bots' processes, which hold its stdout."""
        self._signal(signal.SIGKILL)
        await self._process.wait()
        assert self._process.stdout is not None
        with suppress(TimeoutError):
            async with asyncio.timeout(_READY_S / 6):
                await self._process.stdout.read()

    async def wait(self) -> int:
        """Its exit status, once it has ended."""
        return await self._process.wait()

    async def stop(self) -> int:
        """SIGTERM and the exit status; SIGKILL if it doesn't obey."""
        self.terminate()
        try:
            async with asyncio.timeout(_READY_S):
                return await self._process.wait()
        except TimeoutError:
            self._signal(signal.SIGKILL)
            await self._process.wait()
            raise

    def _signal(self, number: signal.Signals) -> None:
        """Not by `Process.send_signal`, which would take the exit status from whoever waits for it."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, number)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()


def _fetched(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return str(answer.read().decode())
