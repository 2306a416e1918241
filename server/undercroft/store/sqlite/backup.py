"""Copying a store while a server writes to it.

The copy is of one moment: a read transaction holds it while SQLite's backup interface
(https://www.sqlite.org/backup.html) copies a few pages at a time. Without that transaction the copying would begin anew
with every commit of the server and never end. In WAL mode the reader keeps no commit waiting; the write-ahead log only
can't start over before the copy is made, so it grows by what is written meanwhile.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from undercroft.store.contract import StoreError
from undercroft.store.sqlite.file import DatabaseFile, sync_directory
from undercroft.store.sqlite.survey import BUSY_SECONDS, Survey, survey

__all__ = ["Progress", "back_up"]

Progress = Callable[[str, int, int], None]
"""Gets a stage, how many pages are done, and of how many."""

PAGES_AT_ONCE = 256
"""1 MiB, flushed before the next: the disk never has much of ours to write when a commit of the server comes."""

_SIDE_FILES = ("-wal", "-shm", "-journal")


def back_up(source: Path, target: Path, *, overwrite: bool = False, progress: Progress | None = None) -> Survey:
    """Copy the store in `source` to `target`, as it is at one moment, and survey the copy.

    The copy is readable by its owner only, and on disk when this returns. It has a name of its own until it is
    complete and found to be sound, so `target` is never half a copy.

    Raises:
        StoreError: there is no store to copy, it is damaged, `target` is there already or may not be replaced, or
            can't be written; nothing is left behind.
    """
    file = DatabaseFile(source, BUSY_SECONDS)
    file.see_that_it_is_there()
    target = target.expanduser().absolute()
    _see_that_it_may_be_written(file, target, overwrite=overwrite)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=".part", dir=target.parent)  # 0600
    except OSError as error:
        raise _no_copy(target, error) from error
    copy = Path(name)
    try:
        _copy(file, copy, handle, progress or _nobody)
        found = _checked(file, copy)
        os.fsync(handle)
        _publish(copy, target, overwrite=overwrite)
    except OSError as error:
        raise _no_copy(target, error) from error
    finally:
        os.close(handle)
        for suffix in ("", *_SIDE_FILES):
            with suppress(OSError):
                copy.with_name(copy.name + suffix).unlink(missing_ok=True)
    return found


def _see_that_it_may_be_written(source: DatabaseFile, target: Path, *, overwrite: bool) -> None:
    if target.exists() and (target.samefile(source.path) or not target.is_file()):
        raise StoreError(f"{target} can't be replaced by a copy; name another file")
    if any(source.path.with_name(source.path.name + suffix) == target for suffix in _SIDE_FILES):
        raise StoreError(f"{target} belongs to the store itself; name another file")
    if os.path.lexists(target) and not overwrite:
        raise _is_there(target)
    for suffix in ("-wal", "-journal"):
        # SQLite would take it for the copy's own and write it into the copy.
        side = target.with_name(target.name + suffix)
        if side.exists():
            raise StoreError(f"{side} is there, so {target} is the name of a database in use; name another file")


def _copy(file: DatabaseFile, copy: Path, handle: int, progress: Progress) -> None:
    try:
        with closing(file.connect(to_write=False)) as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the transaction starts with a read
            _copy_pages(connection, copy, handle, progress)
    except sqlite3.Error as error:
        raise file.trouble(error) from error


def _copy_pages(connection: sqlite3.Connection, copy: Path, handle: int, progress: Progress) -> None:
    began = time.monotonic()

    def rest(_: int, left: int, whole: int) -> None:
        """Python's `sleep` is only for a source that is locked, so the pause is made here: as long as the work was."""
        nonlocal began
        os.fsync(handle)
        progress("copying", whole - left, whole)
        if left:
            time.sleep(min(time.monotonic() - began, 1.0))
        began = time.monotonic()

    with closing(sqlite3.connect(f"file:{quote(str(copy))}?mode=rw", uri=True, isolation_level=None)) as writing:
        writing.execute("PRAGMA synchronous = OFF")  # flushed here, with every step
        writing.execute("PRAGMA journal_mode = OFF")
        try:
            connection.backup(writing, pages=PAGES_AT_ONCE, progress=rest)
        except sqlite3.Error as error:
            _tell_apart(error, copy)
            raise


def _tell_apart(error: sqlite3.Error, copy: Path) -> None:
    """SQLite doesn't say which of the two files an error is of, but only one is written to."""
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if primary in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}:
        raise OSError(0, "the disk is full" if primary == sqlite3.SQLITE_FULL else "it is read-only", copy) from error


def _checked(file: DatabaseFile, copy: Path) -> Survey:
    """Survey the copy, by itself: the server's pages are in no hurry for this."""
    made = DatabaseFile(copy, 0.0)
    try:
        uri = f"file:{quote(str(copy))}?mode=ro&immutable=1"  # nobody else knows it, so no lock and no side files
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
            found = survey(connection, made)
    except sqlite3.Error as error:
        raise _damaged(file, str(error)) from error
    if found.problems:
        raise _damaged(file, found.problems[0])
    return found


def _publish(copy: Path, target: Path, *, overwrite: bool) -> None:
    if overwrite:
        copy.replace(target)
    else:
        try:
            target.hardlink_to(copy)  # unlike a rename, it never replaces what somebody has made meanwhile
        except FileExistsError as error:
            raise _is_there(target) from error
        except OSError:  # a file system without hard links
            copy.replace(target)
    sync_directory(target.parent)


def _is_there(target: Path) -> StoreError:
    return StoreError(f"{target} is there already; give --force to replace it, or name another file")


def _damaged(file: DatabaseFile, why: str) -> StoreError:
    return StoreError(f"the store {file.path} is damaged ({why}); its copy wasn't kept")


def _no_copy(target: Path, error: OSError) -> StoreError:
    return StoreError(f"the copy {target} can't be written ({error.strerror}); name a file in a directory with room")


def _nobody(_: str, done: int, whole: int) -> None:
    """Progress that nobody wants to hear of."""
