"""Connect Four: discs fall into a standing grid, and four in a row win. Nothing is hidden.

This module is imported for every listing, so it says what there is and imports no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from undercroft.game import GameSpec
from undercroft.hookspecs import hookimpl

if TYPE_CHECKING:
    from undercroft_connect_four.game import ConnectFour

__all__ = ["SPEC", "undercroft_games"]


def _load() -> ConnectFour:
    """The game; imports its rules."""
    from undercroft_connect_four.game import ConnectFour

    return ConnectFour()


SPEC: Final = GameSpec(
    id="connect-four",
    version="1",
    titles={"en": "Connect Four", "ru": "Четыре в ряд"},
    summaries={
        "en": "Drop discs into a standing grid. Four of yours in a row win.",
        "ru": "Бросайте фишки в стоячую решётку. Четыре своих в ряд — победа.",
    },
    seats=(2,),
    action_pattern="[1-9]",
    load=_load,
    levels={"easy": "random", "normal": "heuristic", "hard": "mcts:seconds=1"},
)
"""What a listing shows of the game."""


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    """The one game of this package."""
    return (SPEC,)
