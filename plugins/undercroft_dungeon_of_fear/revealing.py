"""What becomes revealed for ever to whoever sees it (`rules/dungeon_of_fear.md` §7)."""

from __future__ import annotations

from typing import Final

from undercroft_dungeon_of_fear.cells import BIT

__all__ = ["BREACH", "REVEALS", "SIGHT", "WALLS", "newly_revealed"]

SIGHT: Final = 0
BREACH: Final = 1
WALLS: Final = 2
REVEALS: Final[dict[str, int]] = {"sight": SIGHT, "breach": BREACH, "walls": WALLS}
"""What becomes revealed (§7), as a number."""


def newly_revealed(reveal: int, sight: int, walls: int, cell: int) -> int:
    """The cells that a seat on `cell` with this sight has revealed now (§7)."""
    if reveal == SIGHT:
        return sight & ~walls
    return BIT[cell] if reveal == BREACH else sight
