"""Who sits where, and which decision a hosted bot owes."""

from __future__ import annotations

import msgspec

from undercroft.game import Seat

__all__ = ["BotTurn", "Occupant"]


class Occupant(msgspec.Struct, frozen=True):
    """Who sits on a seat: kind `open`, `player` or `bot`; a bot's name is its spec, the rest is as in `Seated`."""

    kind: str
    name: str = ""
    token_hash: str = ""
    version: str = ""
    owner: str = ""


class BotTurn(msgspec.Struct, frozen=True):
    """A decision that a hosted bot owes: `bot` is the spec to ask, the decision began at `seq`."""

    seat: Seat
    seq: int
    bot: str
