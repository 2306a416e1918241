"""A bot that plays at random: the yardstick for all others, and the fallback for those that fail."""

from __future__ import annotations

from undercroft.bot import Bot, Turn

__all__ = ["RandomBot"]


class RandomBot(Bot):
    """Every legal action is as likely as any other."""

    needs_belief = False

    def choose(self, turn: Turn) -> int:
        """One of the legal actions, drawn with the turn's generator."""
        return turn.rng.choice(turn.legal)
