"""What bots print: it goes to the operator's log, as much of it as is reasonable, and nowhere else."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from typing import Final

import structlog

__all__ = ["WorkerOutput", "printable"]

_log = structlog.get_logger(__name__)

CHUNK: Final = 4096
"""Bytes read, and logged as one record, at a time."""

CHUNKS_A_SECOND: Final = 16
"""A worker that prints more waits in its `write`, on its own time."""

TAIL: Final = 2000
"""Bytes kept to explain the end of a worker: a traceback is the last thing it prints."""


class WorkerOutput:
    """Reads a worker's standard output and error from `fd`, a pipe, which it owns from now on.

    What it reads is given to `printed`, or logged without one.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, fd: int, pid: int, printed: Callable[[str], None] | None = None
    ) -> None:
        self._printed = printed
        self._loop = loop
        self._fd = fd
        self._tail = b""
        self._chunks = CHUNKS_A_SECOND
        self._pause: asyncio.TimerHandle | None = None
        self._pid = pid
        os.set_blocking(fd, False)
        loop.add_reader(fd, self._read)

    def close(self) -> str:
        """Read what is left, stop, and give the last of it."""
        if self._fd >= 0:
            self._take(TAIL * 4)
            if self._pause is not None:
                self._pause.cancel()
            self._loop.remove_reader(self._fd)
            os.close(self._fd)
            self._fd = -1
        return printable(self._tail)

    def _read(self) -> None:
        if not self._take(CHUNK):
            self._loop.remove_reader(self._fd)
            return
        self._chunks -= 1
        if self._chunks == 0:
            self._loop.remove_reader(self._fd)
            self._pause = self._loop.call_later(1.0, self._resume)

    def _resume(self) -> None:
        self._chunks = CHUNKS_A_SECOND
        self._loop.add_reader(self._fd, self._read)

    def _take(self, most: int) -> bool:
        """Read and log; False at the end of the output."""
        data = b""
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._fd, most)
            if not data:
                return False
        if data:
            self._tail = (self._tail + data)[-TAIL:]
            text = printable(data)
            if self._printed is not None:
                self._printed(text)
            else:
                _log.info("bot worker prints", worker=self._pid, text=text)
        return True


def printable(data: bytes) -> str:
    """Text that can't move a terminal's cursor or forge a line of a log's frame: control characters are replaced."""
    text = data.decode("utf-8", "replace").strip()
    return "".join(letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in text)
