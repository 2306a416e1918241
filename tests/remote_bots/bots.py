"""The bots of a run: processes that are killed and come back as themselves, and what they have written down."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import sys
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

__all__ = ["BotProcess", "answers_of"]


class BotProcess:
    """A bot by name. `killed` are the moments (Unix milliseconds) at which it was."""

    def __init__(self, address: str, name: str, folder: Path) -> None:
        self.name = name
        self.journal = folder / f"{name}.journal"
        self.killed: list[int] = []
        self._address = address
        self._token = secrets.token_hex(32)
        self._log = folder / f"{name}.log"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, as the bot it was before."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.remote_bots.bot_process",
                self._address, self.name, self._token, str(self.journal),
                stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    async def kill(self) -> None:
        """SIGKILL, whatever it is at."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
            await process.wait()
            self.killed.append(time.time_ns() // 1_000_000)

    @property
    def absences(self) -> list[tuple[int, int]]:
        """The spans (Unix milliseconds) in which it wasn't connected, by its own account and ours."""
        events = [(at, False) for at in self.killed]
        for line in self.journal.read_text().splitlines() if self.journal.exists() else []:
            word, _, moment = line.partition(" ")
            if word in {"there", "gone"} and moment.isdigit():
                events.append((int(moment), word == "there"))
        spans, since = [], 0
        for at, there in sorted(events):
            if there and since >= 0:
                spans.append((since, at))
            since = -1 if there else at if since < 0 else since
        return [*spans, (since, 2**62)] if since >= 0 else spans

    @property
    def said(self) -> str:
        """What it printed."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""


def answers_of(bots: list[BotProcess]) -> dict[str, list[tuple[str, int]]]:
    """By turn: which bot decided it, and how, each time it did."""
    answers: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for bot in bots:
        for line in bot.journal.read_text().splitlines() if bot.journal.exists() else []:
            turn_id, _, action = line.partition(" ")
            if "/" in turn_id and action.isdigit():
                answers[turn_id].append((bot.name, int(action)))
    return answers
