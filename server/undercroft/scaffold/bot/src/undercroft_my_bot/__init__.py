"""The bot my-bot, for Undercroft.

This module is imported for every listing of bots, so it says what there is and imports nothing heavy.
"""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.bot import Bot, BotSpec
from undercroft.hookspecs import hookimpl

__all__ = ["SPEC", "undercroft_bots"]


def _load() -> type[Bot]:
    from undercroft_my_bot.bot import MyBot

    return MyBot


SPEC = BotSpec(
    name="my-bot",
    summaries={"en": "Plays every action out at random, and takes the one that brings most."},
    load=_load,
)
"""What a listing shows of the bot."""


@hookimpl
def undercroft_bots() -> Sequence[BotSpec]:
    """The bots of this package."""
    return [SPEC]
