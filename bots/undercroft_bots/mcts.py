"""`mcts`: searches games that hide nothing."""

from __future__ import annotations

from typing import Any

from undercroft.bot import Bot, BotRefused, Turn, Weighed
from undercroft.game import Game, OpenGame, State, UndercroftError
from undercroft_bots.options import MctsOptions
from undercroft_bots.search.open_node import OpenNode
from undercroft_bots.search.open_tree import OpenTree
from undercroft_bots.search.retracing import retrace
from undercroft_bots.thinking import budget_of, playout_of, priors_for

__all__ = ["MctsBot"]


class MctsBot(Bot):
    """UCT with chance nodes and proofs, for any number of seats; what was found out at earlier turns is used again."""

    options_type = MctsOptions

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self._tree: OpenTree | None = None
        self._searched: State[Any, Any] | None = None
        self._chosen: list[OpenNode] = []
        self._since: list[Any] = []

    @classmethod
    def check_game(cls, game: Game[Any, Any, Any, Any], options: Any) -> None:
        """Refuse a game that hides anything.

        Raises:
            BotRefused: the game isn't open.
        """
        if not isinstance(game, OpenGame):
            raise BotRefused(f"mcts can't play {game.spec.id}, as it would have to see what the game hides; try ismcts")

    @property
    def weighs(self) -> bool:
        """Where time is the limit another processor is as good; a number of simulations has one answer."""
        return self.options.simulations is None

    def choose(self, turn: Turn) -> int:
        """The action that was visited most, or one that is proven to bring no less.

        Raises:
            UndercroftError: there is no belief to take the position from.
        """
        tree = self._searched_tree(turn)
        best = None if tree is None else tree.best()
        if best is None:
            return turn.rng.choice(turn.legal)
        self._chosen = [best]
        return best.action

    def weigh(self, turn: Turn) -> list[Weighed]:
        """The visits of every action; another one than its own favourite may be played.

        Raises:
            UndercroftError: there is no belief to take the position from.
        """
        tree = self._searched_tree(turn)
        if tree is None:
            return [Weighed(turn.legal[0], 1, 0.0)]
        self._chosen = list(tree.root.children)
        return [Weighed(action, visits, total) for action, visits, total in tree.weighed()]

    def _searched_tree(self, turn: Turn) -> OpenTree | None:
        """The tree after thinking about the turn; None if there is nothing to think about."""
        if turn.belief is None:
            raise UndercroftError("mcts needs a belief")
        self._since += turn.entries
        if len(turn.legal) == 1:
            return None
        budget = budget_of(self.options, turn)
        state: State[Any, Any] = turn.belief.sample(turn.rng)
        tree = self._grown(turn)
        priors = priors_for(self.options, turn)
        if priors:
            tree.lean(list(turn.legal), priors)
        tree.search(state, playout_of(self.options, turn, budget), budget, turn.rng)
        self.simulations_done += budget.simulations
        self._tree, self._searched, self._chosen, self._since = tree, state, [], []
        return tree

    def _grown(self, turn: Turn) -> OpenTree:
        """The tree of the last search from where the match is now, or a new one."""
        tree = self._tree
        if tree is not None and self._searched is not None and self._chosen:
            node = retrace(self._searched, self._chosen, turn.seat, self._since)
            if node is not None:
                tree.move_root(node)
                return tree
        options = self.options
        return OpenTree(turn.seats, options.exploration, options.widening, options.nodes)
