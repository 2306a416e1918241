"""What can go wrong for a client: one root, `ClientError`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import msgspec

from undercroft.v1 import refusal_pb2
from undercroft_client.enums import Reason

__all__ = ["CallFailed", "ClientError", "ConnectionLost", "ProtocolError", "Refused", "TakenOver"]


class ClientError(Exception):
    """The root of every error this package raises on purpose."""

    def again(self) -> Self:
        """The same error as a new object, so that raising it often doesn't grow its traceback."""
        other = type(self).__new__(type(self), *self.args)
        other.__dict__.update(self.__dict__)
        return other


class Refused(ClientError):
    """The server refused, and says why.

    Switch on `reason`; `message` is a sentence for a person. `details` are strings as sent; `legal` and `nearest` are
    the lists some reasons carry, else empty.
    """

    def __init__(self, reason: Reason, message: str, details: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.details = dict(details or {})

    @classmethod
    def from_wire(cls, refusal: refusal_pb2.Refusal) -> Self:
        """The error for a refusal frame."""
        return cls(Reason.from_wire(refusal.reason), refusal.message, refusal.details)

    @property
    def legal(self) -> list[str]:
        """Texts of the legal actions, after ILLEGAL_ACTION and INVALID_ACTION."""
        return self._names("legal")

    @property
    def nearest(self) -> list[str]:
        """Names that were perhaps meant, after UNKNOWN_GAME, UNKNOWN_BOT and BAD_OPTION."""
        return self._names("nearest")

    @property
    def retry_after(self) -> float:
        """Seconds to wait, after RATE_LIMITED; else 0."""
        try:
            return max(0.0, float(self.details.get("seconds", "0")))
        except ValueError:
            return 0.0

    @property
    def newest_seq(self) -> int:
        """The seq of the newest legal list, after STALE; else 0."""
        text = self.details.get("seq", "")
        return int(text) if text.isascii() and text.isdecimal() else 0

    def _names(self, key: str) -> list[str]:
        try:
            return msgspec.json.decode(self.details.get(key, "[]"), type=list[str])
        except msgspec.MsgspecError:
            return []


class TakenOver(ClientError):
    """Another connection has taken the seat over. Coming back would take it over in turn, so nobody does it unasked."""


class ConnectionLost(ClientError):
    """The server couldn't be reached for as long as the caller was ready to wait."""


class CallFailed(ClientError):
    """A call ended with a gRPC status that names no reason; `code` is its name (`UNIMPLEMENTED`)."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class ProtocolError(ClientError):
    """The server sent what it must not send, as facts that don't follow on."""
