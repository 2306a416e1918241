"""Which of a client's connections has a seat."""

from __future__ import annotations

from typing import NamedTuple

from undercroft.game import UndercroftError

__all__ = ["UNCLAIMED", "Claim", "Superseded"]


class Claim(NamedTuple):
    """Which of a client's connections follows a seat. `client` is its own random name; empty: it doesn't say."""

    client: bytes = b""
    connection: int = 0

    def yields_to(self, other: Claim) -> bool:
        """Whether the same client has made a newer connection, of which the server heard first."""
        return bool(self.client) and self.client == other.client and self.connection < other.connection


UNCLAIMED = Claim()
"""Of a client that doesn't say: whoever comes last has the seat."""


class Superseded(UndercroftError):
    """A connection that its client has given up was heard late: a newer one of the same client has the seat."""
