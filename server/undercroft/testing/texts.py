"""What may stand in a text that a person reads, and what in a picture."""

from __future__ import annotations

import typing
from typing import Any, Final
from xml.parsers import expat

from undercroft.game import Style
from undercroft.soundness import CONTROL

__all__ = ["board_fault", "svg_fault"]

STYLES: Final = frozenset(typing.get_args(Style))


def board_fault(board: Any) -> str | None:
    """What is wrong with a board (`undercroft.game.Text`), or None."""
    if not isinstance(board, tuple) or not all(isinstance(line, tuple) for line in board):
        return "not a tuple of lines, each a tuple of spans"
    for row, line in enumerate(board):
        for span in line:
            fault = _span_fault(span)
            if fault is not None:
                return f"line {row}: {fault}"
    return None


def _span_fault(span: Any) -> str | None:
    if not isinstance(span, tuple) or len(span) != 2:
        return f"not a span: {span!r}"
    text, style = span
    if not isinstance(text, str):
        return f"not a text: {text!r}"
    if CONTROL.search(text):
        return f"a control character in {text!r}"
    return None if style in STYLES else f"unknown style {style!r}"


def svg_fault(document: Any) -> str | None:
    """What is wrong with an SVG document, or None."""
    if not isinstance(document, str):
        return f"not a text: {type(document).__name__}"
    roots: list[str] = []
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = lambda name, _: roots.append(name)
    try:
        parser.Parse(document.encode(), True)
    except (expat.ExpatError, UnicodeEncodeError) as error:
        return f"not well-formed XML: {error}"
    return None if roots[0] == "http://www.w3.org/2000/svg svg" else f"the root is {roots[0]!r}, not svg"
