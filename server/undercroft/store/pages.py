"""Page tokens of lists of matches: opaque to whoever holds one, checked when it comes back.

A token names the last header of its page (keyset pagination: `created_at` descending, then `match_id` ascending), so
the next page starts right after it however many matches have come or gone. It also carries a fingerprint of the
query, so that it can't be used with another one. It's no secret and grants nothing, hence it isn't signed.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Sequence

import msgspec

from undercroft.store.contract import Header, MatchQuery, Page

__all__ = ["LARGEST_PAGE", "Place", "check_query", "page_of", "place_after"]

LARGEST_PAGE = 1000
"""More headers than this are not given at once."""

_LONGEST_TOKEN = 1024  # far above any real one; keeps strangers from having long ones decoded
_LARGEST = 2**63 - 1


class Place(msgspec.Struct, frozen=True, array_like=True):
    """Where a page ended."""

    created_at: int
    match_id: str
    fingerprint: bytes


def check_query(query: MatchQuery) -> None:
    """See that a query asks for something.

    Raises:
        ValueError: the limit is not from 1 to `LARGEST_PAGE`.
    """
    if not 1 <= query.limit <= LARGEST_PAGE:
        raise ValueError(f"a page has 1 to {LARGEST_PAGE} matches, not {query.limit}")


def page_of(query: MatchQuery, found: Sequence[Header]) -> Page:
    """The page that a query gets, and the token of the next one.

    `found` are the headers that fit, in order, with one more than `query.limit` if there are more.
    """
    headers = tuple(found[: query.limit])
    if len(found) <= query.limit:
        return Page(headers, "")
    place = Place(headers[-1].created_at, headers[-1].match_id, _fingerprint(query))
    return Page(headers, urlsafe_b64encode(msgspec.msgpack.encode(place)).decode().rstrip("="))


def place_after(query: MatchQuery) -> Place | None:
    """Where the page before ended, or None if the query asks for the first page.

    Raises:
        ValueError: `query.after` is no token of this query.
    """
    if not query.after:
        return None
    place = _decode(query.after)
    if place is None or not 0 <= place.created_at <= _LARGEST or place.fingerprint != _fingerprint(query):
        raise ValueError("the page token isn't one of this list; ask for the first page, without a token")
    return place


def _decode(token: str) -> Place | None:
    if len(token) > _LONGEST_TOKEN:
        return None
    try:
        return msgspec.msgpack.decode(
            b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True), type=Place
        )
    except ValueError:  # binascii.Error, UnicodeError and msgspec's errors are all of this kind
        return None


def _fingerprint(query: MatchQuery) -> bytes:
    asked = msgspec.json.encode((sorted(set(query.statuses)), query.game))
    return hashlib.sha256(asked).digest()[:8]
