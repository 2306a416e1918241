"""Bots that play any game: `random`, and `heuristic` for games that have one."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.bot import Bot, BotSpec
from undercroft.hookspecs import hookimpl


@hookimpl
def undercroft_bots() -> Sequence[BotSpec]:
    """The bots of this package."""
    return [
        BotSpec(
            "random",
            {"en": "Plays any legal action, each as likely.", "ru": "Делает любой допустимый ход, все равновероятны."},
            _random,
        ),
        BotSpec(
            "heuristic",
            {
                "en": "Plays what the game's own rule of thumb likes best. Thinks quickly.",
                "ru": "Делает ход, который больше нравится собственной оценке игры. Думает быстро.",
            },
            _heuristic,
        ),
    ]


def _random() -> type[Bot]:
    from undercroft_bots.random import RandomBot

    return RandomBot


def _heuristic() -> type[Bot]:
    from undercroft_bots.heuristic import HeuristicBot

    return HeuristicBot
