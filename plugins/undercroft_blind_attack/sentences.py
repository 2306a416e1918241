"""A journal entry and a legal action, told to a person."""

from __future__ import annotations

from typing import Final

from undercroft_blind_attack.cells import CELLS, LAST_ROW, NAME, OWN_ROW, square_of
from undercroft_blind_attack.codes import HUFF, PASS, STAY
from undercroft_blind_attack.languages import words_in
from undercroft_blind_attack.values import (
    Action,
    Blocked,
    End,
    Entry,
    Fight,
    First,
    Piece,
    Promoted,
    Removed,
    Reveal,
    Start,
    View,
)
from undercroft_blind_attack.words import Words

__all__ = ["label", "sentence"]

_TURNS: Final = ("turn W", "turn B")


def sentence(entry: Entry, lang: str) -> str:
    """What the entry tells, in a sentence or two."""
    words = words_in(lang)
    match entry:
        case Start():
            return words.start(_beginner(entry.position))
        case First():
            return words.first(entry.side)
        case Action():
            return _action(entry, words)
        case Reveal():
            return words.revealed(entry.side, entry.cell, entry.charge, entry.drawn)
        case Fight():
            return words.fought(entry.attacker, entry.defender, entry.outcome)
        case Removed():
            return words.removed(entry.side, entry.cell, entry.charge, entry.fate)
        case Blocked():
            return words.blocked(entry.cells)
        case Promoted():
            return words.promoted(entry.side, entry.cell, entry.charge)
        case End():
            winner = entry.winners[0] % 2 if entry.winners else None
            return f"{words.ended(entry.reason)} {words.result(winner, (entry.score[0], entry.score[1]))}"


def _beginner(position: str | None) -> int | None:
    """The side on turn in a position text; None if chance is to name it."""
    fields = [] if position is None else position.split(" | ")
    return next((side for side, turn in enumerate(_TURNS) if turn in fields), None)


def _action(entry: Action, words: Words) -> str:
    """What a seat has done."""
    text, side = entry.text, entry.side
    if text.startswith("!"):
        return words.huffed(side, text[1:])
    if text == "stay":
        return words.stayed(side)
    if text == "pass":
        return words.passed(side)
    if "x" in text:
        return words.attacked(side, text[:2], text[3:])
    return words.moved(side, text[:2], text[2:])


def label(view: View, action: int, lang: str) -> str:
    """What the action, legal for the seat with this view, does."""
    words = words_in(lang)
    if action >= HUFF:
        return words.huff(NAME[action - HUFF])
    if action == PASS:
        return words.do_pass()
    if action == STAY:
        return words.stay()
    start, end = divmod(action, CELLS)
    pieces = {piece.cell: piece for piece in view.pieces}
    mine, its = pieces[NAME[start]], pieces.get(NAME[end])
    if its is None:
        return words.move_to(NAME[start], NAME[end], _turned_up(mine, end))
    return words.attack(NAME[start], NAME[end], mine.charge, its.charge, len(square_of(start, end)) > 2)


def _turned_up(piece: Piece, end: int) -> bool:
    """Whether a piece that moves there is turned up."""
    return piece.rank == "soldier" and OWN_ROW[piece.side][end] == LAST_ROW
