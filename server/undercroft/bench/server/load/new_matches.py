"""Matches that are made before a slice begins, so that making them is no part of what is measured."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import Any, Final, NamedTuple

import grpc

from undercroft.bench.server.plan import BenchFailed
from undercroft.v1 import match_pb2, match_pb2_grpc

__all__ = ["NewMatch", "NewMatches"]

_AT_ONCE: Final = 16


class NewMatch(NamedTuple):
    """A match that nobody has looked at yet, and the tokens of its seats."""

    match_id: str
    tokens: tuple[bytes, bytes]


class NewMatches:
    """A stock of them."""

    def __init__(self, channel: grpc.aio.Channel, game: str) -> None:
        stub: Any = match_pb2_grpc.MatchServiceStub(channel)
        self._create = stub.CreateMatch
        self._game = game
        self._stock: deque[NewMatch] = deque()

    async def have(self, matches: int) -> None:
        """Make as many as are missing.

        Raises:
            BenchFailed: the server doesn't make them.
        """
        while (missing := matches - len(self._stock)) > 0:
            self._stock.extend(await asyncio.gather(*(self._make() for _ in range(min(missing, _AT_ONCE)))))

    def take(self) -> NewMatch | None:
        """One of them, if any is left."""
        return self._stock.popleft() if self._stock else None

    async def _make(self) -> NewMatch:
        tokens = secrets.token_bytes(32), secrets.token_bytes(32)
        fills = [match_pb2.SeatFill(mine=match_pb2.SeatFill.Mine(seat_token=token, name="bench")) for token in tokens]
        request = match_pb2.CreateMatchRequest(request_id=secrets.token_hex(16), game=self._game, seats=fills)
        try:
            response = await self._create(request)
        except grpc.aio.AioRpcError as error:
            raise BenchFailed(f"the server makes no match of {self._game}: {error.details()}") from error
        return NewMatch(response.match.match_id, tokens)
