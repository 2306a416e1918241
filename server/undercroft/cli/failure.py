"""How a command says that what was asked for failed: one sentence on stderr and exit status 1."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import IO, Any

import click

from undercroft.cli.screen.safe_text import safe_block

__all__ = ["Failure", "perhaps", "warn"]


class Failure(click.ClickException):
    """The thing asked for failed. The message is a sentence that names the thing; wrong usage is `click.UsageError`."""

    def __init__(self, message: str, exit_status: int = 1) -> None:
        super().__init__(safe_block(message))
        self.exit_code = exit_status  # type: ignore[misc] # click asks the instance

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence to stderr."""
        click.echo(f"undercroft: {self.format_message()}", file=file or sys.stderr)


def warn(message: str) -> None:
    """Print a sentence to stderr and go on."""
    click.echo(f"undercroft: {safe_block(message)}", err=True)


def perhaps(nearest: Sequence[str]) -> str:
    """` Perhaps 'a' or 'b'?`, or nothing where nothing is near."""
    return f" Perhaps {' or '.join(repr(name) for name in nearest)}?" if nearest else ""
