"""Bare transport: bytes as long as those of real play go the same ways, and nothing is made of them or read in them."""

from __future__ import annotations

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from functools import partial
from time import monotonic

import msgspec

from undercroft.bench.server.figures import Sizes
from undercroft.bench.server.load.streams import Frames, Stream, Streams
from undercroft.bench.server.load.window import CLOSED, Window
from undercroft.bench.server.orders import RAW_METHOD, Hello, RawKind
from undercroft.bench.server.plan import Shape

__all__ = ["RawFrames", "RawPairs", "RawTransport", "raw_transport"]

_encode = msgspec.json.Encoder().encode


class RawTransport(ABC):
    """Passes bytes to a raw server and back, with as much under way at a time as real play has."""

    def __init__(self, address: str, shape: Shape) -> None:
        self._streams = Streams(address, RAW_METHOD, shape)
        self._window = CLOSED
        self._busy = 0
        self._quiet = asyncio.Event()

    @abstractmethod
    async def open(self) -> None:
        """Open the streams; each has been greeted by the server when this returns."""

    @abstractmethod
    def _first(self) -> Frames:
        """The frames that begin, as many as are under way at a time."""

    async def run(self, window: Window, seconds: float) -> None:
        """Go on until the window closes, in about so many seconds, and come to rest."""
        self._window = window
        self._quiet.clear()
        frames = list(self._first())
        self._busy = len(frames)
        await self._streams.send(frames)
        await self._streams.until(self._quiet.wait(), seconds)

    async def close(self) -> None:
        """Leave the server."""
        await self._streams.close()

    async def _greet(self, hellos: Sequence[tuple[Stream, Hello]]) -> None:
        self._busy = len(hellos)
        await self._streams.send((stream, _encode(hello)) for stream, hello in hellos)
        await self._streams.until(self._quiet.wait())

    def _rest(self) -> Frames:
        self._busy -= 1
        if not self._busy:
            self._quiet.set()
        return ()


class RawPairs(RawTransport):
    """Two streams for every match; the seats take turns, and a move goes on when all that was sent for it has come.

    With `echo` that is one message to the mover, with `fan` one to each seat.
    """

    def __init__(self, address: str, matches: int, kind: RawKind, sizes: Sizes) -> None:
        super().__init__(address, "stream_a_seat")
        self._matches = matches
        self._act = bytes(round(sizes.act))
        self._to_mover = round(sizes.to_mover)
        self._to_other = round(sizes.to_other) if kind == "fan" else 0
        self._pairs: list[_Pair] = []

    async def open(self) -> None:
        """Open two streams a match."""
        hellos = []
        for _ in range(self._matches):
            pair = _Pair()
            pair.streams = [self._streams.open(partial(self._received, pair)) for _ in range(2)]
            hello = Hello(secrets.token_hex(8), self._to_mover, self._to_other)
            hellos += [(stream, hello) for stream in pair.streams]
            self._pairs.append(pair)
        await self._greet(hellos)

    def _first(self) -> Frames:
        return [frame for pair in self._pairs for frame in self._move(pair)]

    def _received(self, pair: _Pair, frame: bytes) -> Frames:
        if not frame:  # the server's greeting
            return self._rest()
        pair.missing -= 1
        if pair.missing:
            return ()
        self._window.completed(pair.began)
        return self._move(pair) if self._window.is_open() else self._rest()

    def _move(self, pair: _Pair) -> Frames:
        pair.missing = 2 if self._to_other else 1
        pair.turn = 1 - pair.turn
        pair.began = monotonic()
        return ((pair.streams[pair.turn], self._act),)


class _Pair:
    """The streams of one match's seats, whose turn it is, and how many messages of the move are still to come."""

    __slots__ = ("began", "missing", "streams", "turn")

    def __init__(self) -> None:
        self.streams: list[Stream] = []
        self.turn = 1
        self.missing = 0
        self.began = 0.0


class RawFrames(RawTransport):
    """One stream for all matches, and on it frames of as many moves as a frame of real play carries.

    A frame is answered by one frame with the answers to all its moves: with `echo` the movers', with `fan` both
    seats'. That is how a connection carries many matches (everything due goes into one frame), so it is what the
    transport of a move costs there; a message for each move would be another, dearer way of carrying them.
    """

    def __init__(self, address: str, matches: int, kind: RawKind, sizes: Sizes) -> None:
        super().__init__(address, "multiplexed")
        self._frames = max(1, round(matches / sizes.moves_a_frame))
        self._moves = matches / self._frames
        self._acts = bytes(round(sizes.act * self._moves))
        down = sizes.to_mover + (sizes.to_other if kind == "fan" else 0)
        self._down = round(down * self._moves)
        self._under_way: deque[float] = deque()

    async def open(self) -> None:
        """Open the stream."""
        self._stream = self._streams.open(self._received)
        await self._greet([(self._stream, Hello(secrets.token_hex(8), self._down))])

    def _first(self) -> Frames:
        return [self._frame() for _ in range(self._frames)]

    def _received(self, frame: bytes) -> Frames:
        if not frame:  # the server's greeting
            return self._rest()
        self._window.completed(self._under_way.popleft(), self._moves)
        return (self._frame(),) if self._window.is_open() else self._rest()

    def _frame(self) -> tuple[Stream, bytes]:
        self._under_way.append(monotonic())
        return self._stream, self._acts


def raw_transport(shape: Shape, address: str, matches: int, kind: RawKind, sizes: Sizes) -> RawTransport:
    """The bare transport of a shape's moves."""
    transport = RawFrames if shape == "multiplexed" else RawPairs
    return transport(address, matches, kind, sizes)
