"""The whole network with every name, as Markdown: the last part of the rules that a player reads."""

from __future__ import annotations

from undercroft_psychos.atlas import Atlas
from undercroft_psychos.languages import words_in
from undercroft_psychos.map_values import MapLine

__all__ = ["network_text"]


def network_text(atlas: Atlas, lang: str) -> str:
    """A heading, a note and a paragraph for each line."""
    words = words_in(lang)
    paragraphs = [f"## {words.stations()}", words.stations_note()]
    for line in atlas.data.lines:
        closed = f" ({words.one_way()})" if line.loop else ""
        paragraphs.append(f"**{atlas.line(line.id, lang)}** `{line.id}`{closed}: {_stations(atlas, line, lang)}.")
    return "\n\n".join(paragraphs) + "\n"


def _stations(atlas: Atlas, line: MapLine, lang: str) -> str:
    told = []
    for id_, _ in line.stations:
        name = atlas.station(id_, lang)
        if id_ in atlas.terminus_number:
            name += f" {atlas.terminus_number[id_]}"
        if atlas.network.is_dead_end[atlas.network.index[id_]]:
            name += " x"
        others = atlas.others(id_)
        told.append(f"{name} [{' '.join(atlas.stations[other].line for other in others)}]" if others else name)
    return " – ".join(told)
