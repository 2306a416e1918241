"""A map as tables of numbers, for the rules (`rules/psychos_of_the_underground.md` §2 and §4.1).

Stations are numbered in the order of the lines. A *place* is a station with a direction, `2 * station + way`, where
`way` is 0 for the direction in which the line is listed and 1 for the other one. A piece on an outer terminus always
has the inward way, one that stands on a dead end the outward way, in which nothing follows.
"""

from __future__ import annotations

from typing import Final

from undercroft_psychos.map_values import MapData

__all__ = ["FARTHEST", "NOWHERE", "Network", "build_network"]

NOWHERE: Final = -1
"""No place, or no station."""

FARTHEST: Final = 12
"""So many stations can be counted in one walk: the sum of two dice."""

_LEAST_BASE: Final = 23
"""The base of action codes (§9): 1 and two for each of eleven lines; more only where lines have higher numbers."""


class Network:
    """The tables of one map. Lists are by station or by place; make it with `build_network`.

        * `key`: tells maps apart, the digest of the file;
        * `step[place]`: the place after one station, `NOWHERE` beyond a dead end;
        * `walks[place][n]`: the place after `n` stations, 0 to 12, `NOWHERE` if it can't be walked;
        * `counted[place][n]`: the set of nodes of the stations counted on the way, a bit each (`1 << node`);
        * `ends_met[place][n]`: how many of them are outer termini;
        * `changes[station]`: (number of the change, place to depart from) for every change there, ascending;
        * `change_to[station][number]`: that place, or `NOWHERE`;
        * `change_text[number]`: `ring+`;
    * `standing`: every place on which a piece can stand, ascending;
        * `legal`, `ends`: filled on demand by `plans`.
    """

    id: str
    key: str
    station_ids: list[str]
    index: dict[str, int]
    line_of: list[int]
    line_ids: list[str]
    node_of: list[int]
    node_bit: list[int]
    termini: list[int]
    is_terminus: list[bool]
    is_dead_end: list[bool]
    is_interchange: list[bool]
    step: list[int]
    walks: list[list[int]]
    counted: list[list[int]]
    ends_met: list[list[int]]
    changes: list[list[tuple[int, int]]]
    change_to: list[list[int]]
    change_text: list[str]
    standing: list[int]
    base: int
    legal: list[list[int]]
    ends: list[list[int]]
    can_stand: list[bool]

    def heading(self, place: int) -> int:
        """The next station of a piece on a place, `NOWHERE` on a dead end."""
        after = self.step[place]
        return NOWHERE if after < 0 else after >> 1

    def home(self, station: int) -> int:
        """The only place on an outer terminus: inwards."""
        return 2 * station if self.step[2 * station] >= 0 else 2 * station + 1

    def place(self, station: int, heading: int) -> int:
        """The place of a piece on a station that heads for another, `NOWHERE` if no piece can stand so."""
        for place in (2 * station, 2 * station + 1):
            if self.can_stand[place] and self.heading(place) == heading:
                return place
        return NOWHERE


def build_network(data: MapData) -> Network:
    """The tables of a map that was checked."""
    net = Network()
    net.id = data.id
    net.key = data.digest
    net.line_ids = [line.id for line in data.lines]
    net.station_ids = [mention.id for line in data.lines for mention in line.stations]
    net.index = {id_: station for station, id_ in enumerate(net.station_ids)}
    net.line_of = [number for number, line in enumerate(data.lines) for _ in line.stations]
    net.termini = [net.index[mention.id] for mention in data.outer_termini]
    dead_ends = {net.index[mention.id] for mention in data.dead_ends}
    stations = range(len(net.station_ids))
    net.is_terminus = [station in net.termini for station in stations]
    net.is_dead_end = [station in dead_ends for station in stations]
    groups = _groups(data, net)
    _number_nodes(net, groups)
    net.step = _steps(data, net)
    _walk_everywhere(net)
    _join_lines(data, net, groups)
    net.can_stand = [_can_stand(net, place) for place in range(2 * len(stations))]
    net.standing = [place for place in range(2 * len(stations)) if net.can_stand[place]]
    net.legal = [[] for _ in range(2 * len(stations) * 21)]
    net.ends = [[] for _ in range(2 * len(stations) * 21)]
    return net


