"""What the tests of the command line share: updates made by hand, a person at a terminal, a place for their state."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.server.cli.served import Served
from undercroft.v1 import match_pb2
from undercroft_client import (
    Fact,
    MatchInfo,
    MatchStatus,
    Outcome,
    RecordPolicy,
    SeatInfo,
    SeatKind,
    SpectatorPolicy,
    Update,
)

COMMAND = (sys.executable, "-c", "from undercroft.cli import main; main()")
_ESCAPES = re.compile(r"\x1b\][^\x07]*\x07|\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r")


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state directory of the test's own, and no server, language or colour from outside."""
    for name in ("UNDERCROFT_SERVER", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "LESS", "PAGER"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "state"
    monkeypatch.setenv("UNDERCROFT_STATE", str(folder))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("LOGNAME", "ann")
    return folder


@pytest.fixture
def undercroft(state: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the command line in a process of its own, to its end."""

    def run(*arguments: str, stdin: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={**os.environ, **environ},
        )

    return run


@pytest.fixture
def update_of() -> Callable[..., Update]:
    """Makes an update of a two-seat match: seat 0 is ann, seat 1 a bot."""

    def make(
        *facts: Fact,
        seq: int = 1,
        seat: int = 0,
        legal: tuple[tuple[str, str], ...] | None = None,
        to_act: tuple[int, ...] = (),
        board: str = "",
        svg: str = "",
        outcome: Outcome | None = None,
        status: MatchStatus = MatchStatus.RUNNING,
        seats: tuple[SeatInfo, ...] = (SeatInfo(0, SeatKind.PLAYER, "ann", 0), SeatInfo(1, SeatKind.BOT, "random", 1)),
    ) -> Update:
        raw = match_pb2.Update(seq=seq)
        if legal is not None:
            raw.legal.codes.extend(range(len(legal)))
            raw.legal.texts.extend(text for text, _ in legal)
            raw.legal.labels.extend(label for _, label in legal)
        status = MatchStatus.FINISHED if outcome is not None else status
        match = MatchInfo(
            "m1", "hex", "1", "{}", seats, status, datetime.fromtimestamp(0, UTC), b"",
            RecordPolicy.ALL, SpectatorPolicy.PUBLIC_VIEW, outcome,
        )  # fmt: skip
        return Update(
            seq=seq,
            since=seq - len(facts),
            facts=facts,
            seat=seat,
            match=match,
            to_act=(seat,) if legal is not None else to_act,
            status=status,
            clocks=(),
            presence=(),
            outcome=outcome,
            view_json="{}",
            board_json=board,
            svg=svg,
            raw=raw,
        )

    return make


class Terminal:
    """A program on a terminal of its own, and the person who types there and reads."""

    def __init__(self, arguments: tuple[str, ...], environ: dict[str, str]) -> None:
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.execvpe(COMMAND[0], [*COMMAND, *arguments], environ)
        self.raw = ""
        self._read_to = 0

    @property
    def screen(self) -> str:
        """Everything printed so far, without escape codes."""
        return _ESCAPES.sub("", self.raw)

    def wait_for(self, *texts: str, seconds: float = 30.0) -> str:
        """Read on until one of `texts` comes after what was waited for before; gives what came, up to its end."""
        end = time.monotonic() + seconds
        while not (found := re.search("|".join(map(re.escape, texts)), self.screen[self._read_to :])):
            if not self._read(end):
                pytest.fail(f"{texts} never came; the screen:\n{self.screen[self._read_to :]}")
        came = self.screen[self._read_to : self._read_to + found.end()]
        self._read_to += found.end()
        return came

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._fd, keys.encode())

    def status(self, leave: str = "") -> int:
        """Read to the end; the exit status. `leave` is pressed until then: Ctrl-D between two prompts is lost."""
        while leave and not self._ended():
            self.type(leave)
            time.sleep(0.5)
        while self._read(time.monotonic() + 30):
            pass
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)

    def _ended(self) -> bool:
        """Read what is there; whether the program has closed the terminal."""
        while select.select([self._fd], [], [], 0)[0]:
            if not self._read(time.monotonic()):
                return True
        return False

    def close(self) -> None:
        """End the program if it still runs."""
        if self.pid:
            os.kill(self.pid, 9)
            os.waitpid(self.pid, 0)
        os.close(self._fd)

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self._fd], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            return False
        try:
            chunk = os.read(self._fd, 65536)
        except OSError:  # the other side is closed
            return False
        self.raw += chunk.decode(errors="replace")
        return bool(chunk)


@pytest.fixture
def terminal(state: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts the command line on a terminal."""
    opened: list[Terminal] = []

    def start(*arguments: str, **environ: str) -> Terminal:
        # The test answers no questions about the cursor, which a prompt would wait for.
        fixed: dict[str, Any] = {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "COLUMNS": "100", "LINES": "40"}
        opened.append(Terminal(arguments, {**os.environ, **fixed, **environ}))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


@pytest.fixture
def serve(tmp_path: Path, state: Path) -> Iterator[Callable[..., Served]]:
    """Starts servers, and ends those that the test leaves."""
    servers: list[Served] = []

    def start(*arguments: str) -> Served:
        servers.append(Served(tmp_path, *arguments))
        servers[-1].start()
        return servers[-1]

    yield start
    for server in servers:
        server.kill()
