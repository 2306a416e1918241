"""Goofspiel, a game of secret bids, and a bot for it.

This module is imported for every listing of games. It says what there is; the rules are imported when somebody plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from undercroft.bot import Bot, BotSpec
from undercroft.game import Game, GameSpec
from undercroft.hookspecs import hookimpl

__all__ = ["GOOFSPIEL"]


def _game() -> Game[Any, Any, Any, Any]:
    from undercroft_goofspiel.game import Goofspiel

    return Goofspiel()


def _bot() -> type[Bot]:
    from undercroft_goofspiel.bot import BargainBot

    return BargainBot


GOOFSPIEL = GameSpec(
    id="goofspiel",
    version="1",
    titles={"en": "Goofspiel", "ru": "Гуфшпиль"},
    summaries={
        "en": "Bid secretly for prizes; every card of yours can be bid once.",
        "ru": "Тайные ставки за призы; каждую свою карту можно поставить один раз.",
    },
    seats=(2,),
    action_pattern="[1-9]|1[0-3]",
    load=_game,
    levels={"easy": "random", "normal": "heuristic", "hard": "goofspiel-bargain"},
)


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    """The game of this package."""
    return [GOOFSPIEL]


@hookimpl
def undercroft_bots() -> Sequence[BotSpec]:
    """The bot of this package."""
    summaries = {
        "en": "Pays for a prize of Goofspiel what it's worth against the hands that the rival may hold.",
        "ru": "Платит за приз гуфшпиля столько, сколько он стоит против возможных карт соперника.",
    }
    return [BotSpec("goofspiel-bargain", summaries, _bot)]
