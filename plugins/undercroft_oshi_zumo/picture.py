"""A view as a picture: the ring with its fields and the wrestler, both sides' coins, and how things stand."""

from __future__ import annotations

from html import escape
from typing import Final

from undercroft.game import Svg
from undercroft_oshi_zumo.board import caption, purses
from undercroft_oshi_zumo.values import View
from undercroft_oshi_zumo.words import Words, words_in

__all__ = ["Picture"]

_FIELD: Final = 56
_SIDE: Final = 110
"""Room beside the fields for the name of a side."""

_LEAST: Final = 640
"""A width in which the longest caption has room."""

_HEIGHT: Final = 210
_TOP: Final = 56
"""Where the fields begin."""

_INK: Final = "#1F2328"
_PAPER: Final = "#FDFDFB"
_CLAY: Final = "#E4CFA4"
_STRAW: Final = "#8A6A2F"
_BELTS: Final = ("#B3261E", "#1F5FBF")
"""The colours of West and East."""


class Picture(Svg[View]):
    """Draws views."""

    def draw(self, view: View, lang: str) -> str:
        """A complete SVG document, 56 units a field."""
        words = words_in(lang)
        fields = 2 * view.options.fields + 1
        width = max(_FIELD * fields + 2 * _SIDE, _LEAST)
        says = escape(caption(view, lang))
        middle = width / 2
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" fill="{_INK}" '
                f'font-family="DejaVu Sans,Verdana,Arial,sans-serif" text-anchor="middle">',
                f"<title>{says}</title>",
                f'<rect width="{width}" height="{_HEIGHT}" fill="{_PAPER}"/>',
                *[_field(middle, place) for place in range(-view.options.fields, view.options.fields + 1)],
                *[_side(view, middle, seat, words) for seat in (0, 1)],
                _wrestler(_x(middle, view.place)),
                f'<text x="{middle:g}" y="{_TOP + 94}" font-size="16">{escape(purses(view, words))}</text>',
                f'<text x="{middle:g}" y="{_HEIGHT - 20}" font-size="16" font-weight="bold">{says}</text>',
                "</svg>",
            ]
        )


def _x(middle: float, place: int) -> float:
    """The middle of a field."""
    return middle + _FIELD * place


def _field(middle: float, place: int) -> str:
    """A field; the middle one has the line where the game begins."""
    x = _x(middle, place)
    field = (
        f'<rect x="{x - _FIELD / 2:g}" y="{_TOP}" width="{_FIELD}" height="{_FIELD}" fill="{_CLAY}" '
        f'stroke="{_STRAW}" stroke-width="2"/>'
    )
    if place == 0:
        field += f'<path d="M{x:g} {_TOP + 6}v{_FIELD - 12}" stroke="{_PAPER}" stroke-width="5"/>'
    return field


def _side(view: View, middle: float, seat: int, words: Words) -> str:
    """The bale at the edge of a side, and its name."""
    way = 1 if seat else -1
    edge = middle + way * (_FIELD * view.options.fields + _FIELD / 2)
    return (
        f'<path d="M{edge:g} {_TOP - 6}v{_FIELD + 12}" stroke="{_BELTS[seat]}" stroke-width="6" '
        f'stroke-linecap="round"/>'
        f'<text x="{edge + way * 44:g}" y="{_TOP - 16}" font-size="16" font-weight="bold" fill="{_BELTS[seat]}">'
        f"{words.sides[seat]}</text>"
    )


def _wrestler(x: float) -> str:
    """The wrestler, seen from above."""
    y = _TOP + _FIELD / 2
    return (
        f'<g transform="translate({x:g} {y:g})"><circle r="21" fill="#F3C9A5" stroke="{_INK}" stroke-width="2"/>'
        f'<circle r="9" fill="{_INK}"/><path d="M0-9v-7" stroke="{_INK}" stroke-width="4" stroke-linecap="round"/></g>'
    )
