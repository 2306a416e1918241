"""A server in a process of its own, as an operator runs it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path


class Served:
    """`undercroft serve`, with a store in `folder`. Ended and started anew, it has the same store and port.

    Its environment is this one's at the time of the start.
    """

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._folder = folder
        self._arguments = arguments
        self.address = "127.0.0.1:0"
        self.log = folder / "serve.log"

    def start(self) -> None:
        command = [sys.executable, "-c", "from undercroft.cli import main; main()", "serve", "--listen", self.address]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--store", str(self._folder / "store.sqlite3"), *self._arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ.copy(),
            )
        assert self.process.stdout is not None
        ready = self.process.stdout.readline()
        found = re.fullmatch(r"undercroft is ready on (\S+)\n", ready)
        if found is None:
            self.kill()
        assert found is not None, f"{ready!r}\n{self.log.read_text()}"
        self.address = found[1]

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        status = self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status
