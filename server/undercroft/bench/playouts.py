"""Random play through the rules, as search does it: no journal, no views. What is timed lies in this loop alone."""

from __future__ import annotations

from random import Random
from typing import Any

from undercroft.game import CHANCE, State

__all__ = ["play_out"]


def play_out(state: State[Any, Any], rng: Random) -> int:
    """Play a state to its end, every legal action as likely and chance by its weights; how many steps it took.

    Uses the state up. Seats that choose at once choose one after the other.
    """
    draw = rng.random
    steps = 0
    while True:
        to_act = state.to_act()
        if not to_act:
            return steps
        seat = to_act[0]
        if seat == CHANCE:
            action = _drawn(state.chance_outcomes(), draw())
        else:
            legal = state.legal_actions(seat)
            action = legal[int(draw() * len(legal))]
        state.apply(seat, action)
        steps += 1


def _drawn(outcomes: list[tuple[int, int]], at: float) -> int:
    """An outcome by its weight; `at` is drawn from [0, 1)."""
    total = 0
    for _, weight in outcomes:
        total += weight
    left = int(at * total)
    for action, weight in outcomes:
        left -= weight
        if left < 0:
            return action
    return outcomes[-1][0]
