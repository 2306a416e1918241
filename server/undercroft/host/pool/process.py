"""One worker process as the event loop sees it: starting, talking, listening, killing, and how it ended."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from undercroft.host.pool.output import WorkerOutput
from undercroft.registry import PluginSettings
from undercroft.worker.messages import FrameBuffer, FrameError, FromWorker, Setup, ToWorker, frame, read_from_worker

__all__ = ["WorkerProcess", "WorkerSettings"]

LONGEST_FRAME: Final = 1 << 16
"""Bytes: the longest thing a worker says is the detail of a failure."""


class WorkerSettings(msgspec.Struct, frozen=True):
    """What all workers of a pool have in common; see `undercroft.host.pool.BotPool`."""

    plugins_dir: Path | None
    settings: PluginSettings | None
    own_code: bool
    memory_bytes: int | None
    niceness: int
    printed: Callable[[str], None] | None = None


class WorkerProcess:
    """A process with an interpreter of its own, started by `exec` and never by a bare fork.

    A child forked from a process that runs gRPC can crash on the locks and threads it inherits (grpc/grpc #32857); and
    unlike one of `multiprocessing`, this one doesn't import the server's main module again.

    `heard` is called with each message, then `ended` once, with words on how it ended; both on the loop, never from
    within a call to this object. The process is in a group of its own, so that a Ctrl-C in the server's terminal
    doesn't reach it and that what it starts can be killed with it. It stays in the server's session: Linux divides the
    processors between sessions first (autogroup), and in one of its own nobody would be nicer than the server.

    Raises:
        OSError: no process could be started.
    """

    def __init__(
        self, settings: WorkerSettings, heard: Callable[[FromWorker], None], ended: Callable[[str], None]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._heard = heard
        self._ended = ended
        self._frames = FrameBuffer(LONGEST_FRAME)
        self._unsent = bytearray()
        self._over = False
        self._deaf = False
        self._reason = ""
        self.gone: asyncio.Future[None] = self._loop.create_future()
        """Done when the process is no more and has been waited for."""
        with contextlib.ExitStack() as undo, contextlib.ExitStack() as theirs:
            self._socket, channel = socket.socketpair()
            undo.callback(self._socket.close)
            theirs.callback(channel.close)
            lifeline, self._lifeline = _pipe(theirs, undo)
            their_output, output = _pipe(theirs, undo, reverse=True)
            self._process = _spawn(settings, channel.fileno(), lifeline, their_output)
            undo.pop_all()
        self._socket.setblocking(False)
        self._output = WorkerOutput(self._loop, output, self._process.pid, settings.printed)
        self._loop.add_reader(self._socket, self._read)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def send(self, message: ToWorker) -> bool:
        """Say something; what the socket doesn't take now follows when it does. False if nobody is there to hear it."""
        if self._over:
            return False
        data = frame(message)
        if not self._unsent:
            data = data[self._write(data) :]
            if data:
                self._loop.add_writer(self._socket, self._flush)
        self._unsent += data
        return not self._deaf

    def kill(self, reason: str) -> None:
        """End it now; `ended` follows, with this reason unless the process had ended by itself."""
        if self._over:
            return
        self._over = True
        if self._process.poll() is None:
            self._reason = reason
        self._loop.call_soon(self._finish)

    def _write(self, data: bytes | bytearray) -> int:
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self._deaf = True  # it has ended; reading will tell, after the last thing it said
            return len(data)

    def _flush(self) -> None:
        if self._over:
            return
        del self._unsent[: self._write(self._unsent)]
        if not self._unsent:
            self._loop.remove_writer(self._socket)

    def _read(self) -> None:
        if self._over:
            return
        try:
            data = self._socket.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._over = True
            self._finish()
            return
        try:
            messages = [read_from_worker(each) for each in self._frames.feed(data)]
        except (msgspec.MsgspecError, FrameError) as error:
            self.kill(f"it wrote nonsense to its channel: {error}")
            return
        for message in messages:
            if not self._over:
                self._heard(message)

    def _finish(self) -> None:
        # A process that is ending by itself keeps its exit status; whatever it started goes too.
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self._reap(0.001)

    def _reap(self, pause: float) -> None:
        status = self._process.poll()
        if status is None:
            self._loop.call_later(pause, self._reap, min(pause * 2, 0.05))
            return
        tail = self._release()
        self.gone.set_result(None)
        self._ended("\n".join(filter(None, [self._reason or _ending(status), tail])))

    def _release(self) -> str:
        self._socket.close()
        os.close(self._lifeline)
        return self._output.close()


def _pipe(theirs: contextlib.ExitStack, ours: contextlib.ExitStack, *, reverse: bool = False) -> tuple[int, int]:
    """Their end of a new pipe and ours; they read from it, or write to it if `reverse`."""
    ends = os.pipe()
    their_end, our_end = reversed(ends) if reverse else ends
    theirs.callback(os.close, their_end)
    ours.callback(os.close, our_end)
    return their_end, our_end


def _spawn(settings: WorkerSettings, channel: int, lifeline: int, output: int) -> subprocess.Popen[bytes]:
    plugins_dir = None if settings.plugins_dir is None else str(settings.plugins_dir.absolute())
    setup = Setup(
        channel,
        lifeline,
        plugins_dir,
        settings.settings,
        settings.own_code,
        settings.memory_bytes,
        settings.niceness,
    )
    return subprocess.Popen(  # noqa: S603 - our own interpreter and module
        [sys.executable, "-u", "-P", "-m", "undercroft.worker", msgspec.json.encode(setup).decode()],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        pass_fds=(channel, lifeline),
        process_group=0,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(each or str(Path.cwd()) for each in sys.path),
            "PYTHONIOENCODING": "utf-8:backslashreplace",
            "PYTHONHASHSEED": "0",  # the order of a set of strings must not depend on which worker has the bot
            "GRPC_ENABLE_FORK_SUPPORT": "0",
        },
    )


def _ending(status: int) -> str:
    if status >= 0:
        return f"its process ended with exit status {status}"
    with contextlib.suppress(ValueError):
        return f"its process was killed by {signal.Signals(-status).name}"
    return f"its process was killed by signal {-status}"
