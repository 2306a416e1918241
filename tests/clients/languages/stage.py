"""A server as an operator runs it behind a line that can be cut, and somebody who looks on at what is played there."""

from __future__ import annotations

import asyncio
import json
import shlex
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import grpc

from tests.clients.languages.table import Language
from tests.load.server_process import ServerProcess
from undercroft.cli.serving_bots.hostile_line import HostileLine
from undercroft_client import Backoff, Client, SeatSession

__all__ = ["Program", "Stage"]

CONFIG = "[remote_bots]\nturn_seconds = 60\naway_seconds = 60\n"
"""Whoever dials in is waited for: a stand-in would hide that a bot didn't come back."""

_BEGUN = 4
"""Facts: two seats, the start, and an action."""

_PATIENCE_S = 240.0
_ALONE = (("grpc.use_local_subchannel_pool", 1),)


class Program:
    """A language's example bot, under way."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        assert process.stdout is not None
        assert process.stderr is not None
        self._said = asyncio.gather(process.stdout.read(), process.stderr.read())

    @classmethod
    async def start(cls, language: Language, *arguments: str) -> Self:
        """Start it with these arguments."""
        command = f"exec {language.bot} {shlex.join(arguments)}"
        process = await asyncio.create_subprocess_exec(
            "bash", "-c", command, cwd=language.folder, start_new_session=True,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        return cls(process)

    def terminate(self) -> None:
        """SIGTERM, once."""
        self._process.send_signal(signal.SIGTERM)

    async def ended(self) -> tuple[int, list[Any], str]:
        """Its exit status, the lines of JSON it has printed, and what it said on stderr."""
        async with asyncio.timeout(_PATIENCE_S):
            out, log = await self._said
            status = await self._process.wait()
        return status, [json.loads(line) for line in out.decode().splitlines()], log.decode()

    async def put_away(self) -> None:
        """SIGKILL, if it still runs."""
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        await asyncio.gather(self._said, return_exceptions=True)


class Stage:
    """The server, `line` to it, and `client`, which has a line of its own. `options` are for `undercroft serve`."""

    def __init__(self, folder: Path, *options: str, credentials: grpc.ChannelCredentials | None = None) -> None:
        config = folder / "server.toml"
        config.write_text(CONFIG)
        self.server = ServerProcess(folder, "--config", str(config), *options)
        self.line = HostileLine(int(self.server.address.rpartition(":")[2]))
        self.client = Client(
            self.server.address,
            credentials=credentials,
            patience=_PATIENCE_S,
            backoff=Backoff(0.05, 0.3),
            options=_ALONE,
        )
        self._watched: list[SeatSession] = []
        self._stack = AsyncExitStack()

    async def start(self, language: Language, *arguments: str) -> Program:
        """Start a language's bot; it is put away with the stage."""
        program = await Program.start(language, *arguments)
        self._stack.push_async_callback(program.put_away)
        return program

    def look_at(self, match_id: str) -> None:
        """Look on at a match from now on."""
        self._watched.append(self.client.watch(match_id))

    @property
    def facts(self) -> int:
        """How many facts its spectator was told, of all matches together."""
        return sum(session.seq for session in self._watched)

    async def more_facts(self, number: int) -> None:
        """Wait until so many more facts have been told, or all matches are over."""
        wanted = self.facts + number
        async with asyncio.timeout(_PATIENCE_S):
            while self.facts < wanted and not self._all_over():  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def under_way(self) -> None:
        """Wait until every match has begun."""
        async with asyncio.timeout(_PATIENCE_S):
            while any(session.seq < _BEGUN for session in self._watched):  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def all_over(self) -> None:
        """Wait until every match is."""
        async with asyncio.timeout(_PATIENCE_S):
            for session in self._watched:
                async for _ in session:
                    pass

    def _all_over(self) -> bool:
        return all(session.latest is not None and session.latest.over for session in self._watched)

    async def disturb(self) -> None:
        """Cut every connection of the line, and later kill the server and start it again; each time in mid-play."""
        await self.under_way()
        self.line.cut()
        await self.more_facts(2 * len(self._watched))
        await self.server.kill()
        await self.server.start()

    async def __aenter__(self) -> Self:
        await self.server.start()
        self._stack.push_async_callback(self.server.kill)
        await self.line.open()
        self._stack.push_async_callback(self.line.close)
        await self._stack.enter_async_context(self.client)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()
