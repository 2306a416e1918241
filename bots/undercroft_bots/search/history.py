"""Courses that a match may have taken, as particles: weighted, and drawn anew where they get too many."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from undercroft.game import Belief, Journal, Seat, State

__all__ = ["NEVER", "History", "Step", "drawn", "scale", "total_weight"]

NEVER: Final = 1e-290
"""Weights as small as this are nothing: a long match may leave so little of what isn't likely at all."""


class History:
    """A course of the match: where it has come to, how likely it is, and what each rival knows there.

    `known` is how many of the entries that have to be told to the searching seat it has told so far. Minds are never
    changed: histories that part share them until somebody is told something.
    """

    __slots__ = ("known", "minds", "state", "weight")

    state: State[Any, Any]
    weight: float
    minds: dict[Seat, Belief[Any, Any, Any]]
    known: int

    def __init__(
        self, state: State[Any, Any], weight: float, minds: dict[Seat, Belief[Any, Any, Any]], known: int
    ) -> None:
        self.state = state
        self.weight = weight
        self.minds = minds
        self.known = known


class Step:
    """A way for a history to go on; `journal` has what it tells everybody."""

    __slots__ = ("history", "journal", "known", "state", "weight")

    history: History
    state: State[Any, Any]
    journal: Journal[Any]
    weight: float
    known: int

    def __init__(
        self, history: History, state: State[Any, Any], journal: Journal[Any], weight: float, known: int
    ) -> None:
        self.history = history
        self.state = state
        self.journal = journal
        self.weight = weight
        self.known = known


def total_weight(particles: Sequence[History | Step]) -> float:
    """The sum of the weights."""
    total = 0.0
    for particle in particles:
        total += particle.weight
    return total


def scale(histories: list[History], unit: float) -> None:
    """Divide all weights by `unit`."""
    for history in histories:
        history.weight /= unit


def drawn(steps: list[Step], most: int, rng: Random) -> list[Step]:
    """All steps, or `most` draws at equal distances by weight, equal draws as one; in random order.

    Weights add up to what they did before; steps that are never taken are left out. Systematic resampling (Kitagawa
    1996): it adds less chance than independent draws. The order is such that whoever is cut short has still seen a fair
    sample.
    """
    likely = [step for step in steps if step.weight > NEVER]
    if len(likely) <= most:
        chosen = likely
    else:
        distance = total_weight(likely) / most
        mark = distance * rng.random()
        passed = 0.0
        chosen = []
        for step in likely:
            passed += step.weight
            hits = 0
            while mark < passed:
                hits += 1
                mark += distance
            if hits:
                step.weight = hits * distance
                chosen.append(step)
    rng.shuffle(chosen)
    return chosen
