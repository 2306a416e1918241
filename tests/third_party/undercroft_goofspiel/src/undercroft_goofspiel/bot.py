"""A bot that plays Goofspiel only, and shows how a bot uses its belief."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from undercroft.bot import Bot, BotRefused, Turn
from undercroft.game import Game
from undercroft_goofspiel.state import cards_of

__all__ = ["BargainBot", "BargainOptions"]


class BargainOptions(Struct, frozen=True):
    """`worlds` is the number of rival hands that a bid is judged against."""

    worlds: Annotated[int, Meta(ge=1, le=10_000)] = 50


class BargainBot(Bot):
    """Weighs the prize, as often as the card would win it, against the card it costs.

    The rival is taken to bid any card of its hand, each as likely.
    """

    options_type = BargainOptions

    @classmethod
    def check_game(cls, game: Game[Any, Any, Any, Any], options: Any) -> None:
        """Refuse every game but Goofspiel."""
        if game.spec.id != "goofspiel":
            raise BotRefused(f"goofspiel-bargain plays goofspiel, not {game.spec.id}")

    def choose(self, turn: Turn) -> int:
        """The card with the greatest gain; between equals the smaller one."""
        if turn.belief is None:
            raise ValueError("the bot needs a belief")
        prize = turn.view.prize
        gains = dict.fromkeys(turn.legal, 0.0)
        for _ in range(self.options.worlds):
            if turn.cancelled():
                break
            theirs = cards_of(turn.belief.sample(turn.rng).hands[1 - turn.seat])
            for card in turn.legal:
                ahead = sum((card > their) - (card < their) for their in theirs)
                gains[card] += prize * ahead / len(theirs) - card
        return max(turn.legal, key=lambda card: (gains[card], -card))
