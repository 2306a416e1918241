"""A worker process as the arena sees it: matches go in, results come out, and whoever ends the process is named."""

from __future__ import annotations

import contextlib
import mmap
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import msgspec

from undercroft.arena.contest import ArenaError, Contest
from undercroft.arena.playing import Fault, MatchResult, forfeited, voided
from undercroft.arena.schedule import Pairing
from undercroft.arena.worker import BEFORE, BETWEEN, RULES, RULES_S, Setup

__all__ = ["Lane"]

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(MatchResult).decode

SAVE_TIME: Final = 1
"""So many matches wait in a lane besides the one that is played, so that it never waits for its next one."""

ENDING_S: Final = 2.0
"""Seconds in which a process that has closed its channel is gone; else it is ended."""


class Lane:
    """One process, and the matches that it has to play. A process that a bot has ended is started anew.

    `plugins_dir` is a folder of plugins besides the installed ones.

    Raises:
        ArenaError: no process can be started.
    """

    def __init__(self, contest: Contest, plugins_dir: Path | None = None) -> None:
        self._contest = contest
        self._plugins_dir = plugins_dir
        self._pending: deque[Pairing] = deque()
        with tempfile.TemporaryFile() as file:
            file.truncate(1)
            self._shared_fd = os.dup(file.fileno())
        self._shared = mmap.mmap(self._shared_fd, 1)
        self._start()

    @property
    def channel(self) -> Connection:
        """What to wait for: it is readable when there is something to take."""
        return self._channel

    @property
    def is_idle(self) -> bool:
        """Whether nothing is to be played here."""
        return not self._pending

    @property
    def has_room(self) -> bool:
        """Whether more may be given, so that others aren't left with nothing."""
        return len(self._pending) <= SAVE_TIME

    def give(self, pairings: Iterable[Pairing]) -> None:
        """Have these matches played, after those that were given before."""
        given = tuple(pairings)
        self._pending.extend(given)
        self._send(given)

    def take(self) -> MatchResult:
        """The next result; waits for it.

        Raises:
            ArenaError: the process can't play at all.
        """
        try:
            result = _decode(self._channel.recv_bytes())
        except (EOFError, OSError):
            result = self._ended()
        else:
            self._pending.popleft()
        return result

    def close(self) -> None:
        """End the process, whatever it does."""
        self._kill(0.0)
        self._shared.close()
        os.close(self._shared_fd)

    def _start(self) -> None:
        self._shared[0] = BEFORE
        ours, theirs = socket.socketpair()
        with ours, theirs:
            setup = Setup(
                self._contest, str(self._plugins_dir) if self._plugins_dir else None, theirs.fileno(), self._shared_fd
            )
            try:
                self._process = _spawn(setup)
            except OSError as error:
                raise ArenaError(f"no process can be started: {error.strerror}") from error
            self._channel = Connection(os.dup(ours.fileno()))
        if self._pending:
            self._send(tuple(self._pending))

    def _send(self, pairings: tuple[Pairing, ...]) -> None:
        with contextlib.suppress(OSError):  # it has ended; `take` finds out
            self._channel.send_bytes(_encode(pairings))

    def _ended(self) -> MatchResult:
        """The process is gone: what comes of the match that it was at. The others are played by a new one."""
        word = self._shared[0]
        status = self._kill(ENDING_S)
        if word == BEFORE:
            raise ArenaError(f"a process that plays matches can't begin: {_ending(status)}")
        if word == BETWEEN:  # the next match hadn't begun, so nothing of it is lost
            self._start()
            return self.take()
        pairing = self._pending.popleft()
        timed_out = status == -signal.SIGALRM
        if word == RULES:
            why = f"the rules took longer than {RULES_S:g} s" if timed_out else f"in the rules {_ending(status)}"
            result = voided(pairing, why)
        elif timed_out:
            why = f"no answer in {self._contest.think_s:g} s"
            result = forfeited(self._contest, pairing, Fault(word - 1, "timeout", why))
        else:
            result = forfeited(self._contest, pairing, Fault(word - 1, "crash", _ending(status)))
        self._start()
        return result

    def _kill(self, patience: float) -> int:
        """End it and what it has started; its exit status, its own if it ends by itself within `patience` seconds."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._channel.close()
        return self._process.wait()


def _spawn(setup: Setup) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - our own interpreter and module
        [sys.executable, "-u", "-P", "-m", "undercroft.arena.worker", msgspec.json.encode(setup).decode()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,  # what bots print goes to stderr, once the worker runs
        pass_fds=(setup.channel, setup.shared),
        start_new_session=True,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(each or str(Path.cwd()) for each in sys.path),
            "PYTHONHASHSEED": "0",  # the order of a set of strings must not depend on which process plays
        },
    )


def _ending(status: int) -> str:
    if status >= 0:
        return f"the process ended with exit status {status}"
    with contextlib.suppress(ValueError):
        return f"the process was killed by {signal.Signals(-status).name}"
    return f"the process was killed by signal {-status}"
