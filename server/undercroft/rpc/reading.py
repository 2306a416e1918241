"""Requests that can't be read are refused like any other bad request: gRPC alone would tell the client our errors."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable
from typing import Any, Final, TypeAlias

import grpc

from undercroft.match import Reason, Refusal
from undercroft.rpc.errors import abort

__all__ = ["UNREADABLE", "Unreadable", "reading_safely", "unreadable"]

Context = grpc.aio.ServicerContext[Any, Any]
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Behavior = Callable[[Any, Context], Any]


class Unreadable:
    """Stands for bytes that are no message of the type that was due."""


UNREADABLE: Final = Unreadable()


def unreadable() -> Refusal:
    """Why bytes that are no message are refused."""
    return Refusal(Reason.BAD_REQUEST, "these bytes are no such message", field="")


def reading_safely(handler: Handler) -> Handler:
    """The handler, refusing what can't be read. One that reads by itself (`context.read`) gets `UNREADABLE`."""
    deserialize, serialize = _lenient(handler.request_deserializer), handler.response_serializer
    if handler.request_streaming and handler.response_streaming:
        streaming = _checked_stream(handler.stream_stream)
        return grpc.stream_stream_rpc_method_handler(streaming, deserialize, serialize)
    if handler.request_streaming:
        collecting = _checked_stream(handler.stream_unary)
        return grpc.stream_unary_rpc_method_handler(collecting, deserialize, serialize)
    if handler.response_streaming:
        answering = _checked(handler.unary_stream)
        return grpc.unary_stream_rpc_method_handler(answering, deserialize, serialize)
    return grpc.unary_unary_rpc_method_handler(_checked(handler.unary_unary), deserialize, serialize)


def _lenient(deserialize: Callable[[bytes], Any] | None) -> Callable[[bytes], Any] | None:
    if deserialize is None:
        return None

    def read(data: bytes) -> Any:
        try:
            return deserialize(data)
        except Exception:
            return UNREADABLE

    return read


def _checked(behavior: Any) -> Behavior:
    """A method that takes one request. gRPC tells a generator from a coroutine by how it is defined."""
    if inspect.isasyncgenfunction(behavior):

        async def stream(request: Any, context: Context) -> AsyncIterator[Any]:
            if request is UNREADABLE:
                await abort(context, unreadable())
            async for response in behavior(request, context):
                yield response

        return stream

    async def call(request: Any, context: Context) -> Any:
        if request is UNREADABLE:
            await abort(context, unreadable())
        return await behavior(request, context)

    return call


def _checked_stream(behavior: Any) -> Behavior:
    """A method that takes a stream of requests."""
    if inspect.isasyncgenfunction(behavior):

        async def stream(requests: AsyncIterator[Any], context: Context) -> AsyncIterator[Any]:
            async for response in behavior(_readable(requests, context), context):
                yield response

        return stream

    async def call(requests: AsyncIterator[Any], context: Context) -> Any:
        return await behavior(_readable(requests, context), context)

    return call


async def _readable(requests: AsyncIterator[Any], context: Context) -> AsyncIterator[Any]:
    async for request in requests:
        if request is UNREADABLE:
            await abort(context, unreadable())
        yield request
