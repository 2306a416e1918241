"""A bot that plays by the game's own rule of thumb, without looking ahead."""

from __future__ import annotations

from typing import Any

from undercroft.bot import Bot, BotRefused, Turn
from undercroft.game import Game, UndercroftError

__all__ = ["HeuristicBot"]


class HeuristicBot(Bot):
    """Plays an action with the highest score of the game's `Heuristic`; between equals the dice decide."""

    @classmethod
    def check_game(cls, game: Game[Any, Any, Any, Any], options: Any) -> None:
        """Refuse a game without a heuristic.

        Raises:
            BotRefused: the game has none.
        """
        if game.heuristic() is None:
            raise BotRefused(f"heuristic can't play {game.spec.id}: the game brings no heuristic")

    def choose(self, turn: Turn) -> int:
        """The legal action that scores best.

        Raises:
            UndercroftError: there is no belief to judge from, or the game gave no score for each action.
        """
        heuristic = turn.game.heuristic()
        if heuristic is None or turn.belief is None:
            raise UndercroftError("the heuristic bot needs a game with a heuristic, and a belief")
        scores = heuristic.scores(turn.belief, turn.view, turn.legal, turn.rng)
        if len(scores) != len(turn.legal):
            raise UndercroftError(f"the heuristic gave {len(scores)} scores for {len(turn.legal)} legal actions")
        best = max(scores)
        return turn.rng.choice([action for action, score in zip(turn.legal, scores, strict=True) if score == best])
