"""The processes of a bench: started together, ended whatever happens."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from undercroft.bench.server.plan import BenchFailed

__all__ = ["Child"]

_PATIENCE_S = 15.0
_LAST_LINES = 3


class Child:
    """A Python process that is spoken to in lines; used in a `with`, at whose end it has ended.

    What it writes to stderr goes to the file `log`.
    """

    def __init__(self, name: str, arguments: Sequence[str], log: Path) -> None:
        self._name = name
        self._log = log
        with log.open("wb") as stderr:
            self._process = subprocess.Popen(  # noqa: S603 - our own modules
                [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        try:
            self._process.communicate(timeout=_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def log(self) -> str:
        """What it has written to stderr."""
        return self._log.read_text(errors="replace")

    def tell(self, line: bytes) -> None:
        """Write it a line; that it has ended is told by `hear`."""
        assert self._process.stdin is not None  # noqa: S101 - as it was started with a pipe
        with suppress(BrokenPipeError):
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()

    def hear(self) -> bytes:
        """The next line that it writes to stdout.

        Raises:
            BenchFailed: it has ended instead.
        """
        assert self._process.stdout is not None  # noqa: S101 - as it was started with a pipe
        line = self._process.stdout.readline()
        if not line:
            said = " / ".join(self.log.strip().splitlines()[-_LAST_LINES:])
            raise BenchFailed(f"{self._name} has ended: {said or 'it says nothing'}")
        return line
