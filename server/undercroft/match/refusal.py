"""Why a command is refused: one enum, one exception."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from undercroft.game import UndercroftError

__all__ = ["Reason", "Refusal"]


class Reason(StrEnum):
    """The reasons of `proto/undercroft/v1/refusal.proto`, by the same names; what each means is said there."""

    ILLEGAL_ACTION = "ILLEGAL_ACTION"
    INVALID_ACTION = "INVALID_ACTION"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    STALE = "STALE"
    SEQ_AHEAD = "SEQ_AHEAD"
    MATCH_OVER = "MATCH_OVER"
    MATCH_NOT_STARTED = "MATCH_NOT_STARTED"
    MATCH_SUSPENDED = "MATCH_SUSPENDED"
    COMMAND_ID_REUSED = "COMMAND_ID_REUSED"
    UNKNOWN_GAME = "UNKNOWN_GAME"
    UNKNOWN_BOT = "UNKNOWN_BOT"
    BOT_REFUSED = "BOT_REFUSED"
    BAD_OPTION = "BAD_OPTION"
    BAD_SEATS = "BAD_SEATS"
    BAD_REQUEST = "BAD_REQUEST"
    UNKNOWN_MATCH = "UNKNOWN_MATCH"
    UNKNOWN_CODE = "UNKNOWN_CODE"
    SEAT_TAKEN = "SEAT_TAKEN"
    UNKNOWN_SEAT = "UNKNOWN_SEAT"
    FORBIDDEN = "FORBIDDEN"
    RATE_LIMITED = "RATE_LIMITED"
    STORAGE_UNAVAILABLE = "STORAGE_UNAVAILABLE"
    SHUTTING_DOWN = "SHUTTING_DOWN"
    SEED_NOT_ALLOWED = "SEED_NOT_ALLOWED"
    UNSUPPORTED = "UNSUPPORTED"
    RECORD_CLOSED = "RECORD_CLOSED"
    UNKNOWN_SUBSCRIPTION = "UNKNOWN_SUBSCRIPTION"
    INTERNAL = "INTERNAL"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    TIME_UP = "TIME_UP"
    TURN_OVER = "TURN_OVER"
    NAME_TAKEN = "NAME_TAKEN"


class Refusal(UndercroftError):
    """A command that is not carried out; nothing has changed.

    `details` are strings for programs; lists are JSON. Message and details say only what the sender may know.
    """

    def __init__(self, reason: Reason, message: str, **details: Any) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.details = {
            key: value if isinstance(value, str) else msgspec.json.encode(value).decode()
            for key, value in details.items()
        }
