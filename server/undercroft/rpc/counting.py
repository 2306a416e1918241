"""Counts calls as they end, by method and status; in front of everything else that a call passes."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import grpc

__all__ = ["OTHER", "Counting"]

Context = grpc.aio.ServicerContext[Any, Any]
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Ended = Callable[[str, str], None]

OTHER: Final = "other"
"""Stands for every method that isn't ours: callers choose those names."""

_ARITIES: Final[dict[tuple[bool, bool], tuple[str, Callable[..., Handler]]]] = {
    (False, False): ("unary_unary", grpc.unary_unary_rpc_method_handler),
    (False, True): ("unary_stream", grpc.unary_stream_rpc_method_handler),
    (True, False): ("stream_unary", grpc.stream_unary_rpc_method_handler),
    (True, True): ("stream_stream", grpc.stream_stream_rpc_method_handler),
}
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
        name, made = _ARITIES[bool(handler.request_streaming), bool(handler.response_streaming)]
        behavior = self._counted(method, getattr(handler, name))
        return made(behavior, handler.request_deserializer, handler.response_serializer)

    def _counted(self, method: str, behavior: Callable[[Any, Context], Any]) -> Callable[[Any, Context], Any]:
        """The same method. gRPC tells a generator from a coroutine by how it is defined."""
        if inspect.isasyncgenfunction(behavior):

            async def stream(request: Any, context: Context) -> AsyncIterator[Any]:
                with self._noting(method, context):
                    async for response in behavior(request, context):
                        yield response

            return stream

        async def call(request: Any, context: Context) -> Any:
            with self._noting(method, context):
                return await behavior(request, context)

        return call

    @contextmanager
    def _noting(self, method: str, context: Context) -> Iterator[None]:
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
