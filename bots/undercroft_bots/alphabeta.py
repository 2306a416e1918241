"""`alphabeta`: looks at all that rivals may answer, in games that hide nothing and can be judged."""

from __future__ import annotations

from typing import Any

from undercroft.bot import Bot, BotRefused, Turn
from undercroft.game import Game, OpenGame, UndercroftError
from undercroft_bots.options import AlphaBetaOptions
from undercroft_bots.search.alpha_beta import AlphaBeta
from undercroft_bots.thinking import budget_of, priors_for

__all__ = ["AlphaBetaBot"]


class AlphaBetaBot(Bot):
    """Alpha-beta, two actions deeper each time; positions it knows by their keys it knows at later turns too."""

    options_type = AlphaBetaOptions

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self._search: AlphaBeta | None = None

    @classmethod
    def check_game(cls, game: Game[Any, Any, Any, Any], options: Any) -> None:
        """Refuse a game that hides anything, or that brings no evaluator.

        Raises:
            BotRefused: the game isn't open, or nothing judges its positions.
        """
        if not isinstance(game, OpenGame):
            raise BotRefused(
                f"alphabeta can't play {game.spec.id}, as it would have to see what the game hides; try ismcts"
            )
        if game.evaluator() is None:
            raise BotRefused(f"alphabeta can't play {game.spec.id}, which brings no evaluator; try mcts")

    def choose(self, turn: Turn) -> int:
        """The action that is best against whatever may be answered, as far as there was time to look.

        Raises:
            UndercroftError: there is no belief to take the position from, or no evaluator.
        """
        if turn.belief is None:
            raise UndercroftError("alphabeta needs a belief")
        if len(turn.legal) == 1:
            return turn.legal[0]
        budget = budget_of(self.options, turn)
        search = self._search_of(turn)
        order = list(turn.legal)
        turn.rng.shuffle(order)
        priors = dict(zip(turn.legal, priors_for(self.options, turn), strict=False))
        order.sort(key=lambda action: -priors.get(action, 0.0))
        chosen = search.search(turn.belief.sample(turn.rng), order, budget, self.options.depth)
        self.simulations_done += budget.simulations
        return chosen

    def _search_of(self, turn: Turn) -> AlphaBeta:
        """The search of the seat, made at its first turn."""
        if self._search is None:
            evaluator = turn.game.evaluator()
            if evaluator is None:
                raise UndercroftError("alphabeta needs an evaluator")
            sides = turn.game.sides(turn.options, turn.seats)
            allies = [side == sides[turn.seat] for side in sides]
            self._search = AlphaBeta(turn.seat, allies, evaluator, self.options.table)
        return self._search
