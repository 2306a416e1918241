"""The package is light to list and says what the server needs."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from undercroft_blind_attack import SPEC, undercroft_games
from undercroft_blind_attack.game import BlindAttack
from undercroft_blind_attack.values import Options


def test_importing_the_package_imports_no_rules() -> None:
    code = (
        "import sys, undercroft_blind_attack as package; package.undercroft_games();"
        "print([name for name in sys.modules if name.startswith('undercroft_blind_attack.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_hook_brings_the_one_game_and_it_loads() -> None:
    assert list(undercroft_games()) == [SPEC]
    game = SPEC.load()
    assert isinstance(game, BlindAttack)
    assert game.spec is SPEC


def test_the_spec_names_both_languages_and_the_three_levels() -> None:
    assert SPEC.id == "blind-attack"
    assert SPEC.seats == (2, 4, 6, 8)
    assert set(SPEC.titles) == set(SPEC.summaries) == {"en", "ru"}
    assert set(SPEC.levels) == {"easy", "normal", "hard"}


def test_the_action_pattern_fits_action_texts_and_nothing_near_them() -> None:
    for text in ("e1e2", "e4xd5", "stay", "pass", "!e4", "i9xh8"):
        assert re.fullmatch(SPEC.action_pattern, text)
    for text in ("E1E2", "e4-d5", "e4 xd5", "j1j2", "e0e1", "!e", "!e4x", "stay ", "e4=2", "first=W"):
        assert not re.fullmatch(SPEC.action_pattern, text)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_teams_have_the_even_and_the_odd_seats(game: BlindAttack, size: int) -> None:
    options = Options(team_size=size)
    assert game.seat_counts(options) == (2 * size,)
    assert game.sides(options, 2 * size) == (0, 1) * size
