"""The one table from the reasons of a refusal to what gRPC calls them, and the way a refusal leaves."""

from __future__ import annotations

import secrets
from typing import Any, NoReturn

import grpc
import structlog
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]
from grpc_status import rpc_status

from undercroft.match import Reason, Refusal
from undercroft.v1 import match_pb2, refusal_pb2

__all__ = ["DOMAIN", "STATUS", "abort", "ended_message", "incident", "refusal_message"]

DOMAIN = "undercroft"
MAX_MESSAGE_BYTES = 600
MAX_DETAILS_BYTES = 3_000
"""Trailing metadata beyond 8 KiB is cut off or refused by clients. The message is in it twice, once with 3 characters
for each byte outside ASCII; the details once, in base64."""

_log = structlog.get_logger(__name__)

STATUS: dict[Reason, grpc.StatusCode] = {
    Reason.ILLEGAL_ACTION: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.INVALID_ACTION: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.NOT_YOUR_TURN: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.STALE: grpc.StatusCode.ABORTED,
    Reason.SEQ_AHEAD: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.MATCH_OVER: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.MATCH_NOT_STARTED: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.MATCH_SUSPENDED: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.COMMAND_ID_REUSED: grpc.StatusCode.ALREADY_EXISTS,
    Reason.UNKNOWN_GAME: grpc.StatusCode.NOT_FOUND,
    Reason.UNKNOWN_BOT: grpc.StatusCode.NOT_FOUND,
    Reason.BOT_REFUSED: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.BAD_OPTION: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.BAD_SEATS: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.BAD_REQUEST: grpc.StatusCode.INVALID_ARGUMENT,
    Reason.UNKNOWN_MATCH: grpc.StatusCode.NOT_FOUND,
    Reason.UNKNOWN_CODE: grpc.StatusCode.NOT_FOUND,
    Reason.SEAT_TAKEN: grpc.StatusCode.ALREADY_EXISTS,
    Reason.UNKNOWN_SEAT: grpc.StatusCode.PERMISSION_DENIED,
    Reason.FORBIDDEN: grpc.StatusCode.PERMISSION_DENIED,
    Reason.RATE_LIMITED: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Reason.STORAGE_UNAVAILABLE: grpc.StatusCode.UNAVAILABLE,
    Reason.SHUTTING_DOWN: grpc.StatusCode.UNAVAILABLE,
    Reason.SEED_NOT_ALLOWED: grpc.StatusCode.PERMISSION_DENIED,
    Reason.UNSUPPORTED: grpc.StatusCode.UNIMPLEMENTED,
    Reason.RECORD_CLOSED: grpc.StatusCode.PERMISSION_DENIED,
    Reason.UNKNOWN_SUBSCRIPTION: grpc.StatusCode.NOT_FOUND,
    Reason.INTERNAL: grpc.StatusCode.INTERNAL,
    Reason.UNAUTHENTICATED: grpc.StatusCode.UNAUTHENTICATED,
    Reason.TIME_UP: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.TURN_OVER: grpc.StatusCode.FAILED_PRECONDITION,
    Reason.NAME_TAKEN: grpc.StatusCode.ALREADY_EXISTS,
}


def refusal_message(refusal: Refusal, command_id: str = "", subscription: int = 0) -> refusal_pb2.Refusal:
    """A refusal as a frame of a stream."""
    return refusal_pb2.Refusal(
        command_id=command_id,
        reason=refusal_pb2.Reason.Value(f"REASON_{refusal.reason}"),
        message=refusal.message,
        details=refusal.details,
        subscription=subscription,
    )


def ended_message(subscription: int, refusal: Refusal | None) -> match_pb2.SubscriptionEnded:
    """The end of a subscription that the server refuses to go on with, or (None) that was taken over."""
    if refusal is None:
        return match_pb2.SubscriptionEnded(subscription=subscription, why=match_pb2.SubscriptionEnded.WHY_TAKEN_OVER)
    return match_pb2.SubscriptionEnded(
        subscription=subscription,
        why=match_pb2.SubscriptionEnded.WHY_REFUSED,
        refusal=refusal_message(refusal),
    )


async def abort(context: grpc.aio.ServicerContext[Any, Any], refusal: Refusal) -> NoReturn:
    """End a call with the status of a refusal; its details hold a google.rpc.ErrorInfo."""
    message = refusal.message.encode()[:MAX_MESSAGE_BYTES].decode(errors="ignore")
    info = error_details_pb2.ErrorInfo(reason=refusal.reason, domain=DOMAIN, metadata=_fitting(refusal.details))
    packed = any_pb2.Any()
    packed.Pack(info)
    code = STATUS[refusal.reason]
    status = rpc_status.to_status(status_pb2.Status(code=code.value[0], message=message, details=[packed]))
    await context.abort(status.code, status.details or "", status.trailing_metadata or ())


def _fitting(details: dict[str, str]) -> dict[str, str]:
    """The details that fit into trailing metadata, first come first served."""
    fitting: dict[str, str] = {}
    left = MAX_DETAILS_BYTES
    for key, value in details.items():
        left -= len(value.encode())
        if left < 0:
            break
        fitting[key] = value
    return fitting


def incident(where: str, match: str | None = None, seat: int | None = None) -> Refusal:
    """Log the exception in hand, and make the refusal that tells nothing of it but a number."""
    number = secrets.token_hex(4)
    known = {name: value for name, value in (("match", match), ("seat", seat)) if value is not None}
    _log.exception("internal error", where=where, incident=number, **known)
    return Refusal(Reason.INTERNAL, f"a fault of the server; its operator can look up number {number}")
