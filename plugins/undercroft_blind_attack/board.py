"""A view as a picture made of characters, for people.

The board lies between the two rears, each at the right hand of its side: Oil's on the left, Gold's on the right.
Brackets tell the sides apart and marks the zones, so the picture says the same without any colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from undercroft.game import Line, Span, Style, Text
from undercroft_blind_attack.cells import CELL, CELLS, SIDE
from undercroft_blind_attack.codes import SYMBOLS
from undercroft_blind_attack.languages import words_in
from undercroft_blind_attack.values import Piece, View
from undercroft_blind_attack.words import Words

__all__ = ["board"]

_WIDE: Final = 5
"""A cell takes so many columns."""
_REAR: Final = 10
"""A rear takes so many columns."""
_GAP: Final = " "
_BRACKETS: Final = ("()", "[]")
_BLOCK: Final = Span("###".center(_WIDE), "strong")
_FILES: Final = "   " + "".join(file.center(_WIDE) for file in "abcdefghi") + "   "
_RULE: Final = "  +" + "-" * (_WIDE * SIDE) + "+  "
_BORDER: Final = "  +" + "- -".center(_WIDE) * SIDE + "+  "
_ZONE_RANKS: Final = 3
_ZONES: Final[list[tuple[str, Style]]] = [(".", "terrain"), ("-", "ground"), (":", "mark")]
"""What an empty cell looks like on ranks 1-3, 4-6 and 7-9."""
_EMPTY: Final = [Span(mark.center(_WIDE), style) for mark, style in _ZONES for _ in range(CELLS // len(_ZONES))]
"""What each cell looks like when it is empty."""
_IN_A_ROW: Final = 3
"""So many pieces stand beside each other in a rear."""
_ROWS: Final = 3

_Lines = list[list[Span]]


def board(view: View, lang: str) -> Text:
    """The board between both rears, how things stand, what is left to be drawn, and what the marks mean."""
    words = words_in(lang)
    oil, ranks, gold = _rear(view, 1, words), _field(view), _rear(view, 0, words)
    lines: list[Line] = [
        (*_padded(left), Span(_GAP), *middle, Span(_GAP), *right)
        for left, middle, right in zip(oil, ranks, gold, strict=True)
    ]
    return (*lines, (), *_standing(view, words), (), *_unknown(view, words), *_exploded(view, words), *_legend(words))


# --- the board


def _field(view: View) -> _Lines:
    """Nine ranks of nine cells, W's below, with a border between the zones."""
    cells = _EMPTY.copy()
    for name in view.blocked:
        cells[CELL[name]] = _BLOCK
    for piece in view.pieces:
        cells[CELL[piece.cell]] = Span(_worn(piece).center(_WIDE), _style(view, piece))
    lines: _Lines = [[Span(_FILES)], [Span(_RULE, "dim")]]
    for rank in range(SIDE, 0, -1):
        row = _joined(cells[SIDE * (rank - 1) : SIDE * rank])
        lines.append([Span(f"{rank} "), Span("|", "dim"), *row, Span("|", "dim"), Span(f" {rank}")])
        if rank > 1 and (rank - 1) % _ZONE_RANKS == 0:
            lines.append([Span(_BORDER, "dim")])
    return [*lines, [Span(_RULE, "dim")], [Span(_FILES)]]


def _joined(spans: Sequence[Span]) -> list[Span]:
    """Neighbours of one style as one span."""
    joined = [spans[0]]
    for span in spans[1:]:
        if span.style == joined[-1].style:
            joined[-1] = Span(joined[-1].text + span.text, span.style)
        else:
            joined.append(span)
    return joined


def _worn(piece: Piece) -> str:
    """A piece in the brackets of its side: `(?)`, `[2]`, `(G3)`."""
    general = "G" if piece.rank == "general" else ""
    return _bracketed(piece.side, general + ("?" if piece.charge is None else SYMBOLS[piece.charge]))


def _bracketed(side: int, text: str) -> str:
    """A text in the brackets of a side."""
    return _BRACKETS[side][0] + text + _BRACKETS[side][1]


