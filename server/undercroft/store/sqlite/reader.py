"""Threads that ask the database: one that reads, with a connection that can't write, and one for heartbeats."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from undercroft.store.contract import StoreUnavailable
from undercroft.store.sqlite.file import DatabaseFile

__all__ = ["PAGES_OF_BEATS", "Reader"]

T = TypeVar("T")

PAGES_OF_BEATS = 256
"""Heartbeats let the write-ahead log grow by so many pages, a megabyte, before they are moved into the file."""

_log = logging.getLogger(__name__)


class Reader:
    """Answers questions to the database, one at a time, off the event loop.

    With `beats` it writes what needs no fsync: a crash of the machine may forget it.
    """

    def __init__(self, file: DatabaseFile, *, beats: bool = False) -> None:
        self._file = file
        self._beats = beats
        self._executor = ThreadPoolExecutor(1, "undercroft-store-heart" if beats else "undercroft-store-reader")
        self._connection: sqlite3.Connection | None = None
        self._failing = False
        self._closed = False

    async def ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Put a question to the database.

        Raises:
            StoreUnavailable: it can't be read now, or the store is closed.
        """
        if self._closed:
            raise StoreUnavailable("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._answer, question)

    async def close(self) -> None:
        """Answer what was asked, then let go of the file."""
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._executor, self._drop_connection)
            self._executor.shutdown()

    def _answer(self, question: Callable[[sqlite3.Connection], T]) -> T:
        try:
            answer = question(self._connected())
        except sqlite3.Error as error:
            self._drop_connection()
            self._note_failure(error)
            raise StoreUnavailable("the store can't be read now; try again") from error
        self._note_success()
        return answer

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = self._file.connect(to_write=self._beats)
            if self._beats:
                self._connection.execute("PRAGMA synchronous = NORMAL")
                # The writer's checkpoints follow its own commits; on a quiet server nobody else would make any.
                self._connection.execute(f"PRAGMA wal_autocheckpoint = {PAGES_OF_BEATS}")
        return self._connection

    def _note_failure(self, error: sqlite3.Error) -> None:
        """Tell the operator once when it begins, not for each question: every match may ask, and the disk be full."""
        if not self._failing:
            _log.warning("the store %s can't %s: %s", self._file.path, self._does, error)
        self._failing = True

    def _note_success(self) -> None:
        if self._failing:
            _log.warning("the store %s can %s again", self._file.path, self._does)
        self._failing = False

    @property
    def _does(self) -> str:
        return "take heartbeats" if self._beats else "be read"

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
