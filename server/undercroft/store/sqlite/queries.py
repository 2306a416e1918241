"""The SQL of reading. Every query is bounded by an index, and plain enough for PostgreSQL (`?` is `%s` there)."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from undercroft.store.contract import Due, Header, MatchQuery
from undercroft.store.pages import Place

__all__ = [
    "asleep_between",
    "beat",
    "claim_bot_name",
    "due_until",
    "header_of",
    "headers_of",
    "match_of_request",
    "rated_after",
    "rows_after",
    "seat_of_code",
]

_COLUMNS = "match_id, game, status, created_at, public"
_ORDER = "ORDER BY created_at DESC, match_id"


def rows_after(connection: sqlite3.Connection, match_id: str, after: int) -> list[bytes]:
    """The bodies of a match's rows with a version above `after`, in order."""
    statement = "SELECT body FROM log WHERE match_id = ? AND version > ? ORDER BY version"
    return [body for (body,) in connection.execute(statement, (match_id, after))]


def header_of(connection: sqlite3.Connection, match_id: str) -> Header | None:
    """The header of a match."""
    found = connection.execute(f"SELECT {_COLUMNS} FROM matches WHERE match_id = ?", (match_id,)).fetchone()  # noqa: S608
    return Header(*found) if found else None


def headers_of(connection: sqlite3.Connection, query: MatchQuery, after: Place | None, limit: int) -> list[Header]:
    """The first `limit` headers that fit a query, of those after a place.

    Each status is asked for by itself, so that an index gives its newest without looking at the others, however many
    there are; then they are merged.
    """
    statuses: list[str | None] = list(dict.fromkeys(query.statuses)) or [None]
    parts, values = [], list[object]()
    for status in statuses:
        where, needed = _conditions(status, query.game, after)
        parts.append(f"SELECT * FROM (SELECT {_COLUMNS} FROM matches {where} {_ORDER} LIMIT ?) AS part")  # noqa: S608
        values += [*needed, limit]
    statement = f"{' UNION ALL '.join(parts)} {_ORDER} LIMIT ?"
    return [Header(*row) for row in connection.execute(statement, (*values, limit))]


def _conditions(status: str | None, game: str, after: Place | None) -> tuple[str, list[object]]:
    conditions, values = [], list[object]()
    if status is not None:
        conditions.append("status = ?")
        values.append(status)
    if game:
        conditions.append("game = ?")
        values.append(game)
    if after is not None:
        conditions.append("created_at <= ? AND (created_at < ? OR match_id > ?)")
        values += [after.created_at, after.created_at, after.match_id]
    return (f"WHERE {' AND '.join(conditions)}" if conditions else ""), values


def seat_of_code(connection: sqlite3.Connection, code_hash: bytes) -> tuple[str, int] | None:
    """The match and seat of a join code."""
    found = connection.execute("SELECT match_id, seat FROM codes WHERE code_hash = ?", (code_hash,)).fetchone()
    return (found[0], found[1]) if found else None


def match_of_request(connection: sqlite3.Connection, request_hash: bytes) -> str | None:
    """The match that a creation request made."""
    found = connection.execute("SELECT match_id FROM matches WHERE request_hash = ?", (request_hash,)).fetchone()
    return found[0] if found else None


def due_until(connection: sqlite3.Connection, until_ms: int, limit: int) -> list[Due]:
    """The earliest due rows."""
    statement = "SELECT match_id, at_ms, kind FROM due WHERE at_ms <= ? ORDER BY at_ms, match_id LIMIT ?"
    return [Due(*row) for row in connection.execute(statement, (until_ms, limit))]


def rated_after(connection: sqlite3.Connection, game: str, after: int, limit: int) -> list[tuple[int, bytes]]:
    """The numbers and results of a game's rated matches above `after`, ascending."""
    statement = "SELECT number, result FROM rated WHERE game = ? AND number > ? ORDER BY number LIMIT ?"
    return [(number, result) for number, result in connection.execute(statement, (game, after, limit))]


def beat(connection: sqlite3.Connection, server: str, at_ms: int, plays: Sequence[tuple[str, str]]) -> None:
    """Extend a server's span of life."""
    if plays:  # before the span: what is read in between counts for no match, instead of for all
        rows = [(server, game, version) for game, version in plays]
        connection.executemany("INSERT INTO alive_with VALUES (?, ?, ?) ON CONFLICT DO NOTHING", rows)
    connection.execute(
        "INSERT INTO alive (server, from_ms, to_ms) VALUES (?, ?, ?)"
        " ON CONFLICT (server) DO UPDATE SET to_ms = excluded.to_ms WHERE excluded.to_ms > alive.to_ms",
        (server, at_ms, at_ms),
    )


def claim_bot_name(connection: sqlite3.Connection, name: str, owner: str, at_ms: int, free_before_ms: int) -> bool:
    """Take a bot's name, keep it, or learn that it is somebody else's."""
    taken = connection.execute(
        "INSERT INTO bot_names (name, owner, seen_ms) VALUES (?, ?, ?)"
        " ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, seen_ms = excluded.seen_ms"
        " WHERE bot_names.owner = excluded.owner OR bot_names.seen_ms < ?",
        (name, owner, at_ms, free_before_ms),
    )
    return taken.rowcount == 1


def asleep_between(
    connection: sqlite3.Connection, since_ms: int, until_ms: int, game: str, version: str
) -> list[tuple[int, int]]:
    """What the spans of servers that play a game in a version leave open of a time, in order."""
    spans = connection.execute(
        "SELECT from_ms, to_ms FROM alive WHERE to_ms > ? AND from_ms < ?"
        " AND (NOT EXISTS (SELECT 1 FROM alive_with AS has WHERE has.server = alive.server) OR EXISTS"
        " (SELECT 1 FROM alive_with AS has WHERE has.server = alive.server AND has.game = ? AND has.version = ?))"
        " ORDER BY from_ms",
        (since_ms, until_ms, game, version),
    )
    gaps, reached = [], since_ms
    for start, end in spans:
        if start > reached:
            gaps.append((reached, start))
        reached = max(reached, end)
    if reached < until_ms:
        gaps.append((reached, until_ms))
    return gaps
