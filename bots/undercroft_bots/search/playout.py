"""Plays a position on to see how it may end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from undercroft.game import CHANCE, Evaluator, Policy, Seat, State
from undercroft_bots.search.budget import Budget

__all__ = ["Playout", "draw_weighted"]


def draw_weighted(actions: list[int], weights: list[float], at: float) -> int:
    """One of the actions, as likely as its weight says; `at` is drawn from [0, 1)."""
    total = 0.0
    for weight in weights:
        total += weight
    left = at * total
    chosen = -1
    for place, weight in enumerate(weights):
        if weight > 0.0:
            chosen = place
            left -= weight
            if left < 0.0:
                break
    return actions[chosen]


class Playout:
    """Random play, by the game's policy if it has one, to the end or until an evaluator is asked.

    `depth` is the number of actions after which `evaluator` is asked, chance's not counted; without an evaluator games
    are played to their ends. A seat's choice depends on nothing but the policy, which reads only what the seat knows.
    """

    __slots__ = ("_budget", "_depth", "_draw", "evaluator", "policy")

    _budget: Budget
    _draw: Callable[[], float]
    policy: Policy[Any] | None
    evaluator: Evaluator[Any] | None
    _depth: int

    def __init__(
        self, rng: Random, policy: Policy[Any] | None, evaluator: Evaluator[Any] | None, depth: int, budget: Budget
    ) -> None:
        self._draw = rng.random
        self.policy = policy
        self.evaluator = evaluator
        self._depth = depth
        self._budget = budget

    def play(self, state: State[Any, Any]) -> list[float] | None:
        """The returns, one a seat, or their estimate; None if the budget ended before the game did. Uses up `state`."""
        budget = self._budget
        evaluator = self.evaluator
        left = self._depth
        while True:
            to_act = state.to_act()
            if not to_act:
                return returns_of(state)
            seat = to_act[0]
            if seat == CHANCE:
                action = self.draw_outcome(state.chance_outcomes())
            else:
                if left <= 0 and evaluator is not None:
                    return evaluator.values(state)
                left -= 1
                legal = state.legal_actions(seat)
                action = legal[0] if len(legal) == 1 else self.draw_action(state, seat, legal)
            state.apply(seat, action)
            budget.steps_left -= 1
            if budget.steps_left <= 0 and budget.look():
                return None

    def draw_action(self, state: State[Any, Any], seat: Seat, legal: list[int]) -> int:
        """An action of a seat by the policy's weights; without a policy all are equally likely."""
        policy = self.policy
        if policy is None:
            return legal[int(self._draw() * len(legal))]
        return draw_weighted(legal, policy.weights(state, seat, legal), self._draw())

    def draw_outcome(self, outcomes: list[tuple[int, int]]) -> int:
        """An outcome of chance by its weight."""
        total = 0
        for _, weight in outcomes:
            total += weight
        left = int(self._draw() * total)
        for action, weight in outcomes:
            left -= weight
            if left < 0:
                return action
        return outcomes[-1][0]


def returns_of(state: State[Any, Any]) -> list[float]:
    """What each seat has at the end of a game."""
    outcome = state.outcome()
    if outcome is None:
        raise ValueError("nobody is to act, and there is no outcome")
    return [float(each) for each in outcome.returns]
