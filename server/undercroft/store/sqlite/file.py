"""The database file: making it, opening it, connecting to it, and saying what's wrong with it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from undercroft.store.contract import StoreError

__all__ = ["OLDEST_SQLITE", "DatabaseFile", "is_busy", "sync_directory"]

OLDEST_SQLITE = (3, 37, 0)
"""The first SQLite with STRICT tables (https://www.sqlite.org/stricttables.html)."""

_MAGIC = b"SQLite format 3\0"  # https://www.sqlite.org/fileformat.html §1.3
_WAL_LIMIT = 64 * 1024 * 1024  # bytes; a longer write-ahead log is cut back to this when it starts over
_PRIVATE_DIRECTORY, _PRIVATE_FILE = 0o700, 0o600  # the file holds match secrets and the hashes of seat tokens


class DatabaseFile:
    """A SQLite file and how long, in seconds, to wait for another process that is writing to it."""

    def __init__(self, path: Path, busy_timeout: float) -> None:
        self.path = path.expanduser().absolute()
        self.busy_timeout = busy_timeout

    def create_if_missing(self) -> None:
        """Make the file and its directories, readable by their owner only; leave what is there as it is.

        Raises:
            StoreError: it can't be made, or something else has this name.
        """
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            needed = ".".join(map(str, OLDEST_SQLITE))
            raise StoreError(f"this Python has SQLite {sqlite3.sqlite_version}; the store needs {needed} or newer")
        try:
            _make_directories(self.path.parent)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, _PRIVATE_FILE))
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            raise self.trouble(error) from error
        self._see_that_it_may_be_a_database()
        sync_directory(self.path.parent)

    def see_that_it_is_there(self) -> None:
        """Look for a file that somebody has made; never makes one.

        Raises:
            StoreError: there is none, or it can't be a database.
        """
        try:
            self.path.stat()
            self._see_that_it_may_be_a_database()
        except FileNotFoundError as error:
            raise StoreError(
                f"there is no store {self.path}; name the file that a server keeps its matches in"
            ) from error
        except (OSError, ValueError) as error:
            raise self.trouble(error) from error

    def connect(self, *, to_write: bool) -> sqlite3.Connection:
        """A connection in autocommit mode, for the calling thread; never makes the file.

        Raises:
            sqlite3.Error: it can't be opened.
        """
        uri = f"file:{quote(str(self.path))}?mode=rw"
        connection = sqlite3.connect(uri, uri=True, timeout=self.busy_timeout, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA fullfsync = ON")  # macOS: fsync alone leaves data in the drive's cache
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA wal_autocheckpoint = 0")  # the writer does it between commits
            connection.execute(f"PRAGMA journal_size_limit = {_WAL_LIMIT}")
            if not to_write:
                connection.execute("PRAGMA query_only = ON")
        except BaseException:
            connection.close()
            raise
        return connection

    def identity(self) -> tuple[int, int] | None:
        """Which file has the name now, as device and inode; None if there is none."""
        with suppress(OSError):
            status = self.path.stat()
            return status.st_dev, status.st_ino
        return None

    def wal_bytes(self) -> int:
        """The size of the write-ahead log beside the file, 0 if there is none."""
        with suppress(OSError):
            return self.path.with_name(self.path.name + "-wal").stat().st_size
        return 0

    def trouble(self, error: Exception) -> StoreError:
        """What went wrong on opening, as one sentence that names the file and the way out."""
        if isinstance(error, sqlite3.Error):
            return StoreError(self._database_trouble(error))
        if isinstance(error, IsADirectoryError):
            return StoreError(f"{self.path} is a directory; name a file for the store")
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return StoreError(f"the store {self.path} can't be opened ({why}); name a file in a directory you may write to")

    def _see_that_it_may_be_a_database(self) -> None:
        """SQLite itself takes a file of a few bytes for an empty database, and writes over it."""
        if not self.path.is_file():
            raise StoreError(f"{self.path} is not a regular file; name another file for the store")
        with self.path.open("rb") as file:
            if file.read(len(_MAGIC)) not in (b"", _MAGIC):
                raise StoreError(self._not_a_database())

    def _not_a_database(self) -> str:
        return f"{self.path} is not a SQLite database; name another file for the store"

    def _database_trouble(self, error: sqlite3.Error) -> str:
        primary = _primary_code(error)
        if primary == sqlite3.SQLITE_NOTADB:
            return self._not_a_database()
        if primary == sqlite3.SQLITE_CORRUPT:
            return f"the store {self.path} is damaged ({error}); put back a copy of it, or name another file"
        if primary == sqlite3.SQLITE_BUSY:
            return f"the store {self.path} is locked by another program; stop that one, or name another file"
        if primary == sqlite3.SQLITE_FULL:
            return f"there is no room on the disk for the store {self.path}; free some, or name a file elsewhere"
        return f"the store {self.path} can't be used ({error}); see that it and its directory may be written to"


def is_busy(error: Exception) -> bool:
    """Whether an error means that another connection held the file for too long."""
    return isinstance(error, sqlite3.Error) and _primary_code(error) == sqlite3.SQLITE_BUSY


def _primary_code(error: sqlite3.Error) -> int:
    """The error code without its variant (https://www.sqlite.org/rescode.html); 0 for errors that aren't SQLite's."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _make_directories(directory: Path) -> None:
    """Like `mkdir -p`, but every directory made is private, and on disk afterwards."""
    missing = [place for place in (directory, *directory.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(mode=_PRIVATE_DIRECTORY, exist_ok=True)
        sync_directory(place.parent)


def sync_directory(directory: Path) -> None:
    """Make the names in a directory durable; a no-op where directories can't be opened, as on Windows."""
    with suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
