"""The embedded backend: one SQLite file, one writer thread, one reader thread."""

from undercroft.store.sqlite.store import SqliteStore, TemporaryStore

__all__ = ["SqliteStore", "TemporaryStore"]
