"""The scheme of the metro without pieces: lines, interchanges, stations and their names, as SVG elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from undercroft_psychos.atlas import Atlas
from undercroft_psychos.geometry import Box, Tracks
from undercroft_psychos.label_places import Label, Wanted, place_labels
from undercroft_psychos.map_values import Station
from undercroft_psychos.shapes import DANGER, INK, circle, ink_on, stroke, text, wedge

__all__ = ["Layers", "draw_layers"]

_LINE_WIDTH: Final = 6
_DOT: Final = 4.0
_CHANGE_DOT: Final = 5.6
_TERMINUS: Final = 8.5
_TERMINUS_ROOM: Final = 20.0
"""Names keep so far away from a terminus: the rings of homes and the goal's star come round it."""

_SIZE: Final = 9.0
_TERMINUS_SIZE: Final = 11.5


class Layers:
    """The parts of the drawing that no match changes. `below` is drawn under a move, `above` over it."""

    def __init__(self, tracks: Tracks, below: str, above: str, labels: Sequence[Label]) -> None:
        self.tracks = tracks
        self.below = below
        self.above = above
        self.labels = tuple(labels)


def draw_layers(atlas: Atlas, lang: str) -> Layers:
    """Draw the scheme with names in a language."""
    tracks = Tracks(atlas.data)
    ways = [tracks.line(line) for line in atlas.data.lines]
    below = [stroke(way, line.colour, _LINE_WIDTH) for line, way in zip(atlas.data.lines, ways, strict=True)]
    above = [
        *_arrows(atlas, tracks),
        *_joints(atlas, tracks),
        *[_dot(atlas, station) for station in atlas.data.stations],
    ]
    shown = _named_stations(atlas, lang)
    wanted = [_wanted(atlas, station, lang) for station in shown]
    labels = place_labels(
        wanted, [_dot_box(atlas, station) for station in atlas.data.stations], ways, atlas.data.canvas
    )
    above += [_name(atlas, station, label) for station, label in zip(shown, labels, strict=True)]
    return Layers(tracks, "".join(below), "".join(above), labels)


def _radius(atlas: Atlas, station: Station) -> float:
    if station.id in atlas.terminus_number:
        return _TERMINUS
    return _CHANGE_DOT if atlas.network.is_interchange[atlas.network.index[station.id]] else _DOT


def _dot_box(atlas: Atlas, station: Station) -> Box:
    (x, y), radius = station.point, _radius(atlas, station)
    return (x - radius, y - radius, x + radius, y + radius)


def _arrows(atlas: Atlas, tracks: Tracks) -> list[str]:
    """Small arrows along the closed line: it is ridden one way only."""
    drawn = []
    for line in atlas.data.lines:
        ids = [mention.id for mention in line.stations] if line.loop else []
        for here, there in zip(ids, ids[1:] + ids[:1], strict=True):
            way = tracks.way([here, there])
            middle = len(way) // 2
            drawn.append(wedge(way[middle - 1], way[middle], 3.4, "#FFFFFF"))
    return drawn


def _joints(atlas: Atlas, tracks: Tracks) -> list[str]:
    """A white band with a dark edge round the stations of each interchange."""
    edges, bands = [], []
    for interchange in atlas.data.interchanges:
        points = [tracks.points[mention.id] for mention in interchange.stations]
        ring = [*points, points[0]] if len(points) > 2 else points
        edges.append(stroke(ring, INK, 9))
        bands.append(stroke(ring, "#FFFFFF", 6.6))
    return edges + bands


def _dot(atlas: Atlas, station: Station) -> str:
    """A station: a numbered disc for a terminus, a no-entry sign for a dead end, else a white dot."""
    colour, (x, y) = atlas.lines[station.line].colour, station.point
    radius = _radius(atlas, station)
    number = atlas.terminus_number.get(station.id)
    if number is not None:
        figure = text((x, y + 3.4), str(number), 9.5, "m b", ink_on(colour))
        return circle(station.point, radius, colour, "#FFFFFF", 1.2) + figure
    if atlas.network.is_dead_end[atlas.network.index[station.id]]:
        return circle(station.point, radius, DANGER, colour, 2) + stroke([(x - 2.6, y), (x + 2.6, y)], "#FFFFFF", 2)
    return circle(station.point, radius, "#FFFFFF", colour, 2.2)


def _named_stations(atlas: Atlas, lang: str) -> list[Station]:
    """Termini first, as their names are the largest; of an interchange each name once."""
    named, seen = [], set()
    for station in atlas.data.stations:
        key = (atlas.network.node_of[atlas.network.index[station.id]], atlas.station(station.id, lang))
        if key not in seen:
            named.append(station)
        seen.add(key)
    return sorted(named, key=lambda station: (station.id not in atlas.terminus_number, _rank(atlas, station)))


def _rank(atlas: Atlas, station: Station) -> int:
    """Names of interchanges after termini and before the others, which have more room."""
    return 0 if atlas.others(station.id) else 1


def _wanted(atlas: Atlas, station: Station, lang: str) -> Wanted:
    size = _TERMINUS_SIZE if station.id in atlas.terminus_number else _SIZE
    room = _TERMINUS_ROOM if station.id in atlas.terminus_number else _radius(atlas, station)
    return Wanted(atlas.station(station.id, lang), station.point, room, station.label, size)


def _name(atlas: Atlas, station: Station, label: Label) -> str:
    classes = {"start": "n", "middle": "n m", "end": "n e"}[label.anchor]
    size = _SIZE
    if station.id in atlas.terminus_number:
        classes, size = classes + " b", _TERMINUS_SIZE
    if station.status != "open":
        classes += " i"
    return text(label.at, label.text, size, classes)
