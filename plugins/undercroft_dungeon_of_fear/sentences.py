"""A journal entry and a legal action, told to a person."""

from __future__ import annotations

from undercroft_dungeon_of_fear.cells import NAME
from undercroft_dungeon_of_fear.languages import words_in
from undercroft_dungeon_of_fear.values import End, Entry, Rays, Result, Start, View
from undercroft_dungeon_of_fear.words import rays_in_order

__all__ = ["label", "sentence"]


def sentence(entry: Entry, lang: str) -> str:
    """What the entry tells, in a sentence or two."""
    words = words_in(lang)
    if isinstance(entry, End):
        result = Result(entry.reason, entry.returns, entry.winners)
        return words.join(words.last_move(entry.seat, entry.move), words.ended(result, None))
    if isinstance(entry.rays, Rays) and isinstance(entry.me, str):
        enemy = entry.enemy if isinstance(entry.enemy, str) else None
        seen = words.join(words.sight(entry.rays), words.enemy_seen(enemy, entry.rays))
        if isinstance(entry, Start):
            return words.join(words.start(entry.me), seen)
        if entry.move is not None:
            return words.join(words.own_move(entry.move), seen)
        return words.join(words.enemy_move(entry.seat), words.enemy_seen(enemy, entry.rays))
    return words.watched_start() if isinstance(entry, Start) else words.watched_move(entry.seat)


def label(view: View, action: int, lang: str) -> str:
    """What the action, legal for the seat with this view, does."""
    words = words_in(lang)
    cell = NAME[action]
    if view.rays is not None:
        for ray in rays_in_order(view.rays):
            if ray.cell == cell:
                return words.take_rook(cell) if ray.kind == "enemy" else words.take_wall(cell)
    return words.move_to(cell)
