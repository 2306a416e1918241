"""Names that were perhaps meant by one that is unknown: for every error that says a name doesn't exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

__all__ = ["nearest"]

LONGEST: Final = 40
"""So many characters of the unknown name are looked at."""


def nearest(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Up to three of `names` that `name` was perhaps meant to be, the likeliest first; case, - and _ don't matter."""
    folded = {_folded(known): known for known in sorted(names, reverse=True)}
    close = difflib.get_close_matches(_folded(name[:LONGEST]), sorted(folded), n=3, cutoff=0.6)
    return tuple(folded[key] for key in close)


def _folded(name: str) -> str:
    return name.casefold().replace("-", "_")
