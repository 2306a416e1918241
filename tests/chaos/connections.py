"""The connections of our clients, all through the proxy: each a TCP connection of its own, to be hurt by itself."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random
from types import TracebackType
from typing import Any, Final, Self

import grpc.aio

from undercroft.v1 import match_pb2, match_pb2_grpc
from undercroft_client import Accepted, Backoff, Client, Refused
from undercroft_client.channel import KEEPALIVE_OPTIONS
from undercroft_client.status import error_of

PATIENCE_S: Final = 180.0
QUICK: Final = Backoff(0.05, 0.5)
"""Quick to come back, so that many faults fit into a short run."""
ALONE: Final = (("grpc.use_local_subchannel_pool", 1),)
"""Without it channels to one address share a TCP connection."""

_CALL_S = 10.0
_AGAIN_S = 0.1
_PASSING = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.DEADLINE_EXCEEDED)


class Connections:
    """So many clients of the library, and as many bare channels for what the library wouldn't do."""

    def __init__(self, address: str, count: int) -> None:
        self.address = address
        self.clients = [Client(address, patience=PATIENCE_S, backoff=QUICK, options=ALONE) for _ in range(count)]
        self._count = count
        self._channels: list[grpc.aio.Channel] = []
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        for client in self.clients:
            await self._open.enter_async_context(client)
        for _ in range(self._count):
            channel = bare_channel(self.address)
            self._channels.append(await self._open.enter_async_context(channel))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._open.aclose()

    def client(self, random: Random) -> Client:
        """One of the clients."""
        return random.choice(self.clients)

    async def act(self, random: Random, request: match_pb2.ActRequest) -> Accepted:
        """Send an action by a bare channel, again and again until there is an answer.

        Raises:
            Refused: by the server.
            ClientError: the call ended with a status that says nothing of the sort.
        """
        while True:
            stub = match_pb2_grpc.MatchServiceStub(random.choice(self._channels))
            try:
                answer = await stub.Act(request, timeout=_CALL_S)
            except grpc.aio.AioRpcError as error:
                why = error_of(error)
                if isinstance(why, Refused) or error.code() not in _PASSING:
                    raise why from error
                await asyncio.sleep(_AGAIN_S)
            else:
                return Accepted(answer.accepted.command_id, answer.accepted.seq)


def bare_channel(address: str, *options: tuple[str, Any]) -> grpc.aio.Channel:
    """A channel with nothing of the library but its keepalive."""
    return grpc.aio.insecure_channel(address, options=(*KEEPALIVE_OPTIONS, *ALONE, *options))
