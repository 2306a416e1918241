"""Stores of every backend, and the few lines that every test of one needs."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from undercroft.store import Append, AppendResult, Header, Store
from undercroft.store.sqlite import SqliteStore

BACKENDS = {"sqlite": lambda directory: SqliteStore(directory / "store.db", busy_timeout=2.0)}


class Ledger:
    """Short ways to write to stores and to wait for the answer."""

    @staticmethod
    def creation(
        match_id: str, *rows: bytes, status: str = "open", game: str = "g", at: int = 1, **more: Any
    ) -> Append:
        header = Header(match_id, game, status, at, b'{"a": 1}')
        return Append(match_id, 0, rows or (b"created",), header=header, **more)

    @staticmethod
    def sha(text: str) -> bytes:
        return hashlib.sha256(text.encode()).digest()

    @staticmethod
    async def write(store: Store, *batch: Append) -> Sequence[AppendResult]:
        answer: asyncio.Future[Sequence[AppendResult]] = asyncio.get_running_loop().create_future()
        store.append(batch, answer.set_result)
        return await answer

    async def write_one(self, store: Store, append: Append) -> AppendResult:
        (result,) = await self.write(store, append)
        return result


@pytest.fixture(scope="session")
def ledger() -> Ledger:
    return Ledger()


@pytest.fixture(params=sorted(BACKENDS))
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """Opens the test's store; called again, another instance of the same one, as another process would."""
    return lambda: BACKENDS[request.param](tmp_path)


@pytest.fixture
async def store(reopen: Callable[[], Store]) -> AsyncIterator[Store]:
    opened = reopen()
    yield opened
    await opened.close()
