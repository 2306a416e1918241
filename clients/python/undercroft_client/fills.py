"""How a new match is set up: who sits where, and how time is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from undercroft.v1 import match_pb2
from undercroft_client.tokens import SeatToken, new_token

__all__ = ["Bot", "Correspondence", "Fischer", "Mine", "Open", "PerMove", "SeatFill", "TimeControl"]


class Open(msgspec.Struct, frozen=True):
    """Somebody joins with a code."""


class Mine(msgspec.Struct, frozen=True):
    """The one who makes the match, under a name of 1 to 40 characters. No token: a new one is made."""

    name: str
    token: bytes | None = None

    def __post_init__(self) -> None:
        """Keep the token as one that doesn't show."""
        token = new_token() if self.token is None else SeatToken(self.token)
        msgspec.structs.force_setattr(self, "token", token)


class Bot(msgspec.Struct, frozen=True):
    """A bot of the server: a spec (`heuristic`, `mcts:seconds=1`) or a level of the game (`hard`)."""

    spec: str


SeatFill = Open | Mine | Bot


class PerMove(msgspec.Struct, frozen=True):
    """So many seconds for each decision."""

    seconds: float


class Fischer(msgspec.Struct, frozen=True):
    """A base and an increment after each own action, in seconds."""

    base: float
    increment: float


class Correspondence(msgspec.Struct, frozen=True):
    """So many days for each decision."""

    days: int


TimeControl = PerMove | Fischer | Correspondence


def seat_to_wire(fill: SeatFill) -> match_pb2.SeatFill:
    """The message for a seat."""
    match fill:
        case Open():
            return match_pb2.SeatFill(open=match_pb2.SeatFill.Open())
        case Mine(name, token):
            return match_pb2.SeatFill(mine=match_pb2.SeatFill.Mine(name=name, seat_token=bytes(token or b"")))
        case Bot(spec):
            return match_pb2.SeatFill(bot=spec)


def tokens_of(fills: Sequence[SeatFill]) -> dict[int, SeatToken]:
    """The tokens of the maker's own seats, by seat."""
    return {seat: SeatToken(fill.token or b"") for seat, fill in enumerate(fills) if isinstance(fill, Mine)}


def time_to_wire(control: TimeControl | None) -> match_pb2.TimeControl | None:
    """The message for a time control; None is none."""
    wire = match_pb2.TimeControl
    match control:
        case PerMove(seconds):
            return wire(per_move=wire.PerMove(milliseconds=_milliseconds(seconds)))
        case Fischer(base, increment):
            kind = wire.Fischer(base_milliseconds=_milliseconds(base), increment_milliseconds=_milliseconds(increment))
            return wire(fischer=kind)
        case Correspondence(days):
            return wire(correspondence=wire.Correspondence(days=days))
        case None:
            return None


def time_from_wire(message: match_pb2.TimeControl) -> TimeControl | None:
    """How time is counted in a match; None: not at all, or in a way this client doesn't know."""
    match message.WhichOneof("kind"):
        case "per_move":
            return PerMove(message.per_move.milliseconds / 1000)
        case "fischer":
            fischer = message.fischer
            return Fischer(fischer.base_milliseconds / 1000, fischer.increment_milliseconds / 1000)
        case "correspondence":
            return Correspondence(message.correspondence.days)
        case _:
            return None


def options_to_wire(options: Mapping[str, Any] | str) -> str:
    """Options as a JSON object; a string is taken for JSON already, no options are an empty string."""
    if isinstance(options, str):
        return options
    return msgspec.json.encode(dict(options)).decode() if options else ""


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
