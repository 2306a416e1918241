"""The SQL of writing appends, inside a transaction that somebody else begins and ends.

Plain enough for PostgreSQL, where `?` is `%s` and a whole group goes as arrays (`INSERT … SELECT unnest(…)`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from undercroft.store.contract import Append, AppendResult, Due

__all__ = ["has_rows_of", "write_append", "write_append_alone"]

_CREATE = """
    INSERT INTO matches (match_id, version, game, status, created_at, public, request_hash)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
"""
_ADVANCE = "UPDATE matches SET version = ? WHERE match_id = ? AND version = ?"
_ADVANCE_WITH_HEADER = """
    UPDATE matches SET version = ?, game = ?, status = ?, public = ? WHERE match_id = ? AND version = ?
"""
_ADD_ROW = "INSERT INTO log (match_id, version, body) VALUES (?, ?, ?)"
_ADD_CODE = "INSERT INTO codes (code_hash, match_id, seat) VALUES (?, ?, ?)"
_SET_DUE = """
    INSERT INTO due (match_id, at_ms, kind) VALUES (?, ?, ?)
    ON CONFLICT (match_id) DO UPDATE SET at_ms = excluded.at_ms, kind = excluded.kind
"""
_ADD_RATED = "INSERT INTO rated (match_id, game, result) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_CLEAR_DUE = "DELETE FROM due WHERE match_id = ?"
_ROWS_BETWEEN = "SELECT body FROM log WHERE match_id = ? AND version > ? AND version <= ? ORDER BY version"


def write_append(connection: sqlite3.Connection, append: Append) -> AppendResult:
    """Write one append, or nothing if another writer was first.

    Raises:
        sqlite3.IntegrityError: a row or code exists already; what was written before that must be rolled back.
        sqlite3.Error: the store can't be written.
    """
    if not _advance(connection, append):
        return AppendResult.CONFLICT
    for code in append.codes:
        connection.execute(_ADD_CODE, (code.code_hash, append.match_id, code.seat))
    for version, row in enumerate(append.rows, append.expected + 1):
        connection.execute(_ADD_ROW, (append.match_id, version, row))
    if append.rated is not None:
        connection.execute(_ADD_RATED, (append.match_id, append.rated.game, append.rated.result))
    _write_due(connection, append.match_id, append.due)
    return AppendResult.WRITTEN


def write_append_alone(connection: sqlite3.Connection, append: Append) -> AppendResult:
    """Write one append in a savepoint of its own, so that a row or code that exists is a conflict of it alone."""
    connection.execute("SAVEPOINT append")
    try:
        result = write_append(connection, append)
    except sqlite3.IntegrityError:
        connection.execute("ROLLBACK TO append")
        result = AppendResult.CONFLICT
    connection.execute("RELEASE append")
    return result


def has_rows_of(connection: sqlite3.Connection, append: Append) -> bool:
    """Whether the log holds the rows of an append, byte for byte, at its versions."""
    between = (append.match_id, append.expected, append.expected + len(append.rows))
    return tuple(body for (body,) in connection.execute(_ROWS_BETWEEN, between)) == append.rows


def _advance(connection: sqlite3.Connection, append: Append) -> bool:
    """Move a match on from the expected version: this decides which of several writers wins."""
    header, version = append.header, append.expected + len(append.rows)
    values: Sequence[object]
    if header is None:
        statement, values = _ADVANCE, (version, append.match_id, append.expected)
    elif append.expected == 0:
        statement = _CREATE
        values = (append.match_id, version, header.game, header.status, header.created_at, header.public)
        values = (*values, append.request_hash)
    else:
        statement = _ADVANCE_WITH_HEADER
        values = (version, header.game, header.status, header.public, append.match_id, append.expected)
    return connection.execute(statement, values).rowcount == 1


def _write_due(connection: sqlite3.Connection, match_id: str, due: Due | None) -> None:
    if due is None:
        connection.execute(_CLEAR_DUE, (match_id,))
    else:
        connection.execute(_SET_DUE, (match_id, due.at_ms, due.kind))
