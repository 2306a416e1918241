"""The package is light to list and says what the server needs."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from undercroft.game import OptionError
from undercroft_connect_four import SPEC, undercroft_games
from undercroft_connect_four.game import ConnectFour
from undercroft_connect_four.values import Options


def test_importing_the_package_imports_no_rules() -> None:
    code = (
        "import sys, undercroft_connect_four as package; package.undercroft_games();"
        "print([name for name in sys.modules if name.startswith('undercroft_connect_four.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_hook_brings_the_one_game_and_it_loads() -> None:
    assert list(undercroft_games()) == [SPEC]
    game = SPEC.load()
    assert isinstance(game, ConnectFour)
    assert game.spec is SPEC


def test_the_spec_names_both_languages_and_the_three_levels() -> None:
    assert SPEC.id == "connect-four"
    assert SPEC.seats == (2,)
    assert set(SPEC.titles) == set(SPEC.summaries) == {"en", "ru"}
    assert set(SPEC.levels) == {"easy", "normal", "hard"}


def test_the_action_pattern_fits_columns_and_nothing_near_them() -> None:
    for text in "123456789":
        assert re.fullmatch(SPEC.action_pattern, text)
    for text in ("", "0", "10", "a", "1 ", "٤", "-1"):
        assert not re.fullmatch(SPEC.action_pattern, text)


@pytest.mark.parametrize(("columns", "rows", "in_a_row"), [(4, 4, 5), (4, 4, 6), (5, 5, 6)])
def test_a_line_that_fits_no_board_is_refused(game: ConnectFour, columns: int, rows: int, in_a_row: int) -> None:
    with pytest.raises(OptionError, match="so long") as refused:
        game.seat_counts(Options(columns, rows, in_a_row))
    assert refused.value.path == "in_a_row"
    assert game.seat_counts(Options(columns, in_a_row, in_a_row)) == (2,)
