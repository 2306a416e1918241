"""Bots that play any game: `random`, `heuristic` for games that have one, and those that search."""

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
        BotSpec(
            "mcts",
            {
                "en": "Looks ahead by trying out how games may go on (UCT). For games that hide nothing.",
                "ru": "Смотрит вперёд, пробуя, как может пойти игра (UCT). Для игр, в которых ничто не скрыто.",
            },
            _mcts,
        ),
        BotSpec(
            "ismcts",
            {
                "en": "Looks ahead in worlds that fit what its seat knows (information-set MCTS). For any game.",
                "ru": "Смотрит вперёд в мирах, возможных по тому, что знает его место (ISMCTS). Для любой игры.",
            },
            _ismcts,
        ),
        BotSpec(
            "alphabeta",
            {
                "en": "Looks ahead at whatever rivals may answer (alpha-beta). For games that hide nothing.",
                "ru": "Просматривает ходы и все ответы на них (альфа-бета). Для игр, в которых ничто не скрыто.",
            },
            _alphabeta,
        ),
    ]


def _random() -> type[Bot]:
    from undercroft_bots.random import RandomBot

    return RandomBot


def _heuristic() -> type[Bot]:
    from undercroft_bots.heuristic import HeuristicBot

    return HeuristicBot


def _mcts() -> type[Bot]:
    from undercroft_bots.mcts import MctsBot

    return MctsBot


def _ismcts() -> type[Bot]:
    from undercroft_bots.ismcts import IsmctsBot

    return IsmctsBot


def _alphabeta() -> type[Bot]:
    from undercroft_bots.alphabeta import AlphaBetaBot

    return AlphaBetaBot
