"""A view as a picture made of characters, for people."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from undercroft.game import Line, Span, Style, Text
from undercroft_dungeon_of_fear.cells import BIT, CELL, NAME, SIDE
from undercroft_dungeon_of_fear.languages import words_in
from undercroft_dungeon_of_fear.showing import BLACK_MARK, WHITE_MARK, sight_of
from undercroft_dungeon_of_fear.values import View
from undercroft_dungeon_of_fear.words import Words

__all__ = ["board"]

_FILES: Final = "     " + " ".join("abcdef")
_RULE: Final = "   +" + "-" * (2 * SIDE + 1) + "+"
_STYLES: Final[dict[str, Style]] = {"#": "terrain", "w": "dim", "o": "dim", "?": "dim", ".": "dim"}
_LEGEND: Final = "#w.o?"
_BESIDE: Final = 24
"""The column at which the legend stands; with the frame of a terminal its longest line ends before column 80."""


def board(view: View, lang: str) -> Text:
    """The board with its labels and, beside it, what the marks on it mean; below, how things stand.

    So a terminal of 24 lines has room for what has happened. A wall in sight is `#`, a remembered one `w`: the picture
    says the same without any colour.
    """
    words = words_in(lang)
    lines: list[Line] = []
    if view.board is not None:
        lines += [*_beside(_grid(view, view.board), _legend(view, view.board, words)), ()]
    return (*lines, *_standing(view, words))


def _beside(grid: list[Line], legend: list[Line]) -> list[Line]:
    """The legend at the right of the ranks."""
    lines = []
    for line, mark in zip_longest(grid, [(), (), *legend], fillvalue=()):
        gap = " " * (_BESIDE - sum(len(span.text) for span in line))
        lines.append((*line, Span(gap), *mark) if mark else line)
    return lines


def _grid(view: View, rows: tuple[str, ...]) -> list[Line]:
    """The rows in a frame, ranks and files named on all four sides."""
    sight = _sight(view)
    rule: Line = (Span(_RULE, "dim"),)
    files: Line = (Span(_FILES, "plain"),)
    lines: list[Line] = [files, rule]
    for number, row in enumerate(rows):
        rank = SIDE - number
        spans = [Span(f" {rank} "), Span("| ", "dim")]
        for file, mark in enumerate(row):
            cell = SIDE * (rank - 1) + file
            spans += [Span(mark, _style(view, cell, mark, sight)), Span(" ")]
        lines.append((*spans, Span("|", "dim"), Span(f" {rank}")))
    return [*lines, rule, files]


def _sight(view: View) -> int:
    """The cells in sight now; none for a spectator and after the end."""
    if view.me is None or view.rays is None:
        return 0
    return sight_of(CELL[view.me], view.rays)[0]


def _style(view: View, cell: int, mark: str, sight: int) -> Style:
    """What a mark on a cell means."""
    name = NAME[cell]
    if mark in (WHITE_MARK, BLACK_MARK):
        if name == view.me:
            return "own"
        if name == view.enemy:
            return "danger" if sight & BIT[cell] else "rival"
        return "seat0" if mark == WHITE_MARK else "seat1"
    if mark == "." and sight & BIT[cell]:
        return "ground"
    return _STYLES[mark]


def _standing(view: View, words: Words) -> list[Line]:
    """Who one is, where the enemy is, and how the game stands."""
    lines: list[Line] = []
    if view.you is not None:
        lines.append((Span(words.you_are(view.you, view.me), "own"),))
        if not view.over:
            lines.append((Span(words.enemy_is(view), "plain" if view.enemy is None else "danger"),))
    if view.result is not None:
        lines.append((Span(words.ended(view.result, view.you), "strong"),))
    else:
        lines.append((Span(words.turn(view), "strong" if view.you in view.to_act else "plain"),))
        if view.clock is not None:
            lines.append((Span(words.clock(view.clock, view.options.quiet_limit)),))
    return lines


def _legend(view: View, rows: tuple[str, ...], words: Words) -> list[Line]:
    """What the marks mean, only those on the board."""
    marks = "".join(rows)
    lines: list[Line] = []
    for mark in (WHITE_MARK, BLACK_MARK, *_LEGEND):
        if mark in marks:
            rook = mark in (WHITE_MARK, BLACK_MARK)
            style = _style(view, _place(marks, mark), mark, _sight(view)) if rook else _STYLES[mark]
            meaning = words.true_mark(mark) if view.over else words.mark(mark, view)
            lines.append((Span(f" {mark} ", style), Span(meaning, "dim")))
    return lines


def _place(marks: str, mark: str) -> int:
    """The cell of the first such mark in rows from rank 6 down."""
    at = marks.index(mark)
    return SIDE * (SIDE - 1 - at // SIDE) + at % SIDE
