"""What searching bots do alike: the budget of a decision, and playouts by what the game brings."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from undercroft.bot import Turn
from undercroft_bots.options import AlphaBetaOptions, IsmctsOptions, MctsOptions
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.playout import Playout
from undercroft_bots.search.prior import priors_of

__all__ = ["DEFAULT_SECONDS", "budget_of", "half_of", "histories_of", "playout_of", "priors_for"]

DEFAULT_SECONDS: Final = 1.0
"""So long a decision takes if nobody says anything else."""


def budget_of(
    options: MctsOptions | IsmctsOptions | AlphaBetaOptions, turn: Turn, clock: Callable[[], float] = monotonic
) -> Budget:
    """The least that the bot's options and the turn allow; the time runs from now. `alphabeta` counts positions."""
    number = options.positions if isinstance(options, AlphaBetaOptions) else options.simulations
    simulations = _least(number, turn.limit.simulations)
    seconds = _least(options.seconds, turn.limit.seconds)
    if options.seconds is None and simulations is None:
        seconds = _least(seconds, DEFAULT_SECONDS)
    deadline = float("inf") if seconds is None else clock() + seconds
    return Budget(None if simulations is None else int(simulations), deadline, turn.cancelled, clock)


def half_of(budget: Budget, turn: Turn, clock: Callable[[], float] = monotonic) -> Budget:
    """What may be spent on something else than simulations: half the time, if there is a limit, and no number."""
    now = clock()
    return Budget(None, now + (budget.deadline - now) / 2.0, turn.cancelled, clock)


def histories_of(options: IsmctsOptions, turn: Turn) -> int:
    """How many courses of the match are worth following: each takes as long as ten simulations or more."""
    simulations = _least(options.simulations, turn.limit.simulations)
    return options.histories if simulations is None else min(options.histories, int(simulations) // 10)


def playout_of(options: MctsOptions | IsmctsOptions, turn: Turn, budget: Budget) -> Playout:
    """Playouts by the game's policy, cut short where it has an evaluator."""
    return Playout(turn.rng, turn.game.policy(), turn.game.evaluator(), options.depth, budget)


def priors_for(options: MctsOptions | IsmctsOptions | AlphaBetaOptions, turn: Turn) -> list[float]:
    """What the game's heuristic says of the legal actions, as `InformationTrees.lean` takes it; empty without one."""
    heuristic = turn.game.heuristic() if options.prior and turn.belief is not None else None
    if heuristic is None or turn.belief is None:
        return []
    return priors_of(heuristic.scores(turn.belief, turn.view, turn.legal, turn.rng))


def _least(one: float | None, other: float | None) -> float | None:
    if one is None or other is None:
        return one if other is None else other
    return min(one, other)
