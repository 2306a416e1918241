"""A method of a service with something around it: before its first request is looked at, and after its end."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, TypeAlias

import grpc

__all__ = ["enclosed", "is_stream"]

Context = grpc.aio.ServicerContext[Any, Any]
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"

_ARITIES: Final[dict[tuple[bool, bool], tuple[str, Callable[..., Handler]]]] = {
    (False, False): ("unary_unary", grpc.unary_unary_rpc_method_handler),
    (False, True): ("unary_stream", grpc.unary_stream_rpc_method_handler),
    (True, False): ("stream_unary", grpc.stream_unary_rpc_method_handler),
    (True, True): ("stream_stream", grpc.stream_stream_rpc_method_handler),
}


def is_stream(handler: Handler) -> bool:
    """Whether calls of a method may stay open."""
    return bool(handler.request_streaming or handler.response_streaming)


def enclosed(handler: Handler, around: Callable[[Context], AbstractAsyncContextManager[None]]) -> Handler:
    """The same method, every call of it within `around`."""
    name, made = _ARITIES[bool(handler.request_streaming), bool(handler.response_streaming)]
    behavior = _within(getattr(handler, name), around)
    return made(behavior, handler.request_deserializer, handler.response_serializer)


def _within(
    behavior: Callable[[Any, Context], Any], around: Callable[[Context], AbstractAsyncContextManager[None]]
) -> Callable[[Any, Context], Any]:
    """The function itself: a generator if it was one, as gRPC tells those from coroutines by how they are defined."""
    if inspect.isasyncgenfunction(behavior):

        async def stream(request: Any, context: Context) -> AsyncIterator[Any]:
            async with around(context):
                async for response in behavior(request, context):
                    yield response

        return stream

    async def call(request: Any, context: Context) -> Any:
        async with around(context):
            return await behavior(request, context)

    return call
