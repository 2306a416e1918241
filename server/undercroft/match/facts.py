"""What readers are told. A reader is a seat or `SPECTATOR`; its facts are numbered by `seq` from 1.

`seq` is a function of the log alone: the same after a restart and on any node.
"""

from __future__ import annotations

import msgspec

from undercroft.game import Outcome, Seat

__all__ = [
    "DrawOfferedFact",
    "EndedFact",
    "EntryFact",
    "Fact",
    "LeftFact",
    "RematchAskedFact",
    "RematchFailedFact",
    "RematchedFact",
    "ResumedFact",
    "SaidFact",
    "SeatedFact",
    "SuspendedFact",
]


class EntryFact(msgspec.Struct, frozen=True, gc=False):  # there may be a million of them
    """A journal entry of the game: JSON with the reader's own number `n`."""

    json: bytes


class SeatedFact(msgspec.Struct, frozen=True):
    """A seat was taken by a `player` or a `bot`."""

    seat: Seat
    kind: str
    name: str


class LeftFact(msgspec.Struct, frozen=True):
    """A seat has given up (`resigned`), and `stand_in` plays on for it."""

    seat: Seat
    why: str
    stand_in: str


class SaidFact(msgspec.Struct, frozen=True):
    """A seat said something."""

    seat: Seat
    text: str


class DrawOfferedFact(msgspec.Struct, frozen=True):
    """A seat would take a draw."""

    seat: Seat


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


class RematchAskedFact(msgspec.Struct, frozen=True):
    """A seat would play another match of the same kind."""

    seat: Seat


class RematchedFact(msgspec.Struct, frozen=True):
    """The rematch was made; who sat on seat s sits on `seats[s]` there, with the same token."""

    match_id: str
    seats: tuple[Seat, ...]


class RematchFailedFact(msgspec.Struct, frozen=True):
    """The rematch that all have asked for can't be made; `why` is a word without details."""

    why: str


Fact = (
    EntryFact
    | SeatedFact
    | LeftFact
    | SaidFact
    | DrawOfferedFact
    | EndedFact
    | SuspendedFact
    | ResumedFact
    | RematchAskedFact
    | RematchedFact
    | RematchFailedFact
)