def _style(view: View, piece: Piece) -> Style:
    """What a piece means to the reader."""
    if piece.cell == view.moved or (view.pending is not None and piece.cell in view.pending.cells):
        return "mark"
    if piece.cell in view.huffable:
        return "danger"
    return _side_style(view, piece.side)


def _side_style(view: View, side: int) -> Style:
    """One's own pieces and the others; for a spectator those of the two sides."""
    if view.side is None:
        return "seat0" if side == 0 else "seat1"
    return "own" if side == view.side else "rival"


# --- the rears


def _rear(view: View, side: int, words: Words) -> _Lines:
    """The rear of a side: the prisoners it took, its own wounded, its points and who is left of it."""
    title = [[Span(text, _side_style(view, side))] for text in words.rears[side]]
    return [
        [],
        *title,
        [Span(words.prisoners)],
        *_rows(view, 1 - side, view.prisoners[side]),
        [Span(words.wounded)],
        *_rows(view, side, view.wounded[side]),
        [],
        [Span(words.points(view.score[side]), "strong")],
        [Span(words.fighters(view.fighters[side]))],
        [],
    ]


def _rows(view: View, side: int, charges: Sequence[int]) -> _Lines:
    """Pieces of a side that lie in a rear, three beside each other."""
    rows: _Lines = [[] for _ in range(_ROWS)]
    for place, charge in enumerate(charges):
        rows[place // _IN_A_ROW].append(Span(_bracketed(side, SYMBOLS[charge]), _side_style(view, side)))
    return rows


def _padded(spans: list[Span]) -> list[Span]:
    """The left rear's line, as wide as the rear."""
    return [*spans, Span(" " * (_REAR - sum(len(span.text) for span in spans)))]


# --- below the board


def _standing(view: View, words: Words) -> list[Line]:
    """Who one is, whose turn it is and what may be done in it; or how the game ended."""
    lines: list[Line] = []
    if view.side is not None:
        mates = tuple(seat for seat in range(view.side, 2 * view.options.team_size, 2) if seat != view.you)
        lines.append((Span(words.you_are(view.side, mates), "own"),))
    if view.result is not None:
        winner = view.result.winners[0] % 2 if view.result.winners else None
        return [
            *lines,
            (Span(words.ended(view.result.reason)),),
            (Span(words.result(winner, view.score), "strong"),),
        ]
    mine = view.you in view.to_act
    if view.turn is not None and view.to_act:
        seat = view.to_act[0] if view.options.team_size > 1 else None
        lines.append((Span(words.turn(view.turns + 1, view.turn, mine, seat), "strong" if mine else "plain"),))
    if view.moved is not None:
        lines.append((Span(words.may_attack(view.moved), "mark"),))
    if view.pending is not None:
        lines.append((Span(words.drawing(view.pending.kind, view.pending.cells), "mark"),))
    if view.huffable:
        lines.append((Span(words.huffable(view.huffable, mine), "danger"),))
    if view.quiet:
        lines.append((Span(words.quiet(view.quiet, view.options.quiet_limit)),))
    return lines


def _unknown(view: View, words: Words) -> list[Line]:
    """The charges that each side's unknown pieces share."""
    lines: list[Line] = []
    for side, pool in enumerate(view.unknown):
        if sum(pool):
            charges = " ".join(symbol for symbol, count in zip(SYMBOLS, pool, strict=True) for _ in range(count))
            text = words.face_down(side, sum(pool), charges)
            lines.append((Span(_bracketed(side, "?"), _side_style(view, side)), Span(f" {text}")))
    return lines


def _exploded(view: View, words: Words) -> list[Line]:
    """The pieces that lie on blocked cells."""
    gone = [
        Span(_bracketed(side, SYMBOLS[charge]), _side_style(view, side))
        for side in (0, 1)
        for charge in view.exploded[side]
    ]
    return [(Span(f"{words.exploded()} ", "dim"), *gone)] if gone else []


def _legend(words: Words) -> list[Line]:
    """What the marks mean."""
    return [
        tuple(span for mark, meaning in line for span in (Span(mark), Span(f" {meaning}  ", "dim")))
        for line in words.legend()
    ]
