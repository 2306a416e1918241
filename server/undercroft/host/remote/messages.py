"""What a bot that dials in is told, and what it tells, in plain values."""

from __future__ import annotations

import hashlib
import re
from typing import Final

import msgspec

from undercroft.game import Outcome, Seat
from undercroft.host.codes import TOKEN_BYTES
from undercroft.match import Reason, Refusal

__all__ = [
    "MARK",
    "BotHello",
    "Event",
    "RemoteAsk",
    "SeatClosed",
    "TurnCalledOff",
    "TurnDue",
    "TurnRefused",
    "checked_hello",
]

MARK: Final = "@"
"""Stands before the name of a bot that dials in, wherever bots are named."""

MAX_NOTE: Final = 2_000
MAX_AT_ONCE: Final = 256
_MAX_VERSION: Final = 40
_MAX_GAMES: Final = 100
_MAX_GAME_ID: Final = 200
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


class BotHello(msgspec.Struct, frozen=True):
    """Who dials in: `owner` stands for its token, of which nothing else is kept; it takes `at_once` turns."""

    name: str
    version: str
    games: tuple[str, ...]
    at_once: int
    owner: str


class RemoteAsk(msgspec.Struct, frozen=True):
    """One decision asked of a bot that dials in: what a person in its seat is sent.

    `turn_id` is the same however often the decision is asked for. `name` is with its mark, `owner` whose the seat is.
    `entries` are all that the seat was ever told; `legal` and `texts` run in parallel. The bot may think for `seconds`.
    """

    turn_id: str
    match_id: str
    seat: Seat
    game: str
    game_version: str
    options: str
    seats: int
    name: str
    owner: str
    view: bytes
    entries: tuple[bytes, ...]
    legal: tuple[int, ...]
    texts: tuple[str, ...]
    seconds: float


class TurnDue(msgspec.Struct, frozen=True):
    """A decision to ask for: with `entries` number `since` and later, on top of what this connection was told."""

    ask: RemoteAsk
    since: int
    from_start: bool
    left_ms: int


class TurnCalledOff(msgspec.Struct, frozen=True):
    """A turn that was asked and need not be answered: its time is up (`late`), or it fell away."""

    turn_id: str
    late: bool


class TurnRefused(msgspec.Struct, frozen=True):
    """Why a reply doesn't count."""

    turn_id: str
    refusal: Refusal


class SeatClosed(msgspec.Struct, frozen=True):
    """A match is over in which this connection was asked; `outcome` is None if it was called off."""

    match_id: str
    seat: Seat
    outcome: Outcome | None


Event = TurnDue | TurnCalledOff | TurnRefused | SeatClosed
"""What is sent to a bot after the welcome."""


def checked_hello(name: str, version: str, games: tuple[str, ...], at_once: int, token: bytes) -> BotHello:
    """A hello that makes sense.

    Raises:
        Refusal: it doesn't; `field` says where.
    """
    if not _NAME.fullmatch(name):
        raise _unfit("name", "a bot's name has 1 to 40 characters: letters a to z, digits, - and _")
    if len(version) > _MAX_VERSION or not version.isprintable():
        raise _unfit("version", f"a version has at most {_MAX_VERSION} printable characters")
    if not 1 <= len(games) <= _MAX_GAMES or max(map(len, games)) > _MAX_GAME_ID:
        raise _unfit("games", f"a bot names 1 to {_MAX_GAMES} games that it plays")
    if not 0 <= at_once <= MAX_AT_ONCE:
        raise _unfit("concurrency", f"a bot takes 1 to {MAX_AT_ONCE} turns at once")
    if len(token) != TOKEN_BYTES:
        raise _unfit("bot_token", f"a bot's token has {TOKEN_BYTES} bytes")
    # Not the hash of a seat token: who reads one in a log can't tell whether the same bytes were used for both.
    owner = hashlib.sha256(b"undercroft bot " + token).hexdigest()
    return BotHello(MARK + name, version, games, max(1, at_once), owner)


def _unfit(field: str, why: str) -> Refusal:
    return Refusal(Reason.BAD_REQUEST, why, field=field)
