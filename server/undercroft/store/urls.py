"""Choosing a store by its URL."""

from __future__ import annotations

import re
from pathlib import Path

from undercroft.store.contract import Store, StoreError
from undercroft.store.sqlite import SqliteStore, TemporaryStore

__all__ = ["open_store", "sqlite_path"]

_KNOWN = "sqlite:PATH, or just a path"
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)


def open_store(url: str) -> Store:
    """Open the store that a URL names, making it if it isn't there yet.

    `sqlite:PATH`, `sqlite:///ABSOLUTE/PATH` or a plain path: a SQLite file; nothing in the path is decoded but a
    leading `~`. `temporary:`: a file that is deleted when the store is closed.

    Raises:
        StoreError: there is no such kind of store, or it can't be opened; one sentence says why and what to do.
    """
    if url == "temporary:":
        return TemporaryStore()
    return SqliteStore(sqlite_path(url))


def sqlite_path(url: str) -> Path:
    """The file of a SQLite store, by its URL.

    Raises:
        StoreError: the URL names no file.
    """
    if url == "temporary:":
        raise StoreError(f"a temporary: store has no name by which another program could find it; give {_KNOWN}")
    return Path(_path_of(url)).expanduser().absolute()


def _path_of(url: str) -> str:
    if url.lower().startswith(("postgres:", "postgresql:")):
        # The URL isn't repeated: it may hold a password.
        raise StoreError(f"this build has no PostgreSQL store yet; give {_KNOWN}")
    path = url
    if url.startswith("sqlite:"):
        path = url.removeprefix("sqlite:")
        if path.startswith("//"):
            path = path.removeprefix("//")
            if not path.startswith("/"):
                raise StoreError(f"{url} names a host, but a SQLite store is a file: give sqlite:///ABSOLUTE/PATH")
    elif scheme := _SCHEME.match(url):
        raise StoreError(f"there is no {scheme[1]} store; give {_KNOWN}")
    if not path:
        raise StoreError(f"{url!r} names no store; give {_KNOWN}")
    if path == ":memory:":
        raise StoreError("a store needs a file; give temporary: for one that is gone when it's closed")
    return path
