"""What a store's file holds, and whether it is sound."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from undercroft.store.sqlite.file import DatabaseFile
from undercroft.store.sqlite.schema import schema_version

__all__ = ["Survey", "survey", "survey_store"]

BUSY_SECONDS = 5.0
"""How long another process may hold the whole file, as it does when it has just crashed and is opened again."""

_MOST_PROBLEMS = 10

# A log's versions are 1, 2, 3, … and `matches` holds the last. Both sides are read off indexes.
_BROKEN_LOGS = """
    SELECT matches.match_id FROM matches
    LEFT JOIN (
        SELECT match_id, count(*) AS rows, min(version) AS first, max(version) AS last FROM log GROUP BY match_id
    ) AS kept USING (match_id)
    WHERE coalesce(rows, 0) <> matches.version OR first <> 1 OR last <> matches.version
    LIMIT ?
"""


class Survey(msgspec.Struct, frozen=True):
    """`schema`: the last migration; `matches`: how many, by status; `rows` of their logs; `problems`, if any."""

    schema: int
    rows: int
    matches: dict[str, int]
    problems: tuple[str, ...]


def survey_store(path: Path) -> Survey:
    """Survey the store in a file, also while a server writes to it; what is written meanwhile isn't counted.

    Raises:
        StoreError: there is no store there, or it can't be read.
    """
    file = DatabaseFile(path, BUSY_SECONDS)
    file.see_that_it_is_there()
    try:
        with closing(file.connect(to_write=False)) as connection:
            return survey(connection, file)
    except sqlite3.Error as error:
        raise file.trouble(error) from error


def survey(connection: sqlite3.Connection, file: DatabaseFile) -> Survey:
    """Survey what a connection, which is in no transaction, sees.

    Raises:
        StoreError: it isn't a store of ours, or a newer one.
        sqlite3.Error: it can't be read.
    """
    connection.execute("BEGIN")  # one moment for all that follows
    try:
        schema = schema_version(connection, file)
        problems = _problems(connection)
        (rows,) = connection.execute("SELECT count(*) FROM log").fetchone()
        matches = dict(connection.execute("SELECT status, count(*) FROM matches GROUP BY status ORDER BY status"))
    finally:
        connection.execute("ROLLBACK")
    return Survey(schema, rows, matches, tuple(problems))


def _problems(connection: sqlite3.Connection) -> list[str]:
    """What is wrong with the file as such, and with what must hold between its tables."""
    said = [str(line) for (line,) in connection.execute(f"PRAGMA integrity_check({_MOST_PROBLEMS})")]
    if said != ["ok"]:
        return said
    strays = {table for table, *_ in connection.execute("PRAGMA foreign_key_check")}
    broken = [match_id for (match_id,) in connection.execute(_BROKEN_LOGS, (_MOST_PROBLEMS,))]
    return [
        *(f"the table {table} has rows of matches that aren't there" for table in sorted(strays)),
        *(f"the log of match {match_id} has gaps" for match_id in broken),
    ]
