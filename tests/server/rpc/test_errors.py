"""Refusals outside streams: a status whose details a program can read, small enough for every client."""

from __future__ import annotations

import json
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from undercroft.match import Reason, Refusal
from undercroft.rpc.errors import abort

METADATA_LIMIT = 8 * 1024
"""What gRPC's clients take as trailing metadata unless they are told otherwise."""


class Aborted(Exception):
    pass


class Context:
    """Notes with what a call was ended."""

    def __init__(self) -> None:
        self.code: Any = None
        self.message = ""
        self.metadata: Any = ()

    async def abort(self, code: Any, message: str, metadata: Any) -> None:
        self.code, self.message, self.metadata = code, message, metadata
        raise Aborted

    def trailing_metadata(self) -> Any:
        return self.metadata

    def details(self) -> str:
        return self.message


class Ended(grpc.Call):  # type: ignore[misc] # what `rpc_status` reads of a call that ended
    def __init__(self, context: Context) -> None:
        self._context = context

    def code(self) -> Any:
        return self._context.code

    def details(self) -> Any:
        return self._context.message

    def trailing_metadata(self) -> Any:
        return self._context.metadata

    def _unused(self, *_: Any) -> Any:
        raise NotImplementedError

    initial_metadata = is_active = time_remaining = cancel = add_callback = _unused


async def ended_by(refusal: Refusal) -> tuple[Context, error_details_pb2.ErrorInfo]:
    context = Context()
    with pytest.raises(Aborted):
        await abort(context, refusal)  # type: ignore[arg-type]
    status = rpc_status.from_call(Ended(context))
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    return context, info


def size(context: Context) -> int:
    """Bytes of the trailing metadata as HTTP/2 counts them: the message percent-encoded, binary values in base64."""
    message = sum(1 if 32 <= byte < 127 else 3 for byte in context.message.encode())
    return message + sum(32 + len(key) + (len(value) + 2) // 3 * 4 for key, value in context.metadata)


@pytest.mark.parametrize("reason", Reason)
async def test_reason_domain_and_details_get_through(reason: Reason) -> None:
    context, info = await ended_by(Refusal(reason, "because", seq=3, nearest=["a", "ж"]))
    assert (info.reason, info.domain) == (reason.value, "undercroft")
    assert dict(info.metadata) == {"seq": "3", "nearest": '["a","ж"]'}
    assert context.message == "because"


async def test_two_hundred_legal_actions_get_through_whole() -> None:
    legal = [f"{file}{rank}x{file}{rank}" for file in "abcdefghij" for rank in range(1, 21)]
    context, info = await ended_by(Refusal(Reason.ILLEGAL_ACTION, "that isn't legal now", legal=legal))
    assert json.loads(info.metadata["legal"]) == legal
    assert size(context) < METADATA_LIMIT


@pytest.mark.parametrize("letter", ["x", "ж", "🂡", "\x00", "\n", '"'])
async def test_no_refusal_is_too_long_for_a_client(letter: str) -> None:
    refusal = Refusal(Reason.ILLEGAL_ACTION, letter * 5_000, seq=3, legal=[letter] * 5_000, nearest=[letter * 3_000])
    context, info = await ended_by(refusal)
    assert size(context) < METADATA_LIMIT
    assert info.metadata["seq"] == "3"
    assert context.message == letter * len(context.message), "cut between letters"
