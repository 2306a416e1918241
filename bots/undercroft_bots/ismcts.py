"""`ismcts`: searches games in which seats don't all see the same."""

from __future__ import annotations

from typing import Any

from undercroft.bot import Bot, Turn, Weighed
from undercroft.game import Belief, Game, OpenGame, State, UndercroftError
from undercroft_bots.options import IsmctsOptions
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.information_trees import InformationTrees
from undercroft_bots.search.interactive_belief import InteractiveBelief, interactive_belief
from undercroft_bots.search.observers import LoneObserver, MultipleObservers, SingleObserver
from undercroft_bots.search.telling import ByAction, ByEntries, ByObservation, Telling
from undercroft_bots.thinking import budget_of, half_of, histories_of, playout_of, priors_for

__all__ = ["IsmctsBot", "kind_of_trees"]


class IsmctsBot(Bot):
    """Information-set MCTS over worlds that fit what the seat was told; plays every game."""

    options_type = IsmctsOptions

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self._courses: InteractiveBelief | None = None
        self._begun = False

    @property
    def weighs(self) -> bool:
        """Where time is the limit another processor is as good; a number of simulations has one answer.

        Another processor would have to follow the courses of the match from its beginning.
        """
        return self.options.simulations is None and self._courses is None

    def choose(self, turn: Turn) -> int:
        """The action that was visited most.

        Raises:
            UndercroftError: there is no belief to sample worlds from.
        """
        self._note(turn)
        if len(turn.legal) == 1:
            return turn.legal[0]
        best = self._searched(turn).best(list(turn.legal))
        return turn.rng.choice(turn.legal) if best is None else best.action

    def weigh(self, turn: Turn) -> list[Weighed]:
        """The visits of every action.

        Raises:
            UndercroftError: there is no belief to sample worlds from.
        """
        self._note(turn)
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
        trees.search(self._worlds(turn, turn.belief, budget), budget)
        self.simulations_done += budget.simulations
        return trees

    def _note(self, turn: Turn) -> None:
        """Keep what was told for the courses of the match, if they are followed."""
        if not self._begun:
            self._begun = True
            most = histories_of(self.options, turn)
            if turn.belief is not None:
                self._courses = interactive_belief(turn.game, turn.options, turn.seats, turn.seat, turn.belief, most)
        if self._courses is not None:
            self._courses.learn(turn.view, turn.entries)

    def _worlds(self, turn: Turn, belief: Belief[Any, Any, Any], budget: Budget) -> Belief[Any, Any, Any]:
        """What is likely by what rivals knew; the game's own belief if that can't be said in half the time there is."""
        if self._courses is not None and not self._courses.catch_up(belief, half_of(budget, turn)):
            self._courses = None
        return belief if self._courses is None else self._courses


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
