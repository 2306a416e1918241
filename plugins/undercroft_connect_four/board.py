"""What a person reads: the board as characters, and sentences."""

from __future__ import annotations

from typing import Final

from undercroft.game import Line, Span, Style, Text
from undercroft_connect_four.state import MARKS
from undercroft_connect_four.values import Drop, End, Entry, Result, Start, View
from undercroft_connect_four.words import SIDES, Words, words_in

__all__ = ["board", "caption", "label", "sentence"]

_STYLES: Final[dict[str, Style]] = {"x": "seat0", "o": "seat1", ".": "dim"}


def board(view: View, lang: str) -> Text:
    """The rows in a frame, columns named above and below; under it, how things stand.

    A line that won is in capitals, so the picture says the same without any colour.
    """
    words = words_in(lang)
    numbers: Line = (Span("  " + " ".join(str(column + 1) for column in range(view.options.columns))),)
    rule: Line = (Span("+" + "-" * (2 * view.options.columns + 1) + "+", "dim"),)
    lines: list[Line] = [numbers]
    for number, row in enumerate(view.board):
        lines.append(_row(view, row, len(view.board) - number))
    lines += [rule, numbers, ()]
    if view.you is not None:
        lines.append((Span(words.you_are.format(side=SIDES[view.you]), _STYLES[MARKS[view.you]]),))
    lines.append((Span(caption(view, lang), "strong"),))
    return tuple(lines)


def _row(view: View, row: str, height: int) -> Line:
    """A row of the board; `height` counts from 1 at the bottom."""
    line = () if view.result is None else view.result.line
    spans = [Span("| ", "dim")]
    for column, mark in enumerate(row, 1):
        won = (column, height) in line
        newest = view.last == (column, height)
        style: Style = "good" if won else "mark" if newest else _STYLES[mark]
        spans += [Span(mark.upper() if won else mark, style), Span(" ")]
    return (*spans, Span("|", "dim"))


def caption(view: View, lang: str) -> str:
    """Whose turn it is, or how the game ended."""
    words = words_in(lang)
    if view.result is not None:
        return _ended(view.result, view.you, words)
    seat = view.to_act[0]
    template = words.your_turn if seat == view.you else words.turn
    return template.format(ply=view.ply + 1, side=SIDES[seat])


def _ended(result: Result | End, you: int | None, words: Words) -> str:
    """How the game ended, for the seat `you` or for everybody."""
    if not result.winners:
        return words.draw
    winner = result.winners[0]
    template = words.win if you is None else words.you_win if you == winner else words.you_lose
    return template.format(side=SIDES[winner])


def sentence(entry: Entry, lang: str) -> str:
    """What the entry tells."""
    words = words_in(lang)
    if isinstance(entry, Drop):
        return words.drop.format(side=SIDES[entry.seat], column=entry.column)
    if isinstance(entry, End):
        return _ended(entry, None, words)
    if isinstance(entry, Start) and entry.moves:
        return words.goes_on.format(moves=entry.moves)
    return words.start.format(side=SIDES[0])


def label(action: int, lang: str) -> str:
    """What the action does."""
    return words_in(lang).label.format(column=action + 1)
