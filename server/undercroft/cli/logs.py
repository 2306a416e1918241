"""Where a server's log goes: to the operator's stderr, or, when a person plays in the same process, into a file.

Configured once, before anything is served: calls that are collected during a later configuration can deadlock
(grpc/grpc #43421).
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import IO, Any, Final

import structlog

from undercroft.cli.failure import Failure

__all__ = ["LOG_FILE", "log_to_file", "log_to_stderr"]

LOG_FILE: Final = "undercroft.log"
"""In the user's state directory: what would disturb a person at the screen."""


def log_to_stderr() -> None:
    """For people on a terminal, as JSON otherwise."""
    for_people = sys.stderr.isatty()
    renderer: Any = (
        # Plain tracebacks: the fancy ones print local variables, and those hold tokens and secrets.
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        if for_people
        else structlog.processors.JSONRenderer()
    )
    _configure(sys.stderr, logging.INFO, renderer, tracebacks_as_text=not for_people)


def log_to_file(path: Path) -> None:
    """As JSON, warnings and worse, appended to a file.

    Raises:
        Failure: it can't be written.
    """
    try:
        stream = path.open("a", encoding="utf-8", buffering=1)
    except OSError as error:
        raise Failure(f"the log {path} can't be written: {error.strerror}.") from error
    _configure(stream, logging.WARNING, structlog.processors.JSONRenderer(), tracebacks_as_text=True)


def _configure(stream: IO[str], level: int, renderer: Any, *, tracebacks_as_text: bool) -> None:
    """Send structlog's lines and those of the standard library the same way."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last = [structlog.processors.format_exc_info, renderer] if tracebacks_as_text else [renderer]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last]
        )
    )
    logging.basicConfig(handlers=[handler], level=level, force=True)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
