"""The wire's enums as words. A number that this client doesn't know yet is `UNSPECIFIED`, never an error."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Self

from google.protobuf.descriptor import EnumDescriptor

from undercroft.v1 import match_pb2, refusal_pb2

__all__ = ["MatchStatus", "Reason", "RecordPolicy", "SeatKind", "SpectatorPolicy", "TimeoutPolicy", "WireEnum"]


class WireEnum(StrEnum):
    """An enum with the members of the proto enum of the same name, without its prefix."""

    @classmethod
    def from_wire(cls, number: int) -> Self:
        """The member of a wire number; `UNSPECIFIED` for a number from a newer server."""
        return cls.from_name(_names(cls.__name__).get(number, "UNSPECIFIED"))

    @classmethod
    def from_name(cls, name: str) -> Self:
        """The member of a name without prefix; `UNSPECIFIED` for a name from a newer server."""
        return cls.__members__.get(name, cls["UNSPECIFIED"])

    @property
    def wire_name(self) -> str:
        """The name with its prefix, as generated code knows it."""
        return f"{_prefix(_descriptor(type(self).__name__))}{self.name}"


class MatchStatus(WireEnum):
    """How far a match has come."""

    UNSPECIFIED = "unspecified"
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    SUSPENDED = "suspended"
    ABORTED = "aborted"

    @property
    def over(self) -> bool:
        """Whether no action can come any more."""
        return self in (MatchStatus.FINISHED, MatchStatus.ABORTED)


class SeatKind(WireEnum):
    """What sits on a seat."""

    UNSPECIFIED = "unspecified"
    OPEN = "open"
    PLAYER = "player"
    BOT = "bot"


class RecordPolicy(WireEnum):
    """Who may read the record after the end; `UNSPECIFIED` leaves it to the server."""

    UNSPECIFIED = "unspecified"
    ALL = "all"
    OWN = "own"
    NONE = "none"


class SpectatorPolicy(WireEnum):
    """What spectators get; `UNSPECIFIED` leaves it to the server."""

    UNSPECIFIED = "unspecified"
    OFF = "off"
    PUBLIC_VIEW = "public_view"
    AFTER_END = "after_end"


class TimeoutPolicy(WireEnum):
    """What happens to a seat whose time is up; `UNSPECIFIED` leaves it to the server."""

    UNSPECIFIED = "unspecified"
    FORFEIT = "forfeit"
    BOT = "bot"


class Reason(WireEnum):
    """Why something was refused: the names of `undercroft.v1.Reason`, where each is explained."""

    UNSPECIFIED = "UNSPECIFIED"
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


def _descriptor(name: str) -> EnumDescriptor:
    for file in (match_pb2.DESCRIPTOR, refusal_pb2.DESCRIPTOR):
        if name in file.enum_types_by_name:
            return file.enum_types_by_name[name]
    raise LookupError(name)


def _prefix(descriptor: EnumDescriptor) -> str:
    return descriptor.values_by_number[0].name.removesuffix("UNSPECIFIED")


@cache
def _names(enum: str) -> dict[int, str]:
    """The names without prefix, by number."""
    descriptor = _descriptor(enum)
    prefix = _prefix(descriptor)
    return {value.number: value.name.removeprefix(prefix) for value in descriptor.values}
