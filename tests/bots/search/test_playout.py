"""Playouts: chance by its weights, seats by the policy, an end or an estimate, and none where the budget ends first."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.bots.forms import OpenForm, Options, Position, choice
from tests.bots.tic_tac_toe import Grid
from undercroft.bot import never
from undercroft.game import CHANCE, Evaluator, Policy, Seat
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.playout import Playout, draw_weighted


class LastCell(Policy[Grid]):
    """Marks the last cell that is free, and says so with weights that don't add up to 1."""

    def weights(self, state: Grid, seat: Seat, legal: list[int]) -> list[float]:
        return [0.0] * (len(legal) - 1) + [7.0]


class CellsTaken(Evaluator[Grid]):
    def values(self, state: Grid) -> list[float]:
        return [float(marks.bit_count()) for marks in state.marks]


def playout(
    policy: Policy[Any] | None = None, evaluator: Evaluator[Any] | None = None, depth: int = 0, **budget: Any
) -> Playout:
    spent = Budget(None, budget.get("deadline", float("inf")), budget.get("cancelled", never))
    return Playout(Random(5), policy, evaluator, depth, spent)


def chances() -> Position:
    game = OpenForm("chances", choice(CHANCE, {1: (1, 0), 2: (2, 0), 3: (3, 0)}, {1: 1, 2: 3, 3: 6}), 2)
    return game.start(Options(), 2)


def test_chance_falls_by_its_weights() -> None:
    tried, start = playout(), chances()
    ends = Counter(tuple(tried.play(start.clone()) or ()) for _ in range(4000))
    assert {end: round(count / 400) for end, count in ends.items()} == {(1.0, 0.0): 1, (2.0, 0.0): 3, (3.0, 0.0): 6}


def test_without_a_policy_every_action_is_as_likely() -> None:
    game = OpenForm("any", choice(0, {action: (action, 0) for action in range(5)}), 2)
    tried, start = playout(), game.start(Options(), 2)
    ends = Counter(tuple(tried.play(start.clone()) or ()) for _ in range(5000))
    assert len(ends) == 5
    assert all(860 < count < 1140 for count in ends.values())  # 1000 within 5 standard deviations


def test_a_policy_is_followed() -> None:
    state = Grid()
    assert playout(LastCell()).play(state) == [1.0, -1.0]  # 8, 7, 6, 5, 4, 3, 2: seat 0 has the diagonal
    assert state.marks == [0b101010100, 0b10101000]


def test_an_evaluator_is_asked_after_so_many_actions() -> None:
    assert playout(evaluator=CellsTaken(), depth=0).play(Grid()) == [0.0, 0.0]
    assert playout(evaluator=CellsTaken(), depth=3).play(Grid()) == [2.0, 1.0]


def test_chance_is_played_out_before_an_evaluator_is_asked() -> None:
    class Never(Evaluator[Position]):
        def values(self, state: Position) -> list[float]:
            raise AssertionError("asked at a chance node")

    assert playout(evaluator=Never(), depth=0).play(chances()) is not None


def test_an_end_before_that_counts_as_it_is() -> None:
    assert playout(LastCell(), CellsTaken(), depth=9).play(Grid()) == [1.0, -1.0]


def test_a_playout_that_is_called_off_says_nothing() -> None:
    assert playout(cancelled=lambda: True).play(Grid()) is None
    assert playout(deadline=0.0).play(Grid()) is None


@pytest.mark.parametrize(("at", "drawn"), [(0.0, 5), (0.24, 5), (0.26, 9), (0.999, 9)])
def test_weights_say_how_likely(at: float, drawn: int) -> None:
    assert draw_weighted([3, 5, 7, 9, 11], [0.0, 1.0, 0.0, 3.0, 0.0], at) == drawn
