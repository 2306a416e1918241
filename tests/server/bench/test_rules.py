"""Figures of the rules: of whole playouts, in slices that take turns."""

from __future__ import annotations

import sys
from random import Random

import pytest

from undercroft.bench.playouts import play_out
from undercroft.bench.rules import are_compiled, bench_rules
from undercroft.game import State
from undercroft.registry import load_registry

REGISTRY = load_registry()


def quiet(stage: str, done: int, whole: int) -> None:
    """Nobody wants to know."""


def test_a_slice_has_one_playout_at_least_and_the_figures_fit_each_other() -> None:
    games = [REGISTRY.game(game_id) for game_id in ("connect-four", "dungeon-of-fear")]
    figures = bench_rules(games, slices=1, seconds=0.0, seed=3, progress=quiet)
    assert [each.game for each in figures] == ["connect-four", "dungeon-of-fear"]
    for game, each in zip(games, figures, strict=True):
        steps = play_out(game.start(game.options_type(), 2), Random(3))
        assert each.steps_per_playout == steps
        assert each.steps_per_s == pytest.approx(steps * each.playouts_per_s, rel=0.01)
        assert (each.version, each.seats) == (game.spec.version, 2)


def test_slices_take_turns_and_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    games = [REGISTRY.game("connect-four")]
    bench_rules(games, slices=3, seconds=0.0, seed=0, progress=lambda *news: told.append(news))
    assert told == [("slices", 0, 3), ("slices", 1, 3), ("slices", 2, 3)]


def test_rules_in_a_file_of_python_are_not_compiled_and_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    class Here(State[int, int]):
        pass

    assert not are_compiled(Here)
    monkeypatch.setattr(sys.modules[__name__], "__file__", "test_rules.cpython-311-x86_64-linux-gnu.so")
    assert are_compiled(Here)
