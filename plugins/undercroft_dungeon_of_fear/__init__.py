"""Dungeon of Fear: two rooks break through a walled 6x6 board and don't see each other.

This module is imported for every listing, so it says what there is and imports no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from undercroft.game import GameSpec
from undercroft.hookspecs import hookimpl

if TYPE_CHECKING:
    from undercroft_dungeon_of_fear.game import DungeonOfFear

__all__ = ["SPEC", "undercroft_games"]


def _load() -> DungeonOfFear:
    """The game; imports its rules."""
    from undercroft_dungeon_of_fear.game import DungeonOfFear

    return DungeonOfFear()


SPEC: Final = GameSpec(
    id="dungeon-of-fear",
    version="1",
    titles={"en": "Dungeon of Fear", "ru": "Подземелье Страха"},
    summaries={
        "en": "Two rooks break through the walls of a dark dungeon. Find the enemy and strike first.",
        "ru": "Две ладьи пробивают стены тёмного подземелья. Найдите врага и ударьте первым.",
    },
    seats=(2,),
    action_pattern="[a-f][1-6]x?[a-f][1-6]",
    load=_load,
    levels={"easy": "random", "normal": "heuristic", "hard": "ismcts:seconds=1"},
)
"""What a listing shows of the game."""


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    """The one game of this package."""
    return (SPEC,)
