"""What `--json` prints: exactly one line, in characters that no terminal takes for a command."""

from __future__ import annotations

import json
from typing import Any

import click
import msgspec

__all__ = ["print_json"]


def print_json(value: Any) -> None:
    """Print a value as one line of JSON. All that isn't ASCII is escaped: some of it may be a stranger's."""
    click.echo(json.dumps(msgspec.to_builtins(value), ensure_ascii=True, separators=(",", ":")))
