"""Whether the game can be played on a map (`rules/psychos_of_the_underground.md` §2, "Another map")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from undercroft_psychos.map_values import MapData, MapLine, Mention

__all__ = ["LEAST_TERMINI", "Fault", "check_map"]

LEAST_TERMINI: Final = 13
"""So many outer termini, at least: two dice, 2 to 12, then never count a full circle back to the goal."""


class Fault(NamedTuple):
    """What is wrong, and on which line of the file."""

    at: int
    why: str


def check_map(data: MapData) -> Fault | None:
    """The first thing that forbids playing on this map, or None. Later checks rely on earlier ones."""
    for check in (_ids, _lines, _stations, _loops, _interchanges, _ends, _nodes_at_ends, _bends, _connected):
        fault = next(check(data), None)
        if fault is not None:
            return fault
    return None


def _twice(mentions: Iterable[Mention]) -> Iterator[Mention]:
    """The ids that were there before."""
    seen = set()
    for mention in mentions:
        if mention.id in seen:
            yield mention
        seen.add(mention.id)


def _ids(data: MapData) -> Iterator[Fault]:
    kinds = (("line", data.lines), ("station", data.stations), ("interchange", data.interchanges))
    for what, things in kinds:
        for id_, at in _twice(Mention(thing.id, thing.at) for thing in things):
            yield Fault(at, f"there is another {what} {id_}")
    for number, at in _twice(Mention(str(line.number), line.number_at) for line in data.lines):
        yield Fault(at, f"another line has the number {number}")


def _lines(data: MapData) -> Iterator[Fault]:
    known = {station.id for station in data.stations}
    for line in data.lines:
        for id_, at in line.stations:
            if id_ not in known:
                yield Fault(at, f"line {line.id} has an unknown station: {id_}")
        least = 3 if line.loop else 2
        if len(line.stations) < least:
            yield Fault(line.at, f"line {line.id} has fewer than {least} stations")
    for id_, at in _twice(mention for line in data.lines for mention in line.stations):
        yield Fault(at, f"station {id_} is on a line already; a station is on exactly one line, once")


def _stations(data: MapData) -> Iterator[Fault]:
    line_of = {mention.id: line.id for line in data.lines for mention in line.stations}
    for station in data.stations:
        if station.id not in line_of:
            yield Fault(station.at, f"station {station.id} is on no line")
        elif line_of[station.id] != station.line:
            yield Fault(station.at, f"station {station.id} names line {station.line}; {line_of[station.id]} lists it")


def _loops(data: MapData) -> Iterator[Fault]:
    for line in [line for line in data.lines if line.loop][1:]:
        yield Fault(line.at, f"line {line.id} is another closed line; there may be one")


def _interchanges(data: MapData) -> Iterator[Fault]:
    line_of = {station.id: station.line for station in data.stations}
    for interchange in data.interchanges:
        for id_, at in interchange.stations:
            if id_ not in line_of:
                yield Fault(at, f"interchange {interchange.id} has an unknown station: {id_}")
    for id_, at in _twice(mention for interchange in data.interchanges for mention in interchange.stations):
        yield Fault(at, f"station {id_} is in an interchange already")
    for interchange in data.interchanges:
        for line, at in _twice(Mention(line_of[id_], at) for id_, at in interchange.stations):
            yield Fault(at, f"interchange {interchange.id} has two stations of line {line}")
        if len(interchange.stations) < 2:
            yield Fault(interchange.at, f"interchange {interchange.id} joins fewer than two lines")


def _line_ends(line: MapLine) -> tuple[Mention, ...]:
    return () if line.loop else (line.stations[0], line.stations[-1])


def _ends(data: MapData) -> Iterator[Fault]:
    known = {station.id for station in data.stations}
    ends = {mention.id for line in data.lines for mention in _line_ends(line)}
    listed = (*data.outer_termini, *data.dead_ends)
    for id_, at in listed:
        if id_ not in known:
            yield Fault(at, f"unknown station: {id_}")
        elif id_ not in ends:
            yield Fault(at, f"{id_} is no end of an open line")
    for id_, at in _twice(listed):
        yield Fault(at, f"{id_} is among the outer termini and dead ends already")
    named = {mention.id for mention in listed}
    for line in data.lines:
        for id_, at in _line_ends(line):
            if id_ not in named:
                yield Fault(at, f"{id_}, an end of line {line.id}, is neither an outer terminus nor a dead end")
    if len(data.outer_termini) < LEAST_TERMINI:
        yield Fault(data.termini_at, f"{len(data.outer_termini)} outer termini; at least {LEAST_TERMINI} are needed")


def _nodes_at_ends(data: MapData) -> Iterator[Fault]:
    joined = {mention.id for interchange in data.interchanges for mention in interchange.stations}
    for id_, at in data.outer_termini:
        if id_ in joined:
            yield Fault(at, f"outer terminus {id_} is an interchange; none may be")
    for id_, at in data.dead_ends:
        if id_ not in joined:
            yield Fault(at, f"dead end {id_} is no interchange; every one must be")


def _bends(data: MapData) -> Iterator[Fault]:
    for line in data.lines:
        inner = {mention.id for mention in (line.stations if line.loop else line.stations[:-1])}
        for bend in line.bends:
            if bend.after.id not in inner:
                yield Fault(bend.after.at, f"line {line.id} doesn't go on after {bend.after.id}")


def _connected(data: MapData) -> Iterator[Fault]:
    groups = [[mention.id for mention in line.stations] for line in data.lines]
    groups += [[mention.id for mention in interchange.stations] for interchange in data.interchanges]
    around: dict[str, list[list[str]]] = {}
    for group in groups:
        for id_ in group:
            around.setdefault(id_, []).append(group)
    waiting = [data.stations[0].id]
    reached = set(waiting)
    while waiting:
        fresh = {id_ for group in around[waiting.pop()] for id_ in group} - reached
        reached |= fresh
        waiting += fresh
    for station in data.stations:
        if station.id not in reached:
            yield Fault(station.at, f"station {station.id} can't be reached from {data.stations[0].id}")
