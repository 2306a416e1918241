"""The numbered SQL files that bring a store's tables up to date, one directory a backend.

A file is called `NNNN_what_it_does.sql`, with NNNN counting from 0001 without gaps. A released file is never edited:
whoever has applied it won't see the edit. The table `schema_version` holds a row for each file applied.
"""

from __future__ import annotations

from importlib import resources

import msgspec

__all__ = ["Migration", "migrations_of"]


class Migration(msgspec.Struct, frozen=True):
    """One file: its number, its name without number and suffix, and its SQL."""

    version: int
    name: str
    sql: str


def migrations_of(backend: str) -> list[Migration]:
    """The migrations of a backend (`sqlite`), in order."""
    directory = resources.files(__name__).joinpath(backend)
    files = sorted((file for file in directory.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    found = []
    for file in files:
        number, _, name = file.name.removesuffix(".sql").partition("_")
        found.append(Migration(int(number), name, file.read_text(encoding="utf-8")))
    return found
