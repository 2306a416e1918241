"""A map for people: stations and lines by id, named in a language, with what is drawn and listed of them."""

from __future__ import annotations

from typing import Final

from undercroft_psychos.map_values import MapData, MapLine, Station
from undercroft_psychos.network import Network, build_network

__all__ = ["ENGLISH", "Atlas"]

ENGLISH: Final = "en"
"""The language of names where another one is missing."""


class Atlas:
    """The map and its tables, with names."""

    def __init__(self, data: MapData) -> None:
        self.data = data
        self.network: Network = build_network(data)
        self.stations: dict[str, Station] = {station.id: station for station in data.stations}
        self.lines: dict[str, MapLine] = {line.id: line for line in data.lines}
        self._widest: dict[str, int] = {
            lang: max(len(station.names[lang]) for station in data.stations) for lang in data.stations[0].names
        }
        self.terminus_number: dict[str, int] = {mention.id: at for at, mention in enumerate(data.outer_termini)}

    def station(self, id_: str, lang: str) -> str:
        """The name of a station."""
        names = self.stations[id_].names
        return names.get(lang, names[ENGLISH])

    def widest(self, lang: str) -> int:
        """The length of the longest name of a station."""
        return self._widest.get(lang, self._widest[ENGLISH])

    def line(self, id_: str, lang: str) -> str:
        """The name of a line."""
        names = self.lines[id_].names
        return names.get(lang, names[ENGLISH])

    def full(self, id_: str, lang: str) -> str:
        """The name of a station and that of its line: two stations may be called the same."""
        line = self.line(self.stations[id_].line, lang)
        station = self.station(id_, lang)
        return f"{station}, {line}" if "(" in line else f"{station} ({line})"

    def tagged(self, id_: str, lang: str) -> str:
        """The name of a station and the id of its line, as it is typed in a plan."""
        return f"{self.station(id_, lang)} [{self.stations[id_].line}]"

    def others(self, id_: str) -> list[str]:
        """The other stations of the node of a station."""
        net = self.network
        here = net.index[id_]
        if not net.is_interchange[here]:
            return []
        node = net.node_of[here]
        return [
            net.station_ids[other]
            for other in range(len(net.station_ids))
            if net.node_of[other] == node and other != here
        ]
