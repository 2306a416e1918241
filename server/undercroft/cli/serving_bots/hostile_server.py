"""A real server on this machine, in a process of its own, to be killed and started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import Final

from undercroft.cli.failure import Failure
from undercroft.cli.serving_bots.hostile_line import HOST, free_port

__all__ = ["HostileServer"]

_READY_S: Final = 60.0

_CONFIG: Final = """
[remote_bots]
turn_seconds = {turn}
away_seconds = {away}
"""


class HostileServer:
    """`undercroft serve` on a port and a store that stay, in `folder`."""

    def __init__(self, folder: Path, plugins_dir: Path | None, turn_seconds: float, away_seconds: float) -> None:
        self.port = free_port()
        self.address = f"{HOST}:{self.port}"
        config = folder / "server.toml"
        config.write_text(_CONFIG.format(turn=turn_seconds, away=away_seconds))
        self._log = folder / "server.log"
        self._command = [
            sys.executable, "-c", "from undercroft.cli import main; main()", "serve", "--listen", self.address,
            "--store", str(folder / "store.sqlite3"), "--config", str(config),
            *(["--plugins", str(plugins_dir.resolve())] if plugins_dir is not None else []),
        ]  # fmt: skip
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it is ready.

        Raises:
            Failure: it doesn't start.
        """
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        said = b""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_READY_S):
                said = await self._process.stdout.readline() if self._process.stdout is not None else b""
        if not said.startswith(b"undercroft is ready"):
            await self.kill()
            raise Failure(f"no server could be started to try the bot on: {self._log.read_text()[-1_000:]}")

    async def kill(self) -> None:
        """SIGKILL, and wait for its end."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
            await process.wait()
