"""When the write-ahead log is copied back into the database file.

Left to itself SQLite does this inside somebody's commit, whenever 1,000 pages have gathered. Here the writer does it
between commits: when it has been quiet for a moment, and under load by size, so that the log stays bounded.
See https://www.sqlite.org/wal.html, "Avoiding Excessively Large WAL Files".
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence

from undercroft.store.contract import Append
from undercroft.store.sqlite.file import DatabaseFile

__all__ = ["Checkpointer"]

_log = logging.getLogger(__name__)

_PAGE_BYTES = 4096
_PAGES_OF_TRANSACTION, _PAGES_OF_APPEND = 4, 3  # leaves that change: of the log, and of indexes where matches lie apart
_PAGES_BETWEEN = 4000  # estimated; about 16 MB
_QUIET_SECONDS = 0.5
_LONG_WAL_BYTES = 32 * 1024 * 1024
_WAIT_FOR_READERS_MS = 50


class Checkpointer:
    """Counts, roughly, the pages written since the last checkpoint, and makes the next one."""

    def __init__(self, file: DatabaseFile) -> None:
        self._file = file
        self._pages = 0

    def patience(self) -> float | None:
        """How long to wait for work, in seconds, before it counts as idle; None: for ever."""
        return _QUIET_SECONDS if self._pages else None

    def has_written(self, appends: Sequence[Append]) -> None:
        """Count what a transaction wrote, or tried to."""
        row_bytes = sum(len(row) for append in appends for row in append.rows)
        self._pages += _PAGES_OF_TRANSACTION + _PAGES_OF_APPEND * len(appends) + row_bytes // _PAGE_BYTES

    def is_due(self, *, idle: bool) -> bool:
        """Whether it's time for a checkpoint."""
        return self._pages > 0 if idle else self._pages >= _PAGES_BETWEEN

    def checkpoint(self, connection: sqlite3.Connection) -> None:
        """Copy what can be copied. Where a reader is in the way the rest is copied next time.

        Worth a try on a full disk too: the log's space is used again once it's copied.

        Raises:
            sqlite3.Error: it failed; nothing is lost, the log only stays longer.
        """
        self._pages = 0
        try:
            if self._file.wal_bytes() <= _LONG_WAL_BYTES:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            else:
                self._start_over(connection)
        except sqlite3.Error as error:
            _log.warning("checkpoint of %s failed: %s", self._file.path, error)
            raise

    def _start_over(self, connection: sqlite3.Connection) -> None:
        """Wait a moment for readers, so that the next commit writes at the log's start again."""
        connection.execute(f"PRAGMA busy_timeout = {_WAIT_FOR_READERS_MS}")
        try:
            connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
        finally:
            connection.execute(f"PRAGMA busy_timeout = {round(self._file.busy_timeout * 1000)}")
