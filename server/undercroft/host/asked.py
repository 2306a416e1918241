"""A decision that a hosted bot is making."""

from __future__ import annotations

import msgspec

from undercroft.host.pool import Handle, Team
from undercroft.match import BotTurn

__all__ = ["Asked"]


class Asked(msgspec.Struct):
    """A hosted bot's decision under way: which, since when (monotonic seconds), and how to call it off."""

    turn: BotTurn
    since: float
    handle: Handle | Team | None = None
