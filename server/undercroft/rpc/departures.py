"""Clients that go away while something is being sent to them are no fault of the server's.

gRPC says so itself, and keeps silent about a write that failed because the client has gone. But often the write fails
a moment before it knows, and then it logs an error with a traceback for each of that client's streams.
"""

from __future__ import annotations

import logging
from typing import Final

import grpc.aio

__all__ = ["pass_over_departures"]

_LOGGER: Final = "grpc._cython.cygrpc"
_FAILED: Final = 'Failed "execute_batch"'
"""How gRPC words an operation that was begun and came to nothing; one that it refuses to begin is another matter."""


def pass_over_departures() -> None:
    """Keep them out of this process's log. Calling it again changes nothing."""
    logging.getLogger(_LOGGER).addFilter(_is_no_departure)


def _is_no_departure(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, grpc.aio.InternalError) and str(error).startswith(_FAILED))
