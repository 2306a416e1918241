"""Pieces of drawings as SVG elements: basic shapes, then the marks that the scheme and its panel share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Final

from undercroft_psychos.geometry import outline, rounded
from undercroft_psychos.map_values import Point

__all__ = [
    "DANGER",
    "INK",
    "PAPER",
    "SEAT_COLOURS",
    "circle",
    "cross",
    "die",
    "home",
    "ink_on",
    "pin",
    "rect",
    "shape",
    "star",
    "stroke",
    "text",
    "wedge",
]

PAPER: Final = "#FDFDFB"
INK: Final = "#1F2328"
DANGER: Final = "#C9211E"
_GOLD: Final = "#FFC400"

SEAT_COLOURS: Final = ("#FFFFFF", "#2F6BFF", "#FFD21F", "#A63BD6", "#35D0E0", "#F0343C")
"""White, blue, yellow, purple, cyan and red, by seat."""

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_DARK: Final = 150


def text(at: Point, words: str, size: float, classes: str = "", fill: str = "") -> str:
    """A line of text; classes of the document's style: `m` middle, `e` end, `b` bold, `i` italic, `n` with a halo."""
    extra = (f' class="{classes}"' if classes else "") + (f' fill="{fill}"' if fill else "")
    return f'<text x="{rounded(at[0])}" y="{rounded(at[1])}" font-size="{rounded(size)}"{extra}>{escape(words)}</text>'


def circle(at: Point, radius: float, fill: str, edge: str = "", width: float = 0) -> str:
    """A disc, perhaps with an edge."""
    line = f' stroke="{edge}" stroke-width="{rounded(width)}"' if edge else ""
    return f'<circle cx="{rounded(at[0])}" cy="{rounded(at[1])}" r="{rounded(radius)}" fill="{fill}"{line}/>'


def rect(at: Point, width: float, height: float, radius: float, fill: str, edge: str = "") -> str:
    """A rectangle with round corners."""
    size = f'width="{rounded(width)}" height="{rounded(height)}" rx="{rounded(radius)}"'
    line = f' stroke="{edge}" stroke-width="1.6"' if edge else ""
    return f'<rect x="{rounded(at[0])}" y="{rounded(at[1])}" {size} fill="{fill}"{line}/>'


def stroke(points: Sequence[Point], colour: str, width: float, dashes: str = "") -> str:
    """A line through points with round corners and ends."""
    extra = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{outline(points)}" stroke="{colour}" stroke-width="{rounded(width)}" class="l"{extra}/>'


def shape(points: Sequence[Point], fill: str, edge: str = "", width: float = 0) -> str:
    """A closed figure."""
    line = f' stroke="{edge}" stroke-width="{rounded(width)}" stroke-linejoin="round"' if edge else ""
    return f'<path d="{outline(points)}Z" fill="{fill}"{line}/>'


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour (luma of ITU-R BT.601)."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > _DARK else "#FFFFFF"


def wedge(tail: Point, tip: Point, size: float, fill: str) -> str:
    """An arrow head half way between two points, towards the second one; nothing if they are one point."""
    length = math.dist(tail, tip)
    if length == 0:
        return ""
    dx, dy = (tip[0] - tail[0]) / length * size, (tip[1] - tail[1]) / length * size
    x, y = (tip[0] + tail[0]) / 2, (tip[1] + tail[1]) / 2
    return shape(
        [(x + dx, y + dy), (x - 0.6 * dx - dy, y - 0.6 * dy + dx), (x - 0.6 * dx + dy, y - 0.6 * dy - dx)], fill
    )


def star(at: Point, radius: float) -> str:
    """The goal: a star with eight points."""
    radii = (radius, 0.66 * radius) * 8
    turns = [(each, math.radians(22.5 * number)) for number, each in enumerate(radii)]
    points = [(at[0] + each * math.sin(turn), at[1] - each * math.cos(turn)) for each, turn in turns]
    return shape(points, _GOLD, INK, 1.6)


def cross(at: Point, size: float) -> str:
    """A piece was knocked home here: a red cross with a white edge."""
    x, y = at
    ways = ([(x - size, y - size), (x + size, y + size)], [(x - size, y + size), (x + size, y - size)])
    return "".join(stroke(way, colour, width) for colour, width in (("#FFFFFF", 6), (DANGER, 3.4)) for way in ways)


def home(at: Point, radius: float, seat: int) -> str:
    """The start of a piece: a ring of its colour with a dark edge."""
    return circle(at, radius, "none", INK, 4.4) + circle(at, radius, "none", SEAT_COLOURS[seat], 3)


def pin(tip: Point, head: Point, radius: float, seat: int) -> str:
    """A piece: a pin with the number of the seat on its head."""
    colour = SEAT_COLOURS[seat]
    share = 0.8 * radius / math.dist(tip, head)
    nx, ny = -(head[1] - tip[1]) * share, (head[0] - tip[0]) * share
    needle = shape([tip, (head[0] + nx, head[1] + ny), (head[0] - nx, head[1] - ny)], colour, INK, 2)
    figure = text((head[0], head[1] + 4), str(seat), 11.5, "m b", ink_on(colour))
    return needle + circle(head, radius, colour, INK, 2) + figure


def die(at: Point, value: int) -> str:
    """A die of 28 units, `at` its upper left corner."""
    pips = [circle((at[0] + 14 + 7.5 * x, at[1] + 14 + 7.5 * y), 2.7, INK) for x, y in _PIPS[value]]
    return rect(at, 28, 28, 5, "#FFFFFF", INK) + "".join(pips)
