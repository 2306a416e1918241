"""What a listing shows of each game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from undercroft.game import Game, GameSpec
from undercroft_openspiel import PREFIX
from undercroft_openspiel.catalogue import SERVED
from undercroft_openspiel.served import Served

__all__ = ["specs"]

REVISION: Final = "1"
"""Changes with whatever this package makes of OpenSpiel's actions."""

OPEN_LEVELS: Final = {"easy": "random", "normal": "mcts:simulations=100", "hard": "mcts:seconds=1"}
HIDDEN_LEVELS: Final = {"easy": "random", "normal": "ismcts:simulations=100", "hard": "ismcts:seconds=1"}


def specs(release: str) -> Sequence[GameSpec]:
    """The games as `release` of OpenSpiel has them; a match goes on only with the release it was begun with."""
    return [_spec(served, f"{REVISION}+openspiel-{release}") for served in SERVED]


def _spec(served: Served, version: str) -> GameSpec:
    return GameSpec(
        id=PREFIX + served.name,
        version=version,
        titles={"en": f"{served.title} (OpenSpiel)"},
        summaries={"en": served.summary},
        seats=served.seats,
        action_pattern=".+",
        load=Load(served, version),
        levels=OPEN_LEVELS if served.kind == "open" else HIDDEN_LEVELS,
    )


@dataclass(frozen=True)
class Load:
    """Imports OpenSpiel and makes a game; equal for equal games, and can be pickled."""

    served: Served
    version: str

    def __call__(self) -> Game[Any, Any, Any, Any]:
        """The game."""
        from undercroft_openspiel.hidden_game import HiddenSpielGame
        from undercroft_openspiel.open_game import OpenSpielGame

        made = OpenSpielGame if self.served.kind == "open" else HiddenSpielGame
        return made(self.served, _spec(self.served, self.version))
