"""A load generator in a process of its own: an object there, whose methods are called from here."""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import sys
import traceback
from contextlib import suppress
from typing import Any, Self

import msgspec

_LONGEST_LINE = 64 * 1024 * 1024
_PATIENCE_S = 10.0


class WorkerFailed(Exception):
    """What was asked of the worker raised there; the message is its traceback."""


class Worker:
    """One such process. Arguments and answers are JSON; questions are answered in order."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, generator: type[Any], *arguments: Any) -> Self:
        """A process in which a `generator` is made with these arguments."""
        name = f"{generator.__module__}:{generator.__qualname__}"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.load.worker", name, _encoded(arguments),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_LONGEST_LINE,
        )  # fmt: skip
        return cls(process)

    async def ask(self, method: str, *arguments: Any) -> Any:
        """What the method gives.

        Raises:
            WorkerFailed: it raised, or the process is gone.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(_encoded((method, arguments)).encode() + b"\n")
        line = await self._process.stdout.readline()
        if not line:
            raise WorkerFailed(f"{method}: the process is gone")
        answer, error = msgspec.json.decode(line)
        if error:
            raise WorkerFailed(f"{method}: {error}")
        return answer

    def freeze(self) -> None:
        """SIGSTOP: from now on it is there and does nothing."""
        os.kill(self._process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT."""
        os.kill(self._process.pid, signal.SIGCONT)

    async def stop(self) -> None:
        """End it, frozen or not."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                # Not `Process.kill`, which would take the exit status from whoever waits for it.
                os.kill(self._process.pid, signal.SIGKILL)
        await self._process.wait()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()


def _encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode()


async def _serve(name: str, arguments: str) -> None:
    """What goes on in the process, until its standard input ends."""
    module, _, kind = name.partition(":")
    generator = getattr(importlib.import_module(module), kind)(*msgspec.json.decode(arguments))
    questions = asyncio.StreamReader(limit=_LONGEST_LINE)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(questions), sys.stdin)
    while line := await questions.readline():
        method, given = msgspec.json.decode(line)
        answer, error = None, ""
        try:
            answer = await getattr(generator, method)(*given)
        except Exception:
            error = traceback.format_exc()
        sys.stdout.write(_encoded((answer, error)) + "\n")
        sys.stdout.flush()
    os._exit(0)  # open streams are of no interest any more


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1], sys.argv[2]))
