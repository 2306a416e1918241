"""What encloses a method is entered before it and left after it, however it ends; the kind of the method stays."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest

from undercroft.rpc.enclosing import enclosed, is_stream


async def unary(request: Any, context: Any) -> str:
    context.append(request)
    if request == "fail":
        raise RuntimeError
    return "answer"


async def generator(request: Any, context: Any) -> AsyncIterator[str]:
    yield await unary(request, context)


@asynccontextmanager
async def around(context: Any) -> AsyncIterator[None]:
    context.append("in")
    try:
        yield
    finally:
        context.append("out")


HANDLERS = [
    (grpc.unary_unary_rpc_method_handler(unary), "unary_unary", False),
    (grpc.unary_stream_rpc_method_handler(generator), "unary_stream", True),
    (grpc.stream_unary_rpc_method_handler(unary), "stream_unary", True),
    (grpc.stream_stream_rpc_method_handler(generator), "stream_stream", True),
    (grpc.stream_stream_rpc_method_handler(unary), "stream_stream", True),
]


@pytest.mark.parametrize(("handler", "name", "stream"), HANDLERS)
@pytest.mark.parametrize("request_", ["ask", "fail"])
async def test_every_kind_of_method_is_entered_and_left(handler: Any, name: str, stream: bool, request_: str) -> None:
    assert is_stream(handler) is stream
    method = getattr(enclosed(handler, around), name)
    assert inspect.isasyncgenfunction(method) is inspect.isasyncgenfunction(getattr(handler, name))
    happened: list[str] = []
    called = method(request_, happened)
    try:
        answers = [answer async for answer in called] if inspect.isasyncgen(called) else [await called]
        assert answers == ["answer"]
    except RuntimeError:
        assert request_ == "fail"
    assert happened == ["in", request_, "out"]
