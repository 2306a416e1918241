"""What the bench and its load processes say to each other: one line of JSON each way, one order at a time."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from undercroft.bench.server.figures import Sizes
from undercroft.bench.server.plan import Shape

__all__ = [
    "RAW_METHOD",
    "Failed",
    "Hello",
    "OpenSeats",
    "Order",
    "PrepareRaw",
    "PrepareReal",
    "RawKind",
    "Ready",
    "Reply",
    "Run",
    "Setup",
    "Slice",
    "read_order",
    "read_reply",
]

RAW_METHOD: Final = "/undercroft.bench.Raw/Move"

RawKind = Literal["echo", "fan"]
"""The mover alone is answered, or both seats are."""


class Setup(msgspec.Struct, frozen=True):
    """What a load process is started with: how to connect seats, and the real server's address."""

    shape: Shape
    address: str
    game: str


class OpenSeats(msgspec.Struct, frozen=True, tag=True):
    """Make so many more matches and take both seats of each."""

    matches: int


class PrepareReal(msgspec.Struct, frozen=True, tag=True):
    """Get ready for a slice of real play of so many seconds: have matches at hand for those that will end."""

    seconds: float


class PrepareRaw(msgspec.Struct, frozen=True, tag=True):
    """Get ready for a slice of bare transport: as many streams and outstanding moves as in real play."""

    address: str
    kind: RawKind
    sizes: Sizes


class Run(msgspec.Struct, frozen=True, tag=True):
    """Begin at once, count from `start` to `end` (`time.monotonic`, the same in all processes), and come to rest."""

    start: float
    end: float


class Ready(msgspec.Struct, frozen=True, tag=True):
    """It is done."""


class Slice(msgspec.Struct, frozen=True, tag=True):
    """What was counted: moves, and in real play their latencies (ms) and what they weighed."""

    moves: float
    latencies_ms: list[float] = []
    sizes: Sizes | None = None


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The process has ended, and why."""

    why: str


class Hello(msgspec.Struct, frozen=True, array_like=True):
    """The first message on a raw stream: which pair of streams it belongs to, and the bytes to answer a message with.

    `to_mover` go down the same stream; `to_other` down the pair's other one, if there is any.
    """

    pair: str
    to_mover: int
    to_other: int = 0


Order = OpenSeats | PrepareReal | PrepareRaw | Run
Reply = Ready | Slice | Failed

read_order = msgspec.json.Decoder(Order).decode
read_reply = msgspec.json.Decoder(Reply).decode
