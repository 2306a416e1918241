"""The numbers that the rules count with, and the words that people and bots read for them.

Codes of actions are those of `rules/blind_attack.md` §10. A list of words is in the order of the numbers above it.
"""

from __future__ import annotations

from typing import Final

from undercroft_blind_attack.cells import CELLS
from undercroft_blind_attack.values import Fate, PendingKind, Phase, Reason

__all__ = [
    "ATTACK",
    "DRAWING",
    "ELIMINATED",
    "EQUAL_GENERALS",
    "EXPLOSION",
    "FATES",
    "FIGHT",
    "FIRST",
    "HUFF",
    "HUFFING",
    "IMMOBILE",
    "KINDS",
    "MAX_TURNS",
    "MOVE",
    "NEITHER",
    "NOTHING",
    "NOWHERE",
    "OVER",
    "PASS",
    "PHASES",
    "PROMOTION",
    "QUIET_LIMIT",
    "REASONS",
    "RUNNING",
    "STAY",
    "SYMBOLS",
]

SYMBOLS: Final = "B123"
"""The charges 0 to 3 in texts."""

STAY: Final = CELLS * CELLS
PASS: Final = STAY + 1
HUFF: Final = STAY + 2
"""The code of huffing the piece on cell 0; moves and attacks have 81 * from + to."""

NOWHERE: Final = -1
"""The cell of a piece that isn't there."""
NEITHER: Final = -1
"""The side on turn when there is none."""

MOVE: Final = 0
ATTACK: Final = 1
DRAWING: Final = 2
OVER: Final = 3
PHASES: Final[list[Phase]] = ["move", "attack", "chance", "over"]

NOTHING: Final = 0
FIRST: Final = 1
FIGHT: Final = 2
EXPLOSION: Final = 3
PROMOTION: Final = 4
HUFFING: Final = 5
KINDS: Final[list[PendingKind | None]] = [None, "first", "attack", "explosion", "promotion", "huff"]
"""What waits for a chance node."""

RUNNING: Final = -1
ELIMINATED: Final = 0
EQUAL_GENERALS: Final = 1
IMMOBILE: Final = 2
QUIET_LIMIT: Final = 3
MAX_TURNS: Final = 4
REASONS: Final[list[Reason]] = ["eliminated", "equal_generals", "immobile", "quiet_limit", "max_turns"]
"""Why a game has ended."""

FATES: Final[list[Fate]] = ["prisoner", "wounded", "wounded", "exploded"]
"""The fates of `battlefield`."""
