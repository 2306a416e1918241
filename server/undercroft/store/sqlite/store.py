"""The embedded store: every match of a server in one SQLite file, without another program to install."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from undercroft.store.appends import check_appends
from undercroft.store.contract import (
    Append,
    AppendResult,
    Due,
    Header,
    MatchQuery,
    Page,
    Store,
)
from undercroft.store.pages import check_query, page_of, place_after
from undercroft.store.sqlite import queries
from undercroft.store.sqlite.file import DatabaseFile
from undercroft.store.sqlite.reader import Reader
from undercroft.store.sqlite.schema import bring_up_to_date
from undercroft.store.sqlite.writer import Answer, Writer

__all__ = ["SqliteStore", "TemporaryStore"]

BUSY_SECONDS = 5.0
"""How long another process may hold the file before what waits for it is UNAVAILABLE."""


class SqliteStore(Store):
    """A store in the SQLite file at `path`, made with its directories if it isn't there.

    Several processes may have the file open; each waits up to `busy_timeout` seconds for another's commit. What was
    answered as written is on disk (WAL mode, `synchronous=FULL`).

    Raises:
        StoreError: the file can't be opened, with one sentence that says why and what to do.
    """

    def __init__(self, path: Path, busy_timeout: float = BUSY_SECONDS) -> None:
        file = DatabaseFile(path, busy_timeout)
        file.create_if_missing()
        bring_up_to_date(file)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing: asyncio.Task[None] | None = None
        self._reader = Reader(file)
        self._heart = Reader(file, beats=True)
        self._writer = Writer(file, self._deliver)

    def append(self, batch: Sequence[Append], done: Callable[[Sequence[AppendResult]], None]) -> None:
        """See `Store.append`."""
        check_appends(batch)
        loop = self._loop
        if loop is None:
            loop = self._loop = asyncio.get_running_loop()
        if self._closing is not None:
            loop.call_soon(done, [AppendResult.UNAVAILABLE] * len(batch))
        else:
            self._writer.put(batch, done)

    async def read(self, match_id: str, after: int = 0) -> list[bytes]:
        """See `Store.read`."""
        return await self._reader.ask(partial(queries.rows_after, match_id=match_id, after=after))

    async def header(self, match_id: str) -> Header | None:
        """See `Store.header`."""
        return await self._reader.ask(partial(queries.header_of, match_id=match_id))

    async def matches(self, query: MatchQuery) -> Page:
        """See `Store.matches`."""
        check_query(query)
        find = partial(queries.headers_of, query=query, after=place_after(query), limit=query.limit + 1)
        return page_of(query, await self._reader.ask(find))

    async def seat_of_code(self, code_hash: bytes) -> tuple[str, int] | None:
        """See `Store.seat_of_code`."""
        return await self._reader.ask(partial(queries.seat_of_code, code_hash=code_hash))

    async def match_of_request(self, request_hash: bytes) -> str | None:
        """See `Store.match_of_request`."""
        return await self._reader.ask(partial(queries.match_of_request, request_hash=request_hash))

    async def due(self, until_ms: int, limit: int) -> list[Due]:
        """See `Store.due`."""
        return await self._reader.ask(partial(queries.due_until, until_ms=until_ms, limit=limit))

    async def rated(self, game: str, after: int, limit: int) -> list[tuple[int, bytes]]:
        """See `Store.rated`."""
        return await self._reader.ask(partial(queries.rated_after, game=game, after=after, limit=limit))

    async def beat(self, server: str, at_ms: int, plays: Sequence[tuple[str, str]] = ()) -> None:
        """See `Store.beat`."""
        await self._heart.ask(partial(queries.beat, server=server, at_ms=at_ms, plays=plays))

    async def asleep(self, since_ms: int, until_ms: int, game: str, version: str) -> list[tuple[int, int]]:
        """See `Store.asleep`."""
        spans = partial(queries.asleep_between, since_ms=since_ms, until_ms=until_ms, game=game, version=version)
        return await self._reader.ask(spans)

    async def claim_bot_name(self, name: str, owner: str, at_ms: int, free_before_ms: int) -> bool:
        """See `Store.claim_bot_name`. Written without fsync; the next append's is one for all that came before."""
        claim = partial(queries.claim_bot_name, name=name, owner=owner, at_ms=at_ms, free_before_ms=free_before_ms)
        return await self._heart.ask(claim)

    async def close(self) -> None:
        """See `Store.close`. Goes on in the background if its caller is cancelled."""
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        self._writer.stop()
        # The answers were handed to the loop before the thread ended, so they are called before this goes on.
        await asyncio.get_running_loop().run_in_executor(None, self._writer.join)
        await self._reader.close()
        await self._heart.close()

    def _deliver(self, answers: Sequence[Answer]) -> None:
        """Take answers from the writer's thread to the event loop. If that was closed nobody is there to hear them."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(_call_all, self._loop, answers)


class TemporaryStore(SqliteStore):
    """A store in a temporary file, deleted when it's closed; for tests and for play that nobody resumes.

    SQLite's own in-memory databases won't do: two connections to one block each other without waiting.
    """

    def __init__(self) -> None:
        self._directory = tempfile.TemporaryDirectory(prefix="undercroft-")
        super().__init__(Path(self._directory.name) / "store.db")

    async def _close(self) -> None:
        await super()._close()
        self._directory.cleanup()


def _call_all(loop: asyncio.AbstractEventLoop, answers: Sequence[Answer]) -> None:
    """Call every `done`; one that raises is reported and doesn't keep the others from their answers."""
    for done, results in answers:
        try:
            done(results)
        except Exception as error:
            loop.call_exception_handler({"message": "a store's answer was not taken", "exception": error})
