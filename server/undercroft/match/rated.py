"""What a match says about the strength of its bots, once it is over."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from undercroft.match.occupants import Occupant
from undercroft.match.position import Position

__all__ = ["RatedBot", "RatedResult", "decode_result", "encode_result", "rated_result"]


class RatedBot(msgspec.Struct, frozen=True, order=True):
    """A bot on a ladder: another version is another bot."""

    name: str
    version: str = ""


class RatedResult(msgspec.Struct, frozen=True):
    """How a rated match ended: the bots of each side, which sides have won (none in a draw).

    `failed` are the bots that didn't make all of their moves themselves. With any of them the result says nothing of
    anybody's strength, and only that they have failed counts.
    """

    sides: tuple[tuple[RatedBot, ...], ...]
    winners: tuple[int, ...] = ()
    failed: tuple[RatedBot, ...] = ()


def rated_result(position: Position) -> RatedResult | None:
    """What a match that has just ended says, or None: it isn't rated, or has no outcome."""
    outcome = position.outcome
    if outcome is None or not position.created.rated:
        return None
    sides = sorted(set(position.sides))
    return RatedResult(
        sides=tuple(_bots(position.occupants[seat] for seat in _seats(position, side)) for side in sides),
        winners=tuple(n for n, side in enumerate(sides) if set(_seats(position, side)) & set(outcome.winners)),
        failed=_bots(position.occupants[seat] for seat in position.failed),
    )


def _seats(position: Position, side: int) -> list[int]:
    return [seat for seat, its in enumerate(position.sides) if its == side]


def _bots(occupants: Iterable[Occupant]) -> tuple[RatedBot, ...]:
    """Each of them once."""
    return tuple(sorted({RatedBot(occupant.name, occupant.version) for occupant in occupants}))


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(RatedResult)


def encode_result(result: RatedResult) -> bytes:
    """The result as it is stored."""
    return _encoder.encode(result)


def decode_result(data: bytes) -> RatedResult:
    """The stored result.

    Raises:
        msgspec.DecodeError: these bytes are none of this version.
    """
    return _decoder.decode(data)
