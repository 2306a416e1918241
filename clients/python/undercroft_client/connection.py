"""How the connection of a client is, and how long it waits between attempts."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from enum import StrEnum

import msgspec

__all__ = ["Backoff", "Connection", "ConnectionListener", "ConnectionState"]


class ConnectionState(StrEnum):
    """What can be said of the connection."""

    IDLE = "idle"
    """Not needed so far."""
    CONNECTED = "connected"
    LOST = "lost"
    """Gone; it is tried again in `Connection.retry_in` seconds."""
    GIVEN_UP = "given_up"
    """Every session has ended with the error."""
    CLOSED = "closed"
    """By the client itself."""


class Connection(msgspec.Struct, frozen=True):
    """A change of the connection, to be shown to a person.

    `attempt` counts the attempts since it was lost, from 1; `why` is a few words; `again` tells a return (`CONNECTED`)
    from the first time.
    """

    state: ConnectionState
    retry_in: float = 0.0
    attempt: int = 0
    why: str = ""
    again: bool = False


ConnectionListener = Callable[[Connection], None]


class Backoff(msgspec.Struct, frozen=True):
    """Seconds between attempts: `first`, doubled each time, never above `most`; a random half of it is left out.

    The random part keeps a thousand clients of one server from coming back in one instant.
    """

    first: float = 0.2
    most: float = 10.0

    def delay(self, attempt: int) -> float:
        """Seconds before an attempt; the first is number 1."""
        whole = min(self.most, self.first * 2.0 ** min(attempt - 1, 30))
        return whole * secrets.SystemRandom().uniform(0.5, 1.0)
