"""Reads a map file; `map_checks` then says whether the game can be played on it."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

import yaml

from undercroft_psychos.map_checks import check_map
from undercroft_psychos.map_nodes import Nodes, line_of
from undercroft_psychos.map_values import Bend, Circle, Interchange, MapData, MapError, MapLine, Station

__all__ = ["SHIPPED", "read_map", "read_map_file", "shipped_map"]

SHIPPED: Final = "moscow_1997.yaml"
"""The map file of this package."""

_STATUSES: Final = ("open", "closed", "building", "planned", "assumed")
_COMPASS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
_HIGHEST_NUMBER: Final = 99


def shipped_map() -> MapData:
    """The Moscow metro of 1997."""
    return read_map(files("undercroft_psychos").joinpath(SHIPPED).read_bytes(), SHIPPED)


def read_map_file(path: str | Path) -> MapData:
    """The map in a file.

    Raises:
        MapError: the file isn't a map on which the game can be played; it names the line at fault.
        OSError: the file can't be read.
    """
    return read_map(Path(path).read_bytes(), str(path))


def read_map(raw: bytes, file: str) -> MapData:
    """The map in the bytes of a file, called `file` in errors.

    Raises:
        MapError: it isn't a map on which the game can be played; the error names the line at fault.
    """
    reader = _Reader(Nodes(file))
    data = reader.whole(raw)
    fault = check_map(data)
    if fault is not None:
        raise MapError(file, fault.at, fault.why)
    return data


class _Reader:
    """Reads the parts of a map."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes

    def whole(self, raw: bytes) -> MapData:
        nodes = self._nodes
        required = ("id", "version", "canvas", "lines", "stations", "interchanges", "outer_termini", "dead_ends")
        table = nodes.table(nodes.compose(raw), required, ("ring", "note"))
        nodes.integer(table["version"], 1, 999_999)
        canvas = nodes.point(table["canvas"])
        if min(canvas) <= 0:
            raise nodes.fault(table["canvas"], "the canvas must have a width and a height above 0")
        return MapData(
            id=nodes.name(table["id"]),
            digest=sha256(raw).hexdigest(),
            canvas=canvas,
            circle=self._circle(table["ring"]) if "ring" in table else None,
            lines=tuple(self._line(node) for node in nodes.items(table["lines"])),
            stations=tuple(self._station(node) for node in nodes.items(table["stations"])),
            interchanges=tuple(self._interchange(node) for node in nodes.items(table["interchanges"])),
            outer_termini=nodes.mentions(table["outer_termini"]),
            dead_ends=nodes.mentions(table["dead_ends"]),
            termini_at=line_of(table["outer_termini"]),
        )

    def _names(self, table: Mapping[str, yaml.Node]) -> dict[str, str]:
        return {"en": self._nodes.text(table["name_en"]), "ru": self._nodes.text(table["name_ru"])}

    def _line(self, node: yaml.Node) -> MapLine:
        nodes = self._nodes
        required = ("id", "number", "name_ru", "name_en", "colour", "loop", "stations")
        table = nodes.table(node, required, ("bends", "note"))
        return MapLine(
            id=nodes.name(table["id"]),
            number=nodes.integer(table["number"], 1, _HIGHEST_NUMBER),
            names=self._names(table),
            colour=nodes.colour(table["colour"]),
            loop=nodes.boolean(table["loop"]),
            stations=nodes.mentions(table["stations"]),
            bends=tuple(self._bend(each) for each in nodes.items(table["bends"])) if "bends" in table else (),
            at=line_of(table["id"]),
            number_at=line_of(table["number"]),
        )

    def _bend(self, node: yaml.Node) -> Bend:
        nodes = self._nodes
        table = nodes.table(node, ("after", "points"))
        return Bend(nodes.mention(table["after"]), tuple(nodes.point(each) for each in nodes.items(table["points"])))

    def _station(self, node: yaml.Node) -> Station:
        nodes = self._nodes
        required = ("id", "name_ru", "name_en", "line", "status", "x", "y", "label")
        table = nodes.table(node, required, ("note", "aliases_ru", "aliases_en"))
        for key in ("aliases_ru", "aliases_en"):
            for alias in nodes.items(table[key]) if key in table else ():
                nodes.text(alias)
        return Station(
            id=nodes.name(table["id"]),
            names=self._names(table),
            line=nodes.name(table["line"]),
            status=nodes.choice(table["status"], _STATUSES),
            point=(nodes.number(table["x"]), nodes.number(table["y"])),
            label=nodes.choice(table["label"], _COMPASS),
            at=line_of(table["id"]),
        )

    def _interchange(self, node: yaml.Node) -> Interchange:
        nodes = self._nodes
        table = nodes.table(node, ("id", "name_ru", "name_en", "stations"), ("note",))
        return Interchange(
            id=nodes.name(table["id"]),
            names=self._names(table),
            stations=nodes.mentions(table["stations"]),
            at=line_of(table["id"]),
        )

    def _circle(self, node: yaml.Node) -> Circle:
        nodes = self._nodes
        table = nodes.table(node, ("cx", "cy", "r"))
        radius = nodes.number(table["r"])
        if radius <= 0:
            raise nodes.fault(table["r"], "a radius is above 0")
        return Circle((nodes.number(table["cx"]), nodes.number(table["cy"])), radius)
