"""One transaction for a whole group of appends, and the truth about it when something fails."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress

from undercroft.store.contract import Append, AppendResult
from undercroft.store.sqlite.file import DatabaseFile, is_busy
from undercroft.store.sqlite.statements import has_rows_of, write_append, write_append_alone

__all__ = ["Transactions"]

_log = logging.getLogger(__name__)

_RETRY_SECONDS = 0.1


class Transactions:
    """The writer's connection, made when it's needed and anew after a failure. For one thread only."""

    def __init__(self, file: DatabaseFile) -> None:
        self._file = file
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._failing = False

    def write(self, appends: Sequence[Append]) -> list[AppendResult]:
        """Write a group and commit; one result for each. Raises nothing: what fails is UNAVAILABLE."""
        try:
            return self._attempt(appends)
        except Exception as error:  # whatever it is, the thread goes on and everybody gets an answer
            self._note_failure(error)
            self._abandon(error)
            return [AppendResult.UNAVAILABLE] * len(appends)

    def connection(self) -> sqlite3.Connection:
        """The connection, made anew if it was dropped.

        Raises:
            sqlite3.Error: it can't be made.
        """
        if self._connection is None:
            self._connection = self._file.connect(to_write=True)
            self._identity = self._file.identity()
        return self._connection

    def drop_connection(self) -> None:
        """Close the connection, rolling back; the next group gets a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

    def close(self) -> None:
        """Let go of the file."""
        self.drop_connection()

    def _attempt(self, appends: Sequence[Append]) -> list[AppendResult]:
        connection = self.connection()
        if self._identity is None or self._file.identity() != self._identity:
            # A deleted file takes commits as long as it is open, and loses them when it is closed.
            self.drop_connection()
            raise sqlite3.OperationalError("the file was deleted or replaced")
        results = _write_all(connection, appends)
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            return self._settle(appends, results, error)
        self._note_success()
        return results

    def _abandon(self, error: Exception) -> None:
        """Roll back. A connection that merely had to wait too long is kept."""
        if not (is_busy(error) and self._connection is not None and not self._connection.in_transaction):
            self.drop_connection()

    def _settle(
        self, appends: Sequence[Append], results: list[AppendResult], error: sqlite3.Error
    ) -> list[AppendResult]:
        """Find out by reading whether a commit that raised was one. A transaction is there as a whole or not at all.

        Appends without rows leave nothing to look for; a group of only those counts as not written, and writing it
        again changes nothing. If the file can't be read either, the group counts as not written after a while: should
        that be wrong, the match's next append is a conflict, and its writer reads what was written.
        """
        self._note_failure(error)
        self.drop_connection()
        traces = [
            append
            for append, result in zip(appends, results, strict=True)
            if result is AppendResult.WRITTEN and append.rows
        ]
        if traces and self._holds(traces):
            return results
        return [AppendResult.UNAVAILABLE] * len(appends)

    def _holds(self, appends: Sequence[Append]) -> bool:
        deadline = time.monotonic() + self._file.busy_timeout
        while True:
            try:
                connection = self.connection()
                return all(has_rows_of(connection, append) for append in appends)
            except sqlite3.Error as error:
                self.drop_connection()
                if time.monotonic() > deadline:
                    _log.error("can't tell whether the last commit to %s was made: %s", self._file.path, error)
                    return False
            time.sleep(_RETRY_SECONDS)

    def _note_failure(self, error: BaseException) -> None:
        """Tell the operator once when writing begins to fail, not for each group."""
        if not self._failing:
            _log.error("the store %s can't be written: %s", self._file.path, error, exc_info=error)
        self._failing = True

    def _note_success(self) -> None:
        if self._failing:
            _log.warning("the store %s can be written again", self._file.path)
        self._failing = False


def _write_all(connection: sqlite3.Connection, appends: Sequence[Append]) -> list[AppendResult]:
    """Write a group in a transaction and leave that open.

    A savepoint costs time, so only appends that may collide after their version was checked get one: those with codes.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        return [
            write_append_alone(connection, append) if append.codes else write_append(connection, append)
            for append in appends
        ]
    except sqlite3.IntegrityError:
        # The log holds a row that `matches` doesn't count. Only that append may suffer.
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        return [write_append_alone(connection, append) for append in appends]
