"""A decision that a bot is making."""

from __future__ import annotations

from typing import Protocol

import msgspec

from undercroft.match import BotTurn

__all__ = ["Asked", "Asking"]


class Asking(Protocol):
    """How a decision can be called off, whoever makes it: processes of the pool, or a bot that has dialled in."""

    def cancel(self) -> None:
        """Nobody wants it any more."""


class Asked(msgspec.Struct):
    """A bot's decision under way: which, since when (monotonic seconds), and how to call it off."""

    turn: BotTurn
    since: float
    handle: Asking | None = None
