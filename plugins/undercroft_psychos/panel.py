"""The panel beside the scheme: goal, stakes, dice, pieces, lines, what the marks mean."""

from __future__ import annotations

from typing import Final

from undercroft_psychos.atlas import Atlas
from undercroft_psychos.geometry import rounded
from undercroft_psychos.languages import words_in
from undercroft_psychos.map_values import Point
from undercroft_psychos.shapes import DANGER, INK, SEAT_COLOURS, circle, cross, die, home, pin, rect, star, stroke, text
from undercroft_psychos.values import View
from undercroft_psychos.words import PictureWord, Words

__all__ = ["PANEL_WIDTH", "draw_legend", "draw_panel", "panel_height"]

PANEL_WIDTH: Final = 330.0
_MARGIN: Final = 18.0
_FAINT: Final = "#5A6068"
_LETTERS: Final = 44
"""So many letters of 11 units fit into a row."""

_FIRST_PIECE: Final = 176.0
_PIECE: Final = 48.0
_LINE: Final = 19.0
_MARK: Final = 22.0
_MARKS: Final[tuple[PictureWord, ...]] = ("start", "last", "knocked", "change", "dead_end")


def panel_height(lines: int, seats: int) -> float:
    """What the panel needs for so many lines and seats."""
    return _FIRST_PIECE + _PIECE * seats + 34 + _LINE * lines + _MARK * len(_MARKS) + 10


def draw_legend(atlas: Atlas, lang: str) -> str:
    """The part of the panel that no match changes, with its upper left corner at the origin."""
    words = words_in(lang)
    marks = 34 + _LINE * len(atlas.data.lines)
    return "".join([*_lines(atlas, words, lang, PANEL_WIDTH - 2 * _MARGIN), *_marks(words, marks)])


def draw_panel(atlas: Atlas, view: View, lang: str, height: float, legend: str) -> str:
    """The panel to the right of the map's canvas, with the legend that was drawn before."""
    words = words_in(lang)
    edge = atlas.data.canvas[0]
    left, right = edge + _MARGIN, edge + PANEL_WIDTH - _MARGIN
    below = _FIRST_PIECE + _PIECE * len(view.chips)
    return "".join(
        [
            stroke([(edge, 0), (edge, height)], "#D0D4D9", 1),
            *_goal(atlas, view, words, lang, left),
            *_status(view, words, left),
            *_dice(view, right),
            *[_piece(atlas, view, seat, lang, (left, right)) for seat in range(len(view.chips))],
            f'<g transform="translate({rounded(left)} {rounded(below)})">{legend}</g>',
        ]
    )


def _goal(atlas: Atlas, view: View, words: Words, lang: str, left: float) -> list[str]:
    drawn = [star((left + 10, 34), 12), text((left + 28, 39), words.picture("goal"), 12, fill=_FAINT)]
    if view.goal is not None:
        drawn.append(text((left, 66), atlas.station(view.goal, lang), 17, "b"))
        drawn.append(_line_tag(atlas, atlas.stations[view.goal].line, (left, 84), lang))
    return drawn


def _status(view: View, words: Words, left: float) -> list[str]:
    """The stakes, what is due or how it ended; wrapped to the panel."""
    sentences = [words.stakes(view.variant, view.turn, view.options.max_turns, view.bank)]
    if view.result is not None:
        sentences.append(words.ended(view.result, view.you))
    elif view.seat is not None:
        sentences.append(words.due(view.phase, view.seat, view.seat == view.you, view.dice))
    rows = [row for sentence in sentences for row in _wrapped(sentence)]
    return [text((left, 108 + 15 * number), row, 11) for number, row in enumerate(rows)]


def _wrapped(sentence: str) -> list[str]:
    rows = [""]
    for word in sentence.split():
        if rows[-1] and len(rows[-1]) + len(word) + 1 > _LETTERS:
            rows.append("")
        rows[-1] += (" " if rows[-1] else "") + word
    return rows


def _dice(view: View, right: float) -> list[str]:
    """The dice thrown, or after the end those of the last move."""
    dice = view.dice or (view.last_move.dice if view.last_move is not None and view.result is not None else ())
    return [die((right - 62 + 34 * number, 22), value) for number, value in enumerate(dice)]


def _piece(atlas: Atlas, view: View, seat: int, lang: str, sides: tuple[float, float]) -> str:
    """Two rows: name, home and chips; the station with its line."""
    (left, right), top = sides, _FIRST_PIECE + _PIECE * seat
    drawn = []
    if seat == view.seat:
        drawn.append(rect((left - 8, top - 17), right - left + 14, 44, 6, "#EEF1F4"))
    drawn.append(pin((left + 10, top + 22), (left + 10, top + 2), 9.5, seat))
    drawn.append(text((left + 30, top), words_in(lang).seats[seat], 13, "b"))
    chips = view.chips[seat]
    drawn.append(text((right, top), f"{chips:+d}" if chips else "0", 13, "b e"))
    start, station = view.starts[seat], view.stations[seat]
    if start is not None:
        drawn.append(home((left + 140, top - 4), 4.5, seat))
        drawn.append(text((left + 150, top), atlas.station(start, lang), 9.5, fill=_FAINT))
    if station is not None:
        colour = atlas.lines[atlas.stations[station].line].colour
        drawn.append(circle((left + 34, top + 14), 4.5, colour))
        drawn.append(text((left + 43, top + 18), atlas.tagged(station, lang), 12))
    return "".join(drawn)


def _line_tag(atlas: Atlas, line: str, at: Point, lang: str) -> str:
    bar = rect((at[0], at[1] - 7), 22, 6, 3, atlas.lines[line].colour)
    return bar + text((at[0] + 28, at[1]), atlas.line(line, lang), 11)


def _lines(atlas: Atlas, words: Words, lang: str, right: float) -> list[str]:
    """The lines with their ids."""
    drawn = [text((0, 8), words.picture("lines"), 12, "b")]
    for number, line in enumerate(atlas.data.lines):
        base = 30 + _LINE * number
        drawn.append(_line_tag(atlas, line.id, (0, base), lang))
        drawn.append(text((right, base), line.id, 11, "b e"))
    return drawn


def _marks(words: Words, top: float) -> list[str]:
    """What the marks mean, in the order of `_MARKS`."""
    rows = [top + 2 + _MARK * number for number in range(len(_MARKS))]
    whole, joint = [(0, rows[1]), (22, rows[1])], [(5, rows[3]), (17, rows[3])]
    drawn = [
        home((11, rows[0]), 6, 1),
        stroke(whole, INK, 11),
        stroke(whole, SEAT_COLOURS[1], 8),
        cross((11, rows[2]), 5),
        stroke(joint, INK, 9),
        stroke(joint, "#FFFFFF", 6.6),
        circle((11, rows[4]), 5.6, DANGER),
        stroke([(8, rows[4]), (14, rows[4])], "#FFFFFF", 2),
    ]
    return drawn + [text((32, row + 4), words.picture(what), 11) for row, what in zip(rows, _MARKS, strict=True)]
