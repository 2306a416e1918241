"""`ismcts`: searches games in which seats don't all see the same."""

from __future__ import annotations

from typing import Any

from undercroft.bot import Bot, Turn, Weighed
from undercroft.game import Game, OpenGame, State, UndercroftError
from undercroft_bots.options import IsmctsOptions
from undercroft_bots.search.information_trees import InformationTrees
from undercroft_bots.search.observers import LoneObserver, MultipleObservers, SingleObserver
from undercroft_bots.search.telling import ByAction, ByEntries, ByObservation, Telling
from undercroft_bots.thinking import budget_of, playout_of, priors_for

__all__ = ["IsmctsBot", "kind_of_trees"]


class IsmctsBot(Bot):
    """Information-set MCTS over worlds that fit what the seat was told; plays every game."""

    options_type = IsmctsOptions

    @property
    def weighs(self) -> bool:
        """Where time is the limit another processor is as good; a number of simulations has one answer."""
        return self.options.simulations is None

    def choose(self, turn: Turn) -> int:
        """The action that was visited most.

        Raises:
            UndercroftError: there is no belief to sample worlds from.
        """
        if len(turn.legal) == 1:
            return turn.legal[0]
        best = self._searched(turn).best(list(turn.legal))
        return turn.rng.choice(turn.legal) if best is None else best.action

    def weigh(self, turn: Turn) -> list[Weighed]:
        """The visits of every action.

        Raises:
            UndercroftError: there is no belief to sample worlds from.
        """
        found = self._searched(turn).weighed(list(turn.legal))
        return [Weighed(choice.action, choice.visits, choice.total) for choice in found]

    def _searched(self, turn: Turn) -> InformationTrees:
        if turn.belief is None:
            raise UndercroftError("ismcts needs a belief")
        options = self.options
        budget = budget_of(options, turn)
        trees = kind_of_trees(options, turn.game)(
            turn.seats,
            turn.seat,
            _telling(turn),
            playout_of(options, turn, budget),
            turn.rng,
            options.exploration,
            options.nodes,
        )
        priors = priors_for(options, turn)
        if priors:
            trees.lean(list(turn.legal), priors)
        trees.search(turn.belief, budget)
        self.simulations_done += budget.simulations
        return trees


def kind_of_trees(options: IsmctsOptions, game: Game[Any, Any, Any, Any]) -> type[InformationTrees]:
    """Which trees the options ask for; `auto` looks whether the game brings a policy for its rivals."""
    single = options.observers == "single"
    if options.rivals == "policy" or (options.rivals == "auto" and not single and game.policy() is not None):
        return LoneObserver
    return SingleObserver if single else MultipleObservers


def _telling(turn: Turn) -> Telling:
    """The cheapest way to tell what seats are told in this game."""
    if isinstance(turn.game, OpenGame):
        return ByAction()
    state = turn.game.start(turn.options, turn.seats)
    return ByEntries() if type(state).observation is State.observation else ByObservation()
