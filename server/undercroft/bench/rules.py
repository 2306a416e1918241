"""How fast games are played through their rules: random playouts, in slices that take turns between the games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

import msgspec

from undercroft.bench.playouts import play_out
from undercroft.game import Game, State

__all__ = ["LEAST_S", "Progress", "RulesFigures", "are_compiled", "bench_rules"]

Progress = Callable[[str, int, int], None]
"""Told a stage, how much of it is done and of how much."""


LEAST_S: Final = 1e-9
"""No slice counts as shorter, so that nothing is divided by 0 where a clock is coarse."""


class RulesFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of one game, with its default options and the fewest seats.

    Rates are medians over slices, for each CPU second, so that what else the machine does counts less. A step is an
    action of a seat or an outcome of chance. `compiled` says whether the rules are compiled code.
    """

    game: str
    version: str
    seats: int
    compiled: bool
    playouts_per_s: float
    steps_per_s: float
    steps_per_playout: float


class _Slice(msgspec.Struct, frozen=True):
    playouts: int
    steps: int
    seconds: float


def bench_rules(
    games: Sequence[Game[Any, Any, Any, Any]], slices: int, seconds: float, seed: int, progress: Progress
) -> list[RulesFigures]:
    """The figures of each game, from so many slices of so many seconds each. The same seed plays the same playouts."""
    starts = [_start(game) for game in games]
    rngs = [Random(seed) for _ in games]  # noqa: S311 - reproducible on purpose
    measured: list[list[_Slice]] = [[] for _ in games]
    for done in range(slices):
        progress("slices", done, slices)
        for start, rng, found in zip(starts, rngs, measured, strict=True):
            found.append(_measure(start, rng, seconds))
    return [
        _figures(game, start, found)
        for game, start, found in zip(games, starts, measured, strict=True)
    ]  # fmt: skip


def are_compiled(rules: type[State[Any, Any]]) -> bool:
    """Whether the rules of a class of states are compiled code: their module isn't a file of Python."""
    file = getattr(sys.modules.get(rules.__module__), "__file__", None)
    return file is not None and not file.endswith(".py")


def _start(game: Game[Any, Any, Any, Any]) -> State[Any, Any]:
    """The first position with the default options and the fewest seats."""
    options = game.options_type()
    start: State[Any, Any] = game.start(options, min(game.seat_counts(options)))
    return start


def _measure(start: State[Any, Any], rng: Random, seconds: float) -> _Slice:
    """Whole playouts, one at least, until the time is up."""
    playouts = steps = 0
    began, cpu = perf_counter(), process_time()
    while perf_counter() - began < seconds or not playouts:
        steps += play_out(start.clone(), rng)
        playouts += 1
    return _Slice(playouts, steps, max(process_time() - cpu, LEAST_S))


def _figures(game: Game[Any, Any, Any, Any], start: State[Any, Any], found: Sequence[_Slice]) -> RulesFigures:
    return RulesFigures(
        game=game.spec.id,
        version=game.spec.version,
        seats=min(game.seat_counts(game.options_type())),
        compiled=are_compiled(type(start)),
        playouts_per_s=round(median(each.playouts / each.seconds for each in found), 1),
        steps_per_s=round(median(each.steps / each.seconds for each in found), 1),
        steps_per_playout=round(sum(each.steps for each in found) / sum(each.playouts for each in found), 2),
    )
