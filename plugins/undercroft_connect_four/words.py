"""What the game says, by language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["SIDES", "Words", "words_in"]

SIDES: Final = ("X", "O")
"""What the seats are called in every language: by their marks on the board."""


@dataclass(frozen=True)
class Words:
    """The sentences of one language, as templates for `str.format`."""

    you_are: str
    your_turn: str
    turn: str
    start: str
    goes_on: str
    drop: str
    win: str
    you_win: str
    you_lose: str
    draw: str
    label: str


_ENGLISH: Final = Words(
    you_are="You are {side}.",
    your_turn="Ply {ply}: your turn.",
    turn="Ply {ply}: {side} to play.",
    start="The board is empty. {side} begins.",
    goes_on="The game goes on after {moves}.",
    drop="{side} drops a disc into column {column}.",
    win="{side} has a line and wins.",
    you_win="You have a line: you win.",
    you_lose="{side} has a line: you lose.",
    draw="The board is full and nobody has a line. A draw.",
    label="drop a disc into column {column}",
)

_RUSSIAN: Final = Words(
    you_are="Вы играете за {side}.",
    your_turn="Ход {ply}: ваша очередь.",
    turn="Ход {ply}: очередь {side}.",
    start="Доска пуста. Начинает {side}.",
    goes_on="Партия продолжается после {moves}.",
    drop="{side} бросает фишку в столбец {column}.",
    win="У {side} есть ряд: победа.",
    you_win="У вас есть ряд: вы победили.",
    you_lose="У {side} есть ряд: вы проиграли.",
    draw="Доска заполнена, ряда ни у кого нет. Ничья.",
    label="бросить фишку в столбец {column}",
)

_SPOKEN: Final = {"en": _ENGLISH, "ru": _RUSSIAN}


def words_in(lang: str) -> Words:
    """The words of a language; English where the game doesn't speak it."""
    return _SPOKEN.get(lang, _ENGLISH)
