"""The languages the game speaks."""

from __future__ import annotations

from typing import Final

from undercroft_psychos.english import English
from undercroft_psychos.russian import Russian
from undercroft_psychos.words import Words

__all__ = ["words_in"]

_ENGLISH: Final[Words] = English()
_SPOKEN: Final[dict[str, Words]] = {"en": _ENGLISH, "ru": Russian()}


def words_in(lang: str) -> Words:
    """The words of a language; English where the game doesn't speak it."""
    return _SPOKEN.get(lang, _ENGLISH)
