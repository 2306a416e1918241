"""Unary calls that survive a short absence of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TypeVar

import grpc
import grpc.aio

from undercroft_client.connection import Backoff
from undercroft_client.enums import Reason
from undercroft_client.errors import ClientError, ConnectionLost, Refused
from undercroft_client.status import TRANSIENT, error_of

__all__ = ["Calls", "Metadata"]

Metadata = Sequence[tuple[str, str | bytes]]

Request = TypeVar("Request")
Response = TypeVar("Response")


class Calls:
    """Makes unary calls, and makes them again while the server is away or makes us wait, for `patience` seconds in all.

    Only for calls that may be made twice; all of ours may, by their request ids and tokens.
    """

    def __init__(self, patience: float, backoff: Backoff, metadata: Metadata) -> None:
        self._patience = patience
        self._backoff = backoff
        self._metadata = tuple(metadata)

    async def __call__(self, method: grpc.aio.UnaryUnaryMultiCallable[Request, Response], request: Request) -> Response:
        """The answer to a request.

        Raises:
            Refused: by the server.
            ConnectionLost: no answer within the patience.
            CallFailed: the call ended with a status that names no reason.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + self._patience
        attempt = 0
        why: ClientError | None = None
        while True:
            attempt += 1
            try:
                return await method(request, timeout=max(0.001, end - loop.time()), metadata=self._metadata)
            except grpc.aio.AioRpcError as error:
                why = _passing(error, why)
            delay = self._backoff.delay(attempt) + (why.retry_after if isinstance(why, Refused) else 0.0)
            if loop.time() + delay >= end:
                raise why
            await asyncio.sleep(delay)


def _passing(error: grpc.aio.AioRpcError, before: ClientError | None) -> ClientError:
    """What to raise if the call can't be made again in time.

    Raises:
        ClientError: there is no sense in making it again.
    """
    raised = error_of(error)
    if error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
        # The patience has run out. What was said before tells more.
        raise before or ConnectionLost("the server didn't answer in time") from error
    limited = isinstance(raised, Refused) and raised.reason is Reason.RATE_LIMITED
    if error.code() not in TRANSIENT and not limited:
        raise raised from error
    return raised if isinstance(raised, Refused) else ConnectionLost(f"the server can't be reached: {error.details()}")
