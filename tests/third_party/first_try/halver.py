"""A bot for Hidden Number: always guess the middle of what is left."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from undercroft.bot import Bot, BotRefused, Turn
from undercroft.game import Game


class Options(Struct, frozen=True):
    """`rash` is how often, in percent, the bot guesses anywhere in what is left."""

    rash: Annotated[int, Meta(ge=0, le=100)] = 0


class Halver(Bot):
    """Halves what it hasn't ruled out. The view has all it needs, so nobody keeps a belief for it."""

    needs_belief = False
    options_type = Options

    @classmethod
    def check_game(cls, game: Game[Any, Any, Any, Any], options: Any) -> None:
        """Refuse every other game."""
        if game.spec.id != "hidden-number":
            raise BotRefused(f"Halver plays hidden-number, not {game.spec.id}")

    def choose(self, turn: Turn) -> int:
        """The middle, or now and then any number that is left."""
        low: int = turn.view.low
        high: int = turn.view.high
        if turn.rng.randrange(100) < self.options.rash:
            return turn.rng.randint(low, high)
        return (low + high) // 2