def _groups(data: MapData, net: Network) -> list[list[int]]:
    """The other stations of each station's node."""
    others: list[list[int]] = [[] for _ in net.station_ids]
    for interchange in data.interchanges:
        members = [net.index[mention.id] for mention in interchange.stations]
        for station in members:
            others[station] = [other for other in members if other != station]
    return others


def _number_nodes(net: Network, groups: list[list[int]]) -> None:
    """Nodes are numbered by their first station."""
    net.node_of = []
    nodes = 0
    for station, others in enumerate(groups):
        first = min(others, default=station)
        if first < station:
            net.node_of.append(net.node_of[first])
        else:
            net.node_of.append(nodes)
            nodes += 1
    net.node_bit = [1 << node for node in net.node_of]
    net.is_interchange = [bool(others) for others in groups]


def _steps(data: MapData, net: Network) -> list[int]:
    """The place after one station, from every place."""
    step: list[int] = []
    first = 0
    for line in data.lines:
        last = first + len(line.stations) - 1
        for station in range(first, last + 1):
            ahead = station + 1 if station < last else first if line.loop else NOWHERE
            back = station - 1 if station > first and not line.loop else NOWHERE
            step += [_arrival(net, ahead, 0, first), _arrival(net, back, 1, first)]
        first = last + 1
    return step


def _arrival(net: Network, station: int, way: int, first: int) -> int:
    """The place of a piece that steps onto a station: on an outer terminus it is turned."""
    if station < 0:
        return NOWHERE
    if net.is_terminus[station]:
        return 2 * station + (0 if station == first else 1)
    return 2 * station + way


def _walk_everywhere(net: Network) -> None:
    """Every walk of 0 to 12 stations from every place."""
    net.walks, net.counted, net.ends_met = [], [], []
    for start in range(len(net.step)):
        walk, nodes, met = [start], [0], [0]
        for _ in range(FARTHEST):
            here = net.step[walk[-1]] if walk[-1] >= 0 else NOWHERE
            walk.append(here)
            nodes.append(nodes[-1] | net.node_bit[here >> 1] if here >= 0 else 0)
            met.append(met[-1] + (1 if here >= 0 and net.is_terminus[here >> 1] else 0))
        net.walks.append(walk)
        net.counted.append(nodes)
        net.ends_met.append(met)


def _join_lines(data: MapData, net: Network, groups: list[list[int]]) -> None:
    """Every change from every station: to the others of its node, in each way that goes on there."""
    numbers = [line.number for line in data.lines]
    net.base = max(_LEAST_BASE, 2 * max(numbers) + 1)
    net.change_text = [""] * net.base
    for line, number in enumerate(numbers):
        net.change_text[2 * number - 1] = net.line_ids[line] + "+"
        net.change_text[2 * number] = net.line_ids[line] + "-"
    net.changes, net.change_to = [], []
    for others in groups:
        found = [
            (2 * numbers[net.line_of[other]] - 1 + way, 2 * other + way)
            for other in others
            for way in (0, 1)
            if net.step[2 * other + way] >= 0
        ]
        found.sort()
        to = [NOWHERE] * net.base
        for number, place in found:
            to[number] = place
        net.changes.append(found)
        net.change_to.append(to)


def _can_stand(net: Network, place: int) -> bool:
    """Whether a piece can stand so: inwards on an outer terminus, outwards on a dead end, along the loop's way."""
    station = place >> 1
    if net.is_dead_end[station]:
        return net.step[place] < 0
    return net.step[place] >= 0
