"""A map of the game as read from its file: lines, stations, interchanges (`rules/psychos_of_the_underground.md` §2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from undercroft.game import UndercroftError

__all__ = ["Bend", "Circle", "Interchange", "MapData", "MapError", "MapLine", "Mention", "Point", "Station"]

Point = tuple[float, float]
"""A place on the drawing, x to the right and y down, in the units of `MapData.canvas`."""


class MapError(UndercroftError, ValueError):
    """A map file that can't be used. `line` is the line at fault, from 1; `why` what is wrong there."""

    def __init__(self, file: str, line: int, why: str) -> None:
        super().__init__(f"{file}:{line}: {why}")
        self.file = file
        self.line = line
        self.why = why


class Mention(NamedTuple):
    """An id where it is mentioned: the line of the file, from 1."""

    id: str
    at: int


@dataclass(frozen=True)
class Station:
    """A stop of one line. `label` is the side of the dot on which its name is drawn, a compass point."""

    id: str
    names: Mapping[str, str]
    line: str
    status: str
    point: Point
    label: str
    at: int


@dataclass(frozen=True)
class Bend:
    """Corners of the drawn line after a station and before the next."""

    after: Mention
    points: tuple[Point, ...]


@dataclass(frozen=True)
class MapLine:
    """A line; its `+` direction is the order of `stations`. A loop is ridden only that way."""

    id: str
    number: int
    names: Mapping[str, str]
    colour: str
    loop: bool
    stations: tuple[Mention, ...]
    bends: tuple[Bend, ...]
    at: int
    number_at: int


@dataclass(frozen=True)
class Interchange:
    """Stations of several lines that are one node."""

    id: str
    names: Mapping[str, str]
    stations: tuple[Mention, ...]
    at: int


@dataclass(frozen=True)
class Circle:
    """The circle as which the loop is drawn."""

    centre: Point
    radius: float


@dataclass(frozen=True)
class MapData:
    """A whole map; `digest` is the SHA-256 of its file, in hexadecimal."""

    id: str
    digest: str
    canvas: Point
    circle: Circle | None
    lines: tuple[MapLine, ...]
    stations: tuple[Station, ...]
    interchanges: tuple[Interchange, ...]
    outer_termini: tuple[Mention, ...]
    dead_ends: tuple[Mention, ...]
    termini_at: int
