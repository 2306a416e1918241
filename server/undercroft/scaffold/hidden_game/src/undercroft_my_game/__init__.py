"""My Game, for Undercroft.

This module is imported for every listing of games, so it says what there is and imports no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from undercroft.game import Game, GameSpec
from undercroft.hookspecs import hookimpl

__all__ = ["SPEC", "undercroft_games"]


def _load() -> Game[Any, Any, Any, Any]:
    from undercroft_my_game.game import MyGame

    return MyGame()


SPEC = GameSpec(
    id="my-game",
    version="1",  # another one whenever the same actions could mean something else
    titles={"en": "My Game"},
    summaries={"en": "Bet on a card that only you have seen."},
    seats=(2,),
    action_pattern="check|bet|fold|call",
    load=_load,
    levels={"easy": "random", "normal": "ismcts:simulations=100", "hard": "ismcts:seconds=1"},
)
"""What a listing shows of the game."""


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    """The games of this package."""
    return [SPEC]
