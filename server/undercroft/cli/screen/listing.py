"""Listings as aligned columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from undercroft.cli.screen.boards import width
from undercroft.cli.screen.console import Console
from undercroft.cli.screen.safe_text import safe_line

__all__ = ["print_table"]


def print_table(console: Console, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under their heads; nothing where there are no rows."""
    if not rows:
        return
    clean = [[safe_line(cell) for cell in row] for row in rows]
    widths = [max(width(row[column]) for row in [heads, *clean]) for column in range(len(heads))]
    console.say(console.style(_line(heads, widths), bold=True))
    console.tell(_line(row, widths) for row in clean)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(_padded(cells, widths)).rstrip()


def _padded(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    return (cell + " " * (wide - width(cell)) for cell, wide in zip(cells, widths, strict=True))
