"""`undercroft record`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from undercroft.cli.playing.record_file import Record

__all__ = ["command"]


@click.group("record")
def command() -> None:
    """Read the records of matches, as `play --record` writes them."""


@command.command("show")
@click.argument("file", type=click.Path(path_type=Path))
def show(file: Path) -> None:
    """Show what was played in the match whose record is FILE."""
    from undercroft.cli.playing.record_file import read_record
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.safe_text import safe_line

    record = read_record(file)
    Console().tell(safe_line(line) for line in _lines(record))


def _lines(record: Record) -> Iterator[str]:
    yield f"{record.game} {record.version}, match {record.match}"
    options = ", ".join(f"{name}={value}" for name, value in record.options.items())
    yield f"options: {options or 'none'}"
    for seat in record.seats:
        yield f"seat {seat.seat}: {seat.name} ({seat.kind})"
    width = len(str(len(record.actions)))
    for number, action in enumerate(record.actions, 1):
        who = action.seat if isinstance(action.seat, str) else f"seat {action.seat}"
        yield f"{number:>{width}}. {who}: {action.action}"
    if record.outcome is None:
        yield "no outcome"
        return
    returns = ", ".join(map(str, record.outcome.returns))
    winners = ", ".join(f"seat {seat}" for seat in record.outcome.winners) or "nobody"
    yield f"{record.outcome.reason}: won by {winners}; returns {returns}"
