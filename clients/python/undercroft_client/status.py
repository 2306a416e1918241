"""gRPC statuses as errors of this package."""

from __future__ import annotations

from typing import Final

import grpc
import grpc.aio
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

from undercroft_client.enums import Reason
from undercroft_client.errors import CallFailed, ClientError, Refused

__all__ = ["DOMAIN", "TRANSIENT", "error_of"]

DOMAIN: Final = "undercroft"
"""The domain of the ErrorInfo in a status (`proto/undercroft/v1/refusal.proto`)."""

TRANSIENT: Final = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
"""Statuses after which the same call may succeed: no connection, or dropped by a busy server before it began."""

_DETAILS_KEY: Final = "grpc-status-details-bin"


def error_of(error: grpc.aio.AioRpcError) -> ClientError:
    """`Refused` if the status carries a reason of ours, else `CallFailed`."""
    message = error.details() or ""
    info = _info(error)
    if info is None:
        return CallFailed(error.code().name, message)
    return Refused(Reason.from_name(info.reason), message, dict(info.metadata))


def _info(error: grpc.aio.AioRpcError) -> error_details_pb2.ErrorInfo | None:
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS_KEY and isinstance(value, bytes):
            return _parse(value)
    return None


def _parse(value: bytes) -> error_details_pb2.ErrorInfo | None:
    info = error_details_pb2.ErrorInfo()
    try:
        for detail in status_pb2.Status.FromString(value).details:
            if detail.Unpack(info) and info.domain == DOMAIN:
                return info
    except DecodeError:
        return None
    return None
