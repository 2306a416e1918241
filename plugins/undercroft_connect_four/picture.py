"""A view as a picture: the board with its discs, the newest one and a line that won marked."""

from __future__ import annotations

from html import escape
from typing import Final

from undercroft.game import Svg
from undercroft_connect_four.board import caption
from undercroft_connect_four.values import Cell, View

__all__ = ["Picture"]

_CELL: Final = 60
_EDGE: Final = 20
_BELOW: Final = 64
"""Room under the board for the columns' numbers and the caption."""

_INK: Final = "#1F2328"
_PAPER: Final = "#FDFDFB"
_BOARD: Final = "#1F5FBF"
_HOLE: Final = "#E9EEF5"
_DISCS: Final = {"x": ("#D93A2B", "#8F1E14"), "o": ("#F5C518", "#A07C00")}
"""Face and embossing of each seat's discs; the mark on a disc tells them apart without the colours."""

_MARK: Final = {"x": "M-9-9 9 9M9-9-9 9", "o": "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0"}


class Picture(Svg[View]):
    """Draws views."""

    def draw(self, view: View, lang: str) -> str:
        """A complete SVG document, 60 units a cell."""
        width = _CELL * view.options.columns + 2 * _EDGE
        height = _CELL * view.options.rows + _EDGE + _BELOW
        says = escape(caption(view, lang))
        middle = width / 2
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" fill="{_INK}" '
                f'font-family="DejaVu Sans,Verdana,Arial,sans-serif" text-anchor="middle">',
                f"<title>{says}</title>",
                f'<rect width="{width}" height="{height}" fill="{_PAPER}"/>',
                f'<rect x="{_EDGE / 2}" y="{_EDGE / 2}" width="{width - _EDGE}" '
                f'height="{_CELL * view.options.rows + _EDGE}" rx="14" fill="{_BOARD}"/>',
                *[_hole(view, (column + 1, row + 1)) for column in range(view.options.columns)
                  for row in range(view.options.rows)],
                *[_number(view, column + 1) for column in range(view.options.columns)],
                f'<text x="{middle:g}" y="{height - 14}" font-size="18" font-weight="bold">{says}</text>',
                "</svg>",
            ]
        )  # fmt: skip


def _middle(view: View, cell: Cell) -> tuple[int, int]:
    """Where the middle of a cell is drawn."""
    column, row = cell
    return (_EDGE + _CELL * column - _CELL // 2, _EDGE + _CELL * (view.options.rows - row) + _CELL // 2)


def _hole(view: View, cell: Cell) -> str:
    """A cell with what lies in it."""
    x, y = _middle(view, cell)
    mark = view.board[-cell[1]][cell[0] - 1]
    if mark == ".":
        return f'<circle cx="{x}" cy="{y}" r="24" fill="{_HOLE}"/>'
    face, relief = _DISCS[mark]
    disc = (
        f'<g transform="translate({x} {y})"><circle r="24" fill="{face}" stroke="{relief}" stroke-width="2"/>'
        f'<path d="{_MARK[mark]}" fill="none" stroke="{relief}" stroke-width="4" stroke-linecap="round"/>'
    )
    if view.result is not None and cell in view.result.line:
        disc += '<circle r="26" fill="none" stroke="#FFFFFF" stroke-width="5"/>'
    elif cell == view.last:
        disc += '<circle r="26" fill="none" stroke="#FFFFFF" stroke-width="2.5" stroke-dasharray="5 4"/>'
    return disc + "</g>"


def _number(view: View, column: int) -> str:
    """The number of a column, under the board."""
    x, y = _middle(view, (column, 1))
    return f'<text x="{x}" y="{y + 58}" font-size="16">{column}</text>'
