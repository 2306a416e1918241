"""A view as a picture: the scheme with goal, homes, pieces and the last move, and a panel beside it."""

from __future__ import annotations

import math
from html import escape
from typing import Final

from undercroft.game import Svg
from undercroft_psychos.atlas import Atlas
from undercroft_psychos.geometry import Box, rounded
from undercroft_psychos.label_places import overlap
from undercroft_psychos.languages import words_in
from undercroft_psychos.map_values import Point
from undercroft_psychos.panel import PANEL_WIDTH, draw_legend, draw_panel, panel_height
from undercroft_psychos.scheme import Layers, draw_layers
from undercroft_psychos.shapes import INK, PAPER, SEAT_COLOURS, cross, home, pin, star, stroke, wedge
from undercroft_psychos.values import LastMove, View

__all__ = ["Scheme"]

_STYLE: Final = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif}"
    ".l{fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".n{paint-order:stroke;stroke:" + PAPER + ";stroke-width:2.6;stroke-linejoin:round}"
    ".m{text-anchor:middle}.e{text-anchor:end}.b{font-weight:bold}.i{font-style:italic}"
)
_PIN: Final = 19.0
"""From the tip of a pin to the middle of its head."""

_HEAD: Final = 9.5
_ANGLES: Final = (-90, -45, -135, 0, 180, 45, 135, 90, -68, -112, -22, -158)
"""Where a pin's head may be from its station, the best first; degrees clockwise from the right."""


class Scheme(Svg[View]):
    """Draws views of one map. What no match changes is drawn once for each language."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._layers: dict[str, Layers] = {}
        self._legends: dict[str, str] = {}

    def draw(self, view: View, lang: str) -> str:
        """A complete SVG document, in the units of the map's canvas with a panel to the right."""
        spoken = "ru" if lang == "ru" else "en"
        layers = self._layers.get(spoken)
        if layers is None:
            self._legends[spoken] = draw_legend(self._atlas, spoken)
            layers = self._layers[spoken] = draw_layers(self._atlas, spoken)
        width, height = self._atlas.data.canvas
        height = max(height, panel_height(len(self._atlas.data.lines), len(view.chips)))
        whole = f"{rounded(width + PANEL_WIDTH)} {rounded(height)}"
        title = words_in(spoken).goal(None if view.goal is None else self._atlas.full(view.goal, spoken))
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole}" font-size="9" fill="{INK}">',
                f"<title>{escape(title)}</title><style>{_STYLE}</style>",
                f'<rect width="100%" height="100%" fill="{PAPER}"/>',
                layers.below,
                _route(layers, view.last_move),
                _goal(layers, view),
                layers.above,
                _homes(layers, view),
                _knocked(layers, view.last_move),
                _pins(layers, view),
                draw_panel(self._atlas, view, spoken, height, self._legends[spoken]),
                "</svg>",
            ]
        )


def _route(layers: Layers, move: LastMove | None) -> str:
    """The way of the last move, broad, in the mover's colour with a dark edge, with an arrow before its end."""
    if move is None or not move.path:
        return ""
    way = layers.tracks.way([move.from_, *move.path])
    strokes = ((INK, 16.0, ""), (SEAT_COLOURS[move.seat], 12.5, ""), (INK, 2.0, "1 6"))
    drawn = [stroke(way, colour, width, dashes) for colour, width, dashes in strokes]
    return "".join([*drawn, wedge(way[-2], way[-1], 6, INK)])


def _goal(layers: Layers, view: View) -> str:
    return "" if view.goal is None else star(layers.tracks.points[view.goal], 21)


def _homes(layers: Layers, view: View) -> str:
    """Rings in the colours of the pieces that start there, one round the other."""
    drawn, rings = [], dict[str, int]()
    for seat, start in enumerate(view.starts):
        if start is not None:
            around = rings.setdefault(start, 0)
            drawn.append(home(layers.tracks.points[start], 11.5 + 4.4 * around, seat))
            rings[start] = around + 1
    return "".join(drawn)


def _knocked(layers: Layers, move: LastMove | None) -> str:
    """A cross where a piece was hit."""
    return "".join(cross(layers.tracks.points[piece.at], 8) for piece in (move.knocked if move else ()))


def _pins(layers: Layers, view: View) -> str:
    """A pin for each piece, its tip on the station, its head where it hides least."""
    heads: list[Box] = []
    drawn = []
    for seat, station in enumerate(view.stations):
        if station is not None:
            tip = layers.tracks.points[station]
            names = [label.box for label in layers.labels if overlap(label.box, _reach(tip)) > 0]
            places = [_head(tip, angle) for angle in _ANGLES]
            costs = [_hidden(_box(head), names, heads) + number for number, head in enumerate(places)]
            head = places[costs.index(min(costs))]
            heads.append(_box(head))
            drawn.append(pin(tip, head, _HEAD, seat))
    return "".join(drawn)


def _hidden(box: Box, names: list[Box], heads: list[Box]) -> float:
    """How much a head hides; other heads count more than names."""
    return sum(overlap(box, name) for name in names) + 10 * sum(overlap(box, head) for head in heads)


def _reach(tip: Point) -> Box:
    """Where the head of a pin can be."""
    far = _PIN + _HEAD
    return (tip[0] - far, tip[1] - far, tip[0] + far, tip[1] + far)


def _box(head: Point) -> Box:
    return (head[0] - _HEAD, head[1] - _HEAD, head[0] + _HEAD, head[1] + _HEAD)


def _head(tip: Point, angle: float) -> Point:
    return (tip[0] + _PIN * math.cos(math.radians(angle)), tip[1] + _PIN * math.sin(math.radians(angle)))
