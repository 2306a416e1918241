"""Counts calls as they end, by method and status; in front of everything else that a call passes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, TypeAlias

import grpc

from undercroft.rpc.enclosing import enclosed

__all__ = ["OTHER", "Counting"]

Context = grpc.aio.ServicerContext[Any, Any]
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Ended = Callable[[str, str], None]

OTHER: Final = "other"
"""Stands for every method that isn't ours: callers choose those names."""

_NAMES: Final = {code.value[0]: code.name for code in grpc.StatusCode}


class Counting(grpc.aio.ServerInterceptor):
    """Calls `ended(method, status)`; methods that aren't among `known` (`/package.Service/Method`) are `OTHER`."""

    def __init__(self, known: frozenset[str], ended: Ended) -> None:
        self._known = known
        self._ended = ended

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Let the call through, with somebody who notes how it ends."""
        handler = await continuation(handler_call_details)
        method = handler_call_details.method if handler_call_details.method in self._known else OTHER
        if handler is None:
            self._ended(method, "UNIMPLEMENTED")
            return None
        return enclosed(handler, partial(self._noting, method))

    @asynccontextmanager
    async def _noting(self, method: str, context: Context) -> AsyncIterator[None]:
        status = "UNKNOWN"  # what gRPC makes of an exception
        try:
            yield
            status = _status(context)
        except (asyncio.CancelledError, GeneratorExit):  # the client has gone
            status = "CANCELLED"
            raise
        except grpc.aio.AbortError:
            status = _status(context)
            raise
        finally:
            self._ended(method, status)


def _status(context: Context) -> str:
    """The name of a status that was set; `OK` if none was."""
    code: Any = context.code()
    return code.name if isinstance(code, grpc.StatusCode) else _NAMES.get(code or 0, "UNKNOWN")
