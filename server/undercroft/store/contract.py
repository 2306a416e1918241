"""What a store promises: an append-only log for each match, and the few indexes that find a match.

A store knows nothing of games: rows are opaque bytes. Appending names the version the writer has seen, so of two
writers only one wins; what was reported as `WRITTEN` survives a crash of the process, the machine or both.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from enum import Enum

import msgspec

from undercroft.game import UndercroftError

__all__ = [
    "Append",
    "AppendResult",
    "Due",
    "Header",
    "JoinCode",
    "MatchQuery",
    "Page",
    "Rated",
    "Store",
    "StoreError",
    "StoreUnavailable",
]


class StoreError(UndercroftError):
    """A store that can't be opened, or was made by a newer version; the message names the store and the way out."""


class StoreUnavailable(UndercroftError):
    """The store can't be read or written now: disk full, read-only, gone. Nothing was done; try again."""


class Header(msgspec.Struct, frozen=True):
    """The columns of a match that lists need. `public` is JSON that everybody may read; `created_at` in seconds."""

    match_id: str
    game: str
    status: str
    created_at: int
    public: bytes


class JoinCode(msgspec.Struct, frozen=True):
    """A join code's SHA-256 (32 bytes) and the seat it opens."""

    code_hash: bytes
    seat: int


class Due(msgspec.Struct, frozen=True):
    """What must happen with a match later: at `at_ms` (Unix time, milliseconds), of a kind the host understands."""

    match_id: str
    at_ms: int
    kind: str


class Rated(msgspec.Struct, frozen=True):
    """What the end of a match says about its bots, for the ladder of a game; `result` is opaque."""

    game: str
    result: bytes


class Append(msgspec.Struct, frozen=True):
    """Rows to add to a match, and what changes with them in the same transaction.

    `expected` is the number of rows the writer knows; the first new row gets version `expected + 1`. With `expected`
    0 the match is new, and `header` and at least one row must be given; later a header replaces the old one, except
    for `created_at`, which never changes. `due` is written always: None takes the match's due row away. `request_hash`
    (32 bytes, of a new match only) makes creation idempotent: a second match with the same one is refused as a
    conflict. A match has `rated` once at most: of a second one nothing is kept.
    """

    match_id: str
    expected: int
    rows: tuple[bytes, ...]
    due: Due | None = None
    header: Header | None = None
    codes: tuple[JoinCode, ...] = ()
    request_hash: bytes | None = None
    rated: Rated | None = None


class AppendResult(Enum):
    """What came of an append."""

    WRITTEN = "written"
    """On disk."""
    CONFLICT = "conflict"
    """Somebody else was first (or the match, code or request exists); nothing was written. Read the tail and decide."""
    UNAVAILABLE = "unavailable"
    """The store can't write now; nothing was written.

    Should a commit fail so badly that the store can't even tell, this is the answer too; if the rows are there after
    all, the match's next append is a conflict.
    """


class MatchQuery(msgspec.Struct, frozen=True):
    """Which matches to list; empty fields don't restrict. `after` is a `Page.next` of the same query.

    `limit` is from 1 to `undercroft.store.pages.LARGEST_PAGE`.
    """

    statuses: tuple[str, ...] = ()
    game: str = ""
    limit: int = 50
    after: str = ""


class Page(msgspec.Struct, frozen=True):
    """Headers, newest first, and where the next page starts (empty: nowhere)."""

    headers: tuple[Header, ...]
    next: str


class Store(ABC):
    """The log of every match. One instance serves one event loop."""

    @abstractmethod
    def append(self, batch: Sequence[Append], done: Callable[[Sequence[AppendResult]], None]) -> None:
        """Write a batch in one transaction, together with whatever else is queued.

        To be called on the event loop; returns at once. `done` is called there later with one result for each append,
        in order; batches are answered in the order they came. A conflict costs only its own append. At most one append
        of a match may be under way from one process. After `close` everything is UNAVAILABLE.

        Raises:
            ValueError: an append that no store could write (its hashes, header, times); nothing was queued.
        """
        raise NotImplementedError

    @abstractmethod
    async def read(self, match_id: str, after: int = 0) -> list[bytes]:
        """The rows after version `after`, in order; empty if there are none.

        Raises:
            StoreUnavailable: the store can't be read now. (So do all readers below.)
        """
        raise NotImplementedError

    @abstractmethod
    async def header(self, match_id: str) -> Header | None:
        """The header of a match, or None if there is no such match."""
        raise NotImplementedError

    @abstractmethod
    async def matches(self, query: MatchQuery) -> Page:
        """Headers of the matches asked for, newest first, stable while matches come and go.

        Raises:
            ValueError: `after` is no page token of this query, or `limit` is out of range.
        """
        raise NotImplementedError

    @abstractmethod
    async def seat_of_code(self, code_hash: bytes) -> tuple[str, int] | None:
        """The match and seat that a join code opens."""
        raise NotImplementedError

    @abstractmethod
    async def match_of_request(self, request_hash: bytes) -> str | None:
        """The match that was made by a creation request."""
        raise NotImplementedError

    @abstractmethod
    async def due(self, until_ms: int, limit: int) -> list[Due]:
        """Due rows with `at_ms` up to `until_ms`, earliest first."""
        raise NotImplementedError

    @abstractmethod
    async def rated(self, game: str, after: int, limit: int) -> list[tuple[int, bytes]]:
        """Numbers above `after` and the results that have them, of the rated matches of a game, ascending.

        Whoever has read up to a number has read all that there will ever be up to it.
        """
        raise NotImplementedError

    @abstractmethod
    async def beat(self, server: str, at_ms: int, plays: Sequence[tuple[str, str]] = ()) -> None:
        """Note that a server is alive at `at_ms`, and was since its first beat under this name.

        With its first beat it says what it `plays`, games with their versions; if it doesn't, it plays everything.
        """
        raise NotImplementedError

    @abstractmethod
    async def asleep(self, since_ms: int, until_ms: int, game: str, version: str) -> list[tuple[int, int]]:
        """The spans (start, end) between `since_ms` and `until_ms` in which no server was alive, in order.

        Those count that play this version of this game.
        """
        raise NotImplementedError

    @abstractmethod
    async def claim_bot_name(self, name: str, owner: str, at_ms: int, free_before_ms: int) -> bool:
        """Note that `owner` uses a bot's name at `at_ms`; whether it is theirs.

        It is if nobody has it, if they have it already, or if its owner used it last before `free_before_ms`. On disk
        at the latest with the next append that is answered.
        """
        raise NotImplementedError

    @abstractmethod
    async def close(self) -> None:
        """Write what is queued, answer it, and let go of the store."""
        raise NotImplementedError
