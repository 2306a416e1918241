"""The whole network in short: a row a line, a mark a station."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from undercroft.game import Line, Span, Style
from undercroft_psychos.atlas import ENGLISH, Atlas
from undercroft_psychos.languages import words_in
from undercroft_psychos.map_values import MapLine
from undercroft_psychos.values import View

__all__ = ["SEAT_STYLES", "Overview"]

SEAT_STYLES: Final[tuple[Style, ...]] = ("seat0", "seat1", "seat2", "seat3", "seat4", "seat5")
"""The style of each piece."""

_STYLES: Final[dict[str, Style]] = {
    "-": "dim",
    "o": "mark",
    "x": "danger",
    "*": "good",
    "0": "seat0",
    "1": "seat1",
    "2": "seat2",
    "3": "seat3",
    "4": "seat4",
    "5": "seat5",
}
"""The style of each mark."""


class Overview:
    """Rows with nothing on them are made once."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._marks = {line.id: self._line_marks(line) for line in atlas.data.lines}
        self._place = {id_: (line.id, at) for line in atlas.data.lines for at, (id_, _) in enumerate(line.stations)}
        self._empty = {lang: self._rows(self._marks, lang) for lang in atlas.data.lines[0].names}

    def rows(self, view: View, lang: str) -> list[Line]:
        """A heading, the rows with goal and pieces on them, and what the marks mean."""
        words = words_in(lang)
        spoken = lang if lang in self._empty else ENGLISH
        changed = self._occupied(view)
        found = self._empty[spoken] | self._rows(changed, spoken)
        return [(Span(words.network(), "strong"),), *found.values(), *[(Span(row, "dim"),) for row in words.legend()]]

    def _occupied(self, view: View) -> dict[str, str]:
        """The marks of the lines on which something stands; of several pieces that of the lowest seat."""
        found: dict[str, str] = {}
        signs = [(view.goal, "*")] + [(id_, str(seat)) for seat, id_ in reversed(list(enumerate(view.stations)))]
        for id_, sign in signs:
            if id_ is not None:
                line, at = self._place[id_]
                marks = found.get(line, self._marks[line])
                found[line] = marks[:at] + sign + marks[at + 1 :]
        return found

    def _line_marks(self, line: MapLine) -> str:
        net = self._atlas.network
        stations = [net.index[id_] for id_, _ in line.stations]
        return "".join("x" if net.is_dead_end[at] else "o" if net.is_interchange[at] else "-" for at in stations)

    def _rows(self, marks: dict[str, str], lang: str) -> dict[str, Line]:
        return {id_: self._row(self._atlas.lines[id_], row, lang) for id_, row in marks.items()}

    def _row(self, line: MapLine, marks: str, lang: str) -> Line:
        atlas = self._atlas
        tag = max(len(id_) for id_ in atlas.lines)
        width = max(len(each.names[lang]) for each in atlas.data.lines)
        runs: list[tuple[Style, str]] = [(style, "".join(run)) for style, run in groupby(marks, _style)]
        spans = [
            Span(f"{line.id.ljust(tag)}  {line.names[lang].ljust(width)} "),
            Span(self._terminus(line.stations[0].id).rjust(3) + " ", "dim"),
            *[Span(run, style) for style, run in runs],
        ]
        last = self._terminus(line.stations[-1].id)
        return (*spans, Span(" " + last, "dim")) if last else tuple(spans)

    def _terminus(self, id_: str) -> str:
        number = self._atlas.terminus_number.get(id_)
        return "" if number is None else str(number)


def _style(mark: str) -> Style:
    return _STYLES[mark]
