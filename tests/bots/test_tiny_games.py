"""The tiny games that bots are tested with are games: they keep the contract."""

from __future__ import annotations

import pytest

from tests.bots.forms import FormGame, OpenForm, choice, kuhn_poker
from tests.bots.tic_tac_toe import TicTacToe
from undercroft.game import CHANCE
from undercroft.testing import check_game

OPEN = OpenForm(
    "open-form", choice(0, {1: choice(CHANCE, {1: (1, -1), 2: choice(1, {1: (0, 0), 4: (2, -2)})}), 2: (0, 0)}), 2
)


@pytest.mark.parametrize("game", [kuhn_poker(), OPEN, TicTacToe()], ids=lambda game: game.spec.id)
def test_the_contract(game: FormGame | OpenForm | TicTacToe) -> None:
    assert check_game(game, matches=10).warnings == []
