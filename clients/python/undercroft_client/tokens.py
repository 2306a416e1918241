"""Secrets and names that a client makes for itself."""

from __future__ import annotations

import secrets
from typing import Final

__all__ = ["TOKEN_BYTES", "SeatToken", "new_id", "new_token"]

TOKEN_BYTES: Final = 32
"""Length of a seat token (`JoinMatchRequest.seat_token`)."""


class SeatToken(bytes):
    """A seat token: plain bytes that don't show in `repr`, `str` or a log. `hex()` is for keeping one in a file."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "SeatToken(…)"

    __str__ = __repr__


def new_token() -> SeatToken:
    """32 random bytes that prove a seat. Who keeps them can come back from anywhere; who loses them can't."""
    return SeatToken(secrets.token_bytes(TOKEN_BYTES))


def new_id() -> str:
    """A random id of 32 characters for a request or a command, so that it can be sent again without harm."""
    return secrets.token_hex(16)
