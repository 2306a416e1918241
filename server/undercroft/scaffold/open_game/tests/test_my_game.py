"""The game keeps the contract, its rulings are as written, and its rules have the properties they should."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from undercroft.testing import check_game, run_scenarios

from undercroft_my_game.game import MyGame
from undercroft_my_game.state import EMPTY, Position, lines
from undercroft_my_game.values import Options

GAME = MyGame()
SCENARIOS = Path(__file__).parent / "scenarios" / "my_game.yaml"


def test_it_keeps_the_contract() -> None:
    assert check_game(GAME, matches=20).warnings == []


def test_its_rulings_are_as_written() -> None:
    report = run_scenarios([SCENARIOS], {"my-game": GAME}.__getitem__)
    assert report.failed == []
    assert report.passed == report.cases > 0


@pytest.mark.parametrize(("size", "number"), [(3, 8), (4, 24), (5, 48)])
def test_a_board_has_so_many_lines(size: int, number: int) -> None:
    assert len(lines(size)) == number


@pytest.mark.parametrize("seed", range(20))
def test_only_who_has_just_moved_can_have_won(seed: int) -> None:
    rng = Random(seed)
    state = GAME.start(Options(size=rng.randint(3, 5)), 2)
    while not state.over:
        (seat,) = state.to_act()
        state.apply(seat, rng.choice(state.legal_actions(seat)))
        assert state.winner in {seat, EMPTY}
        assert is_even(state)


def is_even(state: Position) -> bool:
    """Whether seat 0, who begins, has as many marks as seat 1, or one more."""
    return state.cells.count(0) - state.cells.count(1) in {0, 1}
