"""Lines of a pipe or file, read when they are wanted and not before."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from undercroft.cli.screen.console import Console
from undercroft.cli.screen.safe_text import safe_line

__all__ = ["PipedLines"]

_CHUNK: Final = 4096
_LONGEST: Final = 65536
"""Bytes of a line; what is longer is cut, so that a line without end takes no memory without end."""


class PipedLines:
    """Lines of a pipe or file, by its descriptor.

    A thread of its own reads them, as not every kind of file can be awaited. It reads the bare descriptor: a thread
    that waits inside a buffered reader would hold its lock while the interpreter ends.
    """

    patient = True

    def __init__(self, descriptor: int, console: Console) -> None:
        self._descriptor = descriptor
        self._console = console
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(maxsize=64)
        self._started = False
        self._reading = False

    async def read(self) -> str | None:
        """The next line, shown as if it had been typed; None at the end."""
        if not self._started:
            self._started = True
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._pump, args=(loop,), name="stdin", daemon=True).start()
        self._reading = True
        try:
            line = await self._queue.get()
        finally:
            self._reading = False
        if line is not None:
            self._console.say(f"> {safe_line(line)}")
        return line

    def refresh(self) -> None:
        """Nothing stands round a line in a pipe."""

    def stop(self) -> None:
        """End a `read` that is under way. Lines that nobody has asked for yet are kept."""
        if self._reading:
            self._queue.put_nowait(None)

    def sharing_the_screen(self) -> AbstractContextManager[None]:
        """Nobody types here."""
        return nullcontext()

    def _pump(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand over every line and then the end, for as long as somebody wants them."""
        with contextlib.suppress(RuntimeError, concurrent.futures.CancelledError):  # the loop is gone
            for line in self._lines():
                self._hand_over(loop, line.decode(errors="replace").strip())
            self._hand_over(loop, None)

    def _lines(self) -> Iterator[bytes]:
        rest = b""
        while chunk := self._chunk():
            *lines, rest = (rest + chunk).split(b"\n")
            rest = rest[:_LONGEST]
            yield from lines
        if rest.strip():
            yield rest

    def _chunk(self) -> bytes:
        try:
            return os.read(self._descriptor, _CHUNK)
        except OSError:
            return b""

    def _hand_over(self, loop: asyncio.AbstractEventLoop, line: str | None) -> None:
        """Wait for room, so that an endless pipe is read no faster than it is played."""
        if loop.is_closed():
            raise RuntimeError("nobody reads any more")
        put = self._queue.put(line)
        try:
            asyncio.run_coroutine_threadsafe(put, loop).result()
        finally:
            put.close()  # the loop may have ended before it began
