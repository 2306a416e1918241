"""A bot for Connect Four: the middle is worth most."""

from __future__ import annotations

from typing import Any

from undercroft.bot import Bot, BotRefused, Turn
from undercroft.game import Game


class MyBot(Bot):
    """Plays as near to the middle as it can; between two columns, either."""

    needs_belief = False

    @classmethod
    def check_game(cls, game: Game[Any, Any, Any, Any], options: Any) -> None:
        """Refuse every other game."""
        if game.spec.id != "connect-four":
            raise BotRefused(f"MyBot plays connect-four, not {game.spec.id}")

    def choose(self, turn: Turn) -> int:
        """The column with the least distance to the middle one."""
        middle = (turn.options.columns - 1) / 2
        nearest = min(abs(column - middle) for column in turn.legal)
        return turn.rng.choice([column for column in turn.legal if abs(column - middle) == nearest])
