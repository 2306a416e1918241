"""Blind Attack: draughts with blind strength, where nobody knows what anybody's soldiers are worth.

This module is imported for every listing, so it says what there is and imports no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from undercroft.game import GameSpec
from undercroft.hookspecs import hookimpl

if TYPE_CHECKING:
    from undercroft_blind_attack.game import BlindAttack

__all__ = ["SPEC", "undercroft_games"]


def _load() -> BlindAttack:
    """The game; imports its rules."""
    from undercroft_blind_attack.game import BlindAttack

    return BlindAttack()


SPEC: Final = GameSpec(
    id="blind-attack",
    version="1",
    titles={"en": "Blind Attack", "ru": "Слепая атака"},
    summaries={
        "en": "Draughts with blind strength: nobody knows a soldier's charge until it fights. Beware of the bombs.",
        "ru": "Шашки с силой вслепую: заряд воина не знает никто, пока не начнётся бой. Берегитесь бомб.",
    },
    seats=(2, 4, 6, 8),
    action_pattern="[a-i][1-9]x?[a-i][1-9]|stay|pass|![a-i][1-9]",
    load=_load,
    levels={"easy": "random", "normal": "heuristic", "hard": "mcts:seconds=1"},
)
"""What a listing shows of the game."""


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    """The one game of this package."""
    return (SPEC,)
