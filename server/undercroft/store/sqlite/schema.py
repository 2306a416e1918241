"""Bringing a file's tables up to date, also when two processes open a new file at once."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator

from undercroft.store.contract import StoreError
from undercroft.store.migrations import Migration, migrations_of
from undercroft.store.sqlite.file import DatabaseFile, is_busy

__all__ = ["bring_up_to_date", "schema_version"]

APPLICATION_ID = 0x554E4452
"""`UNDR`, in the header of every file of ours, so that another program's database isn't taken for a store."""

_RETRY_SECONDS = 0.02


def bring_up_to_date(file: DatabaseFile) -> None:
    """Apply the migrations that the file lacks, all in one transaction; a new file gets its tables that way.

    Raises:
        StoreError: the file is damaged, locked, another program's, or was made by a newer version.
    """
    try:
        connection = file.connect(to_write=True)
        try:
            _see_that_it_is_ours(connection, file)
            _use_write_ahead_log(connection, file)
            connection.execute("BEGIN IMMEDIATE")
            _migrate(connection, file)
            connection.execute("COMMIT")
        finally:
            connection.close()  # rolls back what isn't committed
    except sqlite3.Error as error:
        raise file.trouble(error) from error


def schema_version(connection: sqlite3.Connection, file: DatabaseFile) -> int:
    """The number of the last migration that a file of ours has had.

    Raises:
        StoreError: it is another program's, holds no tables yet, or was made by a newer version.
        sqlite3.Error: it can't be read.
    """
    _see_that_it_is_ours(connection, file)
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").fetchone():
        raise StoreError(f"{file.path} holds no matches and no tables for them; name another file for the store")
    return _known_version(connection, file)


def _see_that_it_is_ours(connection: sqlite3.Connection, file: DatabaseFile) -> None:
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID and (tables or application):
        raise StoreError(f"{file.path} is another program's database; name another file for the store")


def _use_write_ahead_log(connection: sqlite3.Connection, file: DatabaseFile) -> None:
    """Switch to WAL mode, which lasts. SQLite doesn't wait by itself if two connections do this at once."""
    deadline = time.monotonic() + file.busy_timeout
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)
            continue
        if mode != "wal":
            raise StoreError(f"the file system of {file.path} has no shared memory; name a file on a local disk")
        return


def _migrate(connection: sqlite3.Connection, file: DatabaseFile) -> None:
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(
        "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL) STRICT"
    )
    current = _known_version(connection, file)
    for migration in migrations_of("sqlite")[current:]:
        for statement in _statements(migration):
            connection.execute(statement)
        connection.execute(
            "INSERT INTO schema_version (version, name) VALUES (?, ?)", (migration.version, migration.name)
        )


def _known_version(connection: sqlite3.Connection, file: DatabaseFile) -> int:
    (current,) = connection.execute("SELECT coalesce(max(version), 0) FROM schema_version").fetchone()
    newest = migrations_of("sqlite")[-1].version
    if current > newest:
        raise StoreError(
            f"the store {file.path} was made by a newer Undercroft (schema {current}; this one knows up to "
            f"{newest}); update Undercroft, or name another file"
        )
    return int(current)


def _statements(migration: Migration) -> Iterator[str]:
    """The statements of a migration, one by one: `executescript` would commit the transaction under way."""
    statement = ""
    for line in migration.sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
