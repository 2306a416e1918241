"""A server as an operator runs it, in a process of its own, to be killed."""

from __future__ import annotations

import asyncio
import socket
import sys
from pathlib import Path

from undercroft_client import Client, ClientError

READY_S = 30.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """`undercroft serve` on a fixed port with a store that stays."""

    def __init__(self, folder: Path) -> None:
        self.address = f"127.0.0.1:{free_port()}"
        self.log = folder / "server.log"
        self._command = [
            sys.executable, "-c", "from undercroft.cli import main; main()", "serve",
            "--listen", self.address, "--store", str(folder / "store.sqlite3"),
        ]  # fmt: skip
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log
            )
        async with asyncio.timeout(READY_S), Client(self.address, patience=READY_S) as client:
            while True:
                try:
                    await client.games()
                except ClientError:
                    await asyncio.sleep(0.05)
                else:
                    return

    async def kill(self) -> None:
        """kill -9: nothing is said, nothing is closed."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> int:
        """SIGTERM, as an operator would; the exit status."""
        assert self._process is not None
        self._process.terminate()
        return await self._process.wait()
