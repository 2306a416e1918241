"""A few random matches before the first one: the contract doesn't say how large codes and views become."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Final

import msgspec

from undercroft.game import CHANCE, Game, Journal, State

__all__ = ["Rehearsal", "drawn", "rehearsed"]

MATCHES: Final = 20
"""So many are played."""


@dataclass
class Rehearsal:
    """The largest code of an action, and the most bytes of a view's JSON, in those matches."""

    game: Game[Any, Any, Any, Any]
    options: Any
    seats: int
    largest_code: int = 0
    longest_view: int = 0


def rehearsed(game: Game[Any, Any, Any, Any], options: Any, seats: int) -> Rehearsal:
    """The same matches every time."""
    seen = Rehearsal(game, options, seats)
    for seed in range(MATCHES):
        _play(seen, Random(seed))  # noqa: S311 - reproducible on purpose
    return seen


def drawn(state: State[Any, Any], rng: Random) -> int:
    """An outcome of chance, by its weight; exact, however large the weights are."""
    outcomes = state.chance_outcomes()
    left = rng.randrange(sum(weight for _, weight in outcomes))
    for action, weight in outcomes:
        left -= weight
        if left < 0:
            return action
    raise AssertionError("weights are positive")


def _play(seen: Rehearsal, rng: Random) -> None:
    state = seen.game.start(seen.options, seen.seats, Journal())
    _look(seen, state, range(seen.seats))
    while to_act := state.to_act():
        seat = to_act[0]
        legal = state.legal_actions(seat)
        if legal:
            seen.largest_code = max(seen.largest_code, legal[-1])
        state.apply(seat, drawn(state, rng) if seat == CHANCE else rng.choice(legal), Journal())
        _look(seen, state, [seat] if seat != CHANCE else [0])
    _look(seen, state, range(seen.seats))


def _look(seen: Rehearsal, state: State[Any, Any], seats: Any) -> None:
    for seat in seats:
        seen.longest_view = max(seen.longest_view, len(msgspec.json.encode(state.view(seat))))
