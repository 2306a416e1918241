"""The facts a seat is told, numbered from 1."""

from __future__ import annotations

from typing import Any

import msgspec

from undercroft.v1 import match_pb2
from undercroft_client.enums import SeatKind
from undercroft_client.errors import ProtocolError
from undercroft_client.values import Outcome

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
    "UnknownFact",
]


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """Something this seat was told: number `seq` of its facts, from 1, and a sentence for a person if asked for."""

    seq: int
    sentence: str = ""


class EntryFact(Fact, frozen=True, kw_only=True):
    """An entry of the game's journal: its number for this reader, its type, and all of it as `data`."""

    n: int
    type: str
    data: dict[str, Any]


class SeatedFact(Fact, frozen=True, kw_only=True):
    """A seat was taken."""

    seat: int
    kind: SeatKind
    name: str


class LeftFact(Fact, frozen=True, kw_only=True):
    """A seat has given up (`reason` is `resigned`), and the bot `stand_in` plays on for it."""

    seat: int
    reason: str
    stand_in: str


class EndedFact(Fact, frozen=True, kw_only=True):
    """The match is over; no outcome if it was aborted. `secret` opens the commitment if the record is open to all."""

    outcome: Outcome | None
    reason: str
    secret: bytes = b""


class SuspendedFact(Fact, frozen=True, kw_only=True):
    """The match can't go on here for now."""

    reason: str


class ResumedFact(Fact, frozen=True, kw_only=True):
    """The match goes on."""


class SaidFact(Fact, frozen=True, kw_only=True):
    """Chat."""

    seat: int
    text: str


class DrawOfferedFact(Fact, frozen=True, kw_only=True):
    """A draw was offered."""

    seat: int


class RematchAskedFact(Fact, frozen=True, kw_only=True):
    """A seat would play another match of the same kind; `SeatSession.rematch` agrees."""

    seat: int


class RematchedFact(Fact, frozen=True, kw_only=True):
    """All have asked, and the next match is there. `client.seat(fact.match_id, token)` goes on, with the same token.

    Whoever sat on seat s of this match sits on `seats[s]` of that one.
    """

    match_id: str
    seats: tuple[int, ...]


class RematchFailedFact(Fact, frozen=True, kw_only=True):
    """All have asked, and the next match can't be made, for a reason in a word: `bot_unavailable`. All may ask anew."""

    reason: str


class UnknownFact(Fact, frozen=True, kw_only=True):
    """A kind of fact that this client doesn't know yet."""


def fact_from_wire(fact: match_pb2.Fact, seq: int) -> Fact:
    """The value for a message, as fact number `seq`.

    Raises:
        ProtocolError: an entry isn't JSON of the shape agreed.
    """
    told = fact.sentence
    match fact.WhichOneof("fact"):
        case "entry":
            return _entry(fact.entry, seq, told)
        case "seated":
            seated = fact.seated
            return SeatedFact(
                seq=seq, sentence=told, seat=seated.seat, kind=SeatKind.from_wire(seated.kind), name=seated.name
            )
        case "ended":
            return _ended(fact.ended, seq, told)
        case "suspended":
            return SuspendedFact(seq=seq, sentence=told, reason=fact.suspended.reason)
        case "resumed":
            return ResumedFact(seq=seq, sentence=told)
        case "said":
            return SaidFact(seq=seq, sentence=told, seat=fact.said.seat, text=fact.said.text)
        case "draw_offered":
            return DrawOfferedFact(seq=seq, sentence=told, seat=fact.draw_offered.seat)
        case "rematch_asked":
            return RematchAskedFact(seq=seq, sentence=told, seat=fact.rematch_asked.seat)
        case "rematched":
            match_id, seats = fact.rematched.match_id, tuple(fact.rematched.seats)
            return RematchedFact(seq=seq, sentence=told, match_id=match_id, seats=seats)
        case "rematch_failed":
            return RematchFailedFact(seq=seq, sentence=told, reason=fact.rematch_failed.reason)
        case "left":
            left = fact.left
            return LeftFact(seq=seq, sentence=told, seat=left.seat, reason=left.reason, stand_in=left.stand_in)
        case _:
            return UnknownFact(seq=seq, sentence=told)


def _ended(ended: match_pb2.Ended, seq: int, sentence: str) -> EndedFact:
    outcome = Outcome.from_wire(ended.outcome) if ended.HasField("outcome") else None
    return EndedFact(seq=seq, sentence=sentence, outcome=outcome, reason=ended.reason, secret=ended.secret)


def _entry(text: str, seq: int, sentence: str) -> EntryFact:
    try:
        head = msgspec.json.decode(text, type=_EntryHead)
        data = msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise ProtocolError(f"a journal entry can't be read: {error}") from error
    return EntryFact(seq=seq, sentence=sentence, n=head.n, type=head.type, data=data)


class _EntryHead(msgspec.Struct):
    n: int
    type: str
