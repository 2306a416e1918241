"""Where names are drawn, so that they cover neither each other nor stations, and lines as little as possible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise, product
from typing import Final, Literal, NamedTuple

from undercroft_psychos.geometry import Box
from undercroft_psychos.map_values import Point

__all__ = ["Label", "Wanted", "crossed", "overlap", "place_labels"]

Anchor = Literal["start", "middle", "end"]

_SIDES: Final[dict[str, Point]] = {
    "e": (1, 0), "w": (-1, 0), "n": (0, -1), "s": (0, 1),
    "ne": (0.7, -0.7), "se": (0.7, 0.7), "nw": (-0.7, -0.7), "sw": (-0.7, 0.7),
}  # fmt: skip
_WIDTH: Final = 0.6
"""The mean width of a letter, in font sizes: that of wide sans-serif fonts, so narrower ones fit as well."""

_ON_LABEL: Final = 8.0
_ON_STATION: Final = 5.0
_ON_LINE: Final = 2.0
_OFF_SIDE: Final = 6.0
_OUTSIDE: Final = 100.0
"""Costs: of an area covered, of the length of a line covered, of a side other than the map's, of a length outside."""

_BAD: Final = 25.0
"""A place that costs more is bad."""


class Wanted(NamedTuple):
    """A name to be drawn beside the dot at `point` with this radius; `side` is where the map has it."""

    text: str
    point: Point
    radius: float
    side: str
    size: float


class Label(NamedTuple):
    """A name that has its place: the anchor point of its base line, and the box that it takes."""

    text: str
    at: Point
    anchor: Anchor
    box: Box


def overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0


def crossed(box: Box, here: Point, there: Point) -> float:
    """How much of a straight piece of a line lies in a box (clipping after Liang and Barsky)."""
    enter, leave = 0.0, 1.0
    for start, end, low, high in ((here[0], there[0], box[0], box[2]), (here[1], there[1], box[1], box[3])):
        way = end - start
        if way == 0:
            if not low < start < high:
                return 0.0
            continue
        near, far = sorted(((low - start) / way, (high - start) / way))
        enter, leave = max(enter, near), min(leave, far)
    return (leave - enter) * math.dist(here, there) if enter < leave else 0.0


def place_labels(
    wanted: Sequence[Wanted], dots: Sequence[Box], ways: Sequence[Sequence[Point]], canvas: Point
) -> list[Label]:
    """A place for each name: the map's side if that is free, else one of eight, so that little is covered.

    Each name in turn takes its cheapest place, twice; then names in bad places try all places together with each
    neighbour.
    """
    room = _Room(dots, ways, canvas)
    search = _Search([room.places(each) for each in wanted])
    for _ in range(2):
        for number in range(len(wanted)):
            search.settle(number)
    for number in range(len(wanted)):
        search.trade(number)
    return search.chosen()


class _Place(NamedTuple):
    """A place for a name, and what it costs by itself."""

    label: Label
    cost: float


class _Room:
    """What names should keep away from."""

    def __init__(self, dots: Sequence[Box], ways: Sequence[Sequence[Point]], canvas: Point) -> None:
        self._dots = dots
        self._canvas = canvas
        self._segments = [(here, there, _span(here, there)) for way in ways for here, there in pairwise(way)]

    def places(self, each: Wanted) -> list[_Place]:
        """Every place of a name, the map's first."""
        labels = [_beside(each, side) for side in (each.side, *(side for side in _SIDES if side != each.side))]
        return [
            _Place(label, self._cost(label.box) + (_OFF_SIDE if number else 0)) for number, label in enumerate(labels)
        ]

    def _cost(self, box: Box) -> float:
        cost = _ON_STATION * sum(overlap(box, dot) for dot in self._dots)
        for here, there, span in self._segments:
            if span[0] <= box[2] and span[2] >= box[0] and span[1] <= box[3] and span[3] >= box[1]:
                cost += _ON_LINE * crossed(box, here, there)
        outside = max(0.0, -box[0], box[2] - self._canvas[0]) + max(0.0, -box[1], box[3] - self._canvas[1])
        return cost + _OUTSIDE * outside


class _Search:
    """Which place each name has: `places` by name, `at` the index of the one chosen."""

    def __init__(self, places: Sequence[Sequence[_Place]]) -> None:
        self._places = places
        self._at = [0] * len(places)
        reaches = [_around([place.label.box for place in each]) for each in places]
        self._near = [
            [other for other in range(len(places)) if other != number and overlap(reach, reaches[other]) > 0]
            for number, reach in enumerate(reaches)
        ]

    def chosen(self) -> list[Label]:
        """The places chosen."""
        return [each[at].label for each, at in zip(self._places, self._at, strict=True)]

    def settle(self, number: int) -> None:
        """Give a name its cheapest place as the others are."""
        costs = [self._cost(number, at) for at in range(len(self._places[number]))]
        self._at[number] = costs.index(min(costs))

    def trade(self, number: int) -> None:
        """If a name has a bad place, look for a better one, and another one for a neighbour at the same time."""
        for other in self._near[number]:
            if self._cost(number, self._at[number]) <= _BAD:
                return
            kept = best = (self._at[number], self._at[other])
            least = self._cost(number, kept[0]) + self._cost(other, kept[1])
            for mine, its in product(range(len(self._places[number])), range(len(self._places[other]))):
                self._at[number], self._at[other] = mine, its
                cost = self._cost(number, mine) + self._cost(other, its)
                if cost < least:
                    best, least = (mine, its), cost
            self._at[number], self._at[other] = best

    def _cost(self, number: int, at: int) -> float:
        place = self._places[number][at]
        covered = sum(
            overlap(place.label.box, self._places[near][self._at[near]].label.box) for near in self._near[number]
        )
        return place.cost + _ON_LABEL * covered


def _around(boxes: Sequence[Box]) -> Box:
    """The box round some boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _beside(each: Wanted, side: str) -> Label:
    dx, dy = _SIDES[side]
    x, y = each.point
    gap = each.radius + 3
    width, height = _WIDTH * each.size * len(each.text), each.size
    anchor: Anchor = "middle" if dx == 0 else "start" if dx > 0 else "end"
    left = x + dx * gap - (0 if dx > 0 else width if dx < 0 else width / 2)
    middle = y + dy * (gap + height / 2)
    box = (left, middle - height / 2, left + width, middle + height / 2)
    return Label(each.text, (x + dx * gap, middle + 0.35 * each.size), anchor, box)


def _span(here: Point, there: Point) -> Box:
    return (min(here[0], there[0]), min(here[1], there[1]), max(here[0], there[0]), max(here[1], there[1]))
