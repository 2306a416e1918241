"""Boards as a terminal shows them: styled spans with colours and a frame, or plain lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, Final

import click
import msgspec

from undercroft.cli.screen.safe_text import safe_line

__all__ = ["draw", "framed", "width"]

_Board = list[list[tuple[str, str]]]
_decode = msgspec.json.Decoder(_Board).decode

_COLOURS: Final[dict[str, dict[str, Any]]] = {
    "dim": {"dim": True},
    "strong": {"bold": True},
    "own": {"fg": "bright_green", "bold": True},
    "rival": {"fg": "bright_red", "bold": True},
    "terrain": {"fg": "yellow"},
    "ground": {"fg": "bright_black"},
    "mark": {"fg": "bright_cyan"},
    "danger": {"fg": "red"},
    "good": {"fg": "green"},
    "seat0": {"fg": "bright_white", "bold": True},
    "seat1": {"fg": "bright_blue", "bold": True},
    "seat2": {"fg": "bright_yellow", "bold": True},
    "seat3": {"fg": "bright_magenta", "bold": True},
    "seat4": {"fg": "bright_cyan", "bold": True},
    "seat5": {"fg": "bright_red", "bold": True},
}
"""What the styles of `undercroft.game.Style` look like; a style that isn't here is plain."""


_FRAME: Final = 4
"""Columns of a frame."""


def draw(board_json: str, fancy: bool, columns: int = 80) -> list[str]:
    """The lines of a board as the server sends it (a JSON list of lines, each a list of [text, style]).

    With `fancy` coloured by escape codes, and framed if that fits `columns`; else as it is. A board that can't be read
    is no lines.
    """
    try:
        board = _decode(board_json) if board_json else []
    except msgspec.DecodeError:
        return []
    clean = [[(safe_line(text), style) for text, style in line] for line in board]
    if not fancy:
        return ["".join(text for text, _ in line).rstrip() for line in clean]
    coloured = ["".join(click.style(text, **_COLOURS.get(style, {})) for text, style in line) for line in clean]
    widths = [sum(width(text) for text, _ in line) for line in clean]
    return framed(coloured, widths) if widths and max(widths) + _FRAME <= columns else coloured


def framed(lines: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The lines in a box; `widths` are their widths on the screen."""
    most = max(widths)
    body = [f"│ {line}{' ' * (most - taken)} │" for line, taken in zip(lines, widths, strict=True)]
    return [f"╭{'─' * (most + 2)}╮", *body, f"╰{'─' * (most + 2)}╯"]


def width(text: str) -> int:
    """How many columns a text takes (Unicode Standard Annex 11): wide characters two, combining ones none."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )
