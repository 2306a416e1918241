"""Where lines run on the drawing: corners between stations, the closed line as a circle."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from undercroft_psychos.map_values import Circle, MapData, MapLine, Point

__all__ = ["Box", "Tracks", "outline", "rounded"]

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_ARC_STEP = 6.0
"""An arc is drawn, and avoided, as chords of so many degrees."""


class Tracks:
    """The way of every line, station by station."""

    def __init__(self, data: MapData) -> None:
        self.points: dict[str, Point] = {station.id: station.point for station in data.stations}
        self._between: dict[tuple[str, str], list[Point]] = {}
        for line in data.lines:
            self._lay(line, data.circle if line.loop else None)

    def _lay(self, line: MapLine, circle: Circle | None) -> None:
        ids = [mention.id for mention in line.stations]
        bends = {bend.after.id: list(bend.points) for bend in line.bends}
        for here, there in pairwise([*ids, ids[0]] if line.loop else ids):
            corners = bends.get(here, [])
            if circle is not None and not corners:
                corners = _arc(circle, self.points[here], self.points[there])
            way = [self.points[here], *corners, self.points[there]]
            self._between[here, there] = way
            self._between[there, here] = way[::-1]

    def way(self, ids: Sequence[str]) -> list[Point]:
        """The points of a ride over these stations; changes are straight."""
        points = [self.points[ids[0]]]
        for here, there in pairwise(ids):
            points += self._between.get((here, there), [self.points[here], self.points[there]])[1:]
        return points

    def line(self, line: MapLine) -> list[Point]:
        """The points of a whole line."""
        ids = [mention.id for mention in line.stations]
        return self.way([*ids, ids[0]] if line.loop else ids)


def _arc(circle: Circle, here: Point, there: Point) -> list[Point]:
    """Points between two others, clockwise on the drawing; the radius goes over from one's to the other's."""
    (x, y), first, last = circle.centre, _polar(circle.centre, here), _polar(circle.centre, there)
    turn = (last[1] - first[1]) % 360
    steps = max(1, round(turn / _ARC_STEP))
    points = []
    for step in range(1, steps):
        share = step / steps
        radius = first[0] + (last[0] - first[0]) * share
        angle = math.radians(first[1] + turn * share)
        points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points


def _polar(centre: Point, point: Point) -> tuple[float, float]:
    """Radius and angle in degrees; as y goes down, angles grow clockwise."""
    dx, dy = point[0] - centre[0], point[1] - centre[1]
    return math.hypot(dx, dy), math.degrees(math.atan2(dy, dx))


def rounded(value: float) -> str:
    """A coordinate as short as can be."""
    return f"{value:.1f}".removesuffix(".0")


def outline(points: Sequence[Point]) -> str:
    """The `d` of a path through points."""
    return "M" + "L".join(f"{rounded(x)} {rounded(y)}" for x, y in points)
