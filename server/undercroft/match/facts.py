"""What readers are told. A reader is a seat or `SPECTATOR`; its facts are numbered by `seq` from 1.

`seq` is a function of the log alone: the same after a restart and on any node.
"""

from __future__ import annotations

import msgspec

from undercroft.game import Outcome, Seat

__all__ = ["EndedFact", "EntryFact", "Fact", "ResumedFact", "SeatedFact", "SuspendedFact"]


class EntryFact(msgspec.Struct, frozen=True):
    """A journal entry of the game: JSON with the reader's own number `n`."""

    json: bytes


class SeatedFact(msgspec.Struct, frozen=True):
    """A seat was taken by a `player` or a `bot`."""

    seat: Seat
    kind: str
    name: str


class EndedFact(msgspec.Struct, frozen=True):
    """The match is over. `secret` (hex) opens the commitment if the record is open to all, else empty."""

    reason: str
    outcome: Outcome | None
    secret: str


class SuspendedFact(msgspec.Struct, frozen=True):
    """The match can't go on for now; `reason` is a word without details."""

    reason: str


class ResumedFact(msgspec.Struct, frozen=True):
    """The match goes on."""


Fact = EntryFact | SeatedFact | EndedFact | SuspendedFact | ResumedFact
