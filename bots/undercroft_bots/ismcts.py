"""`ismcts`: searches games in which seats don't all see the same."""

from __future__ import annotations

from undercroft.bot import Bot, Turn
from undercroft.game import OpenGame, State, UndercroftError
from undercroft_bots.options import IsmctsOptions
from undercroft_bots.search.observers import MultipleObservers, SingleObserver
from undercroft_bots.search.telling import ByAction, ByEntries, ByObservation, Telling
from undercroft_bots.thinking import budget_of, playout_of

__all__ = ["IsmctsBot"]


class IsmctsBot(Bot):
    """Information-set MCTS over worlds that fit what the seat was told; plays every game."""

    options_type = IsmctsOptions

    def choose(self, turn: Turn) -> int:
        """The action that was visited most.

        Raises:
            UndercroftError: there is no belief to sample worlds from.
        """
        if turn.belief is None:
            raise UndercroftError("ismcts needs a belief")
        if len(turn.legal) == 1:
            return turn.legal[0]
        options = self.options
        budget = budget_of(options, turn)
        kind = SingleObserver if options.observers == "single" else MultipleObservers
        trees = kind(
            turn.seats,
            turn.seat,
            _telling(turn),
            playout_of(options, turn, budget),
            turn.rng,
            options.exploration,
            options.nodes,
        )
        trees.search(turn.belief, budget)
        self.simulations_done += budget.simulations
        best = trees.best(list(turn.legal))
        return turn.rng.choice(turn.legal) if best is None else best.action


def _telling(turn: Turn) -> Telling:
    """The cheapest way to tell what seats are told in this game."""
    if isinstance(turn.game, OpenGame):
        return ByAction()
    state = turn.game.start(turn.options, turn.seats)
    return ByEntries() if type(state).observation is State.observation else ByObservation()
