"""Oshi-Zumo: two sides bid coins in secret, and the higher bid pushes a wrestler. Both choose at the same time.

This module is imported for every listing, so it says what there is and imports no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from undercroft.game import GameSpec
from undercroft.hookspecs import hookimpl

if TYPE_CHECKING:
    from undercroft_oshi_zumo.game import OshiZumo

__all__ = ["SPEC", "undercroft_games"]


def _load() -> OshiZumo:
    """The game; imports its rules."""
    from undercroft_oshi_zumo.game import OshiZumo

    return OshiZumo()


SPEC: Final = GameSpec(
    id="oshi-zumo",
    version="1",
    titles={"en": "Oshi-Zumo", "ru": "Оси-дзумо"},
    summaries={
        "en": "Bid coins in secret; the higher bid pushes the wrestler. Push it out on the rival's side.",
        "ru": "Тайные ставки: чья больше, тот толкает борца. Вытолкните его на стороне соперника.",
    },
    seats=(2,),
    action_pattern="[0-9]|[1-9][0-9]|100",
    load=_load,
    levels={"easy": "random", "normal": "heuristic", "hard": "ismcts:seconds=1,rivals=search"},
)
"""What a listing shows of the game."""


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    """The one game of this package."""
    return (SPEC,)
