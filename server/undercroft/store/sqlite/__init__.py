"""The embedded backend: one SQLite file, one writer thread, one reader thread."""

from undercroft.store.sqlite.backup import back_up
from undercroft.store.sqlite.store import SqliteStore, TemporaryStore
from undercroft.store.sqlite.survey import Survey, survey_store

__all__ = ["SqliteStore", "Survey", "TemporaryStore", "back_up", "survey_store"]
