"""The package is light to list and says what the server needs."""

from __future__ import annotations

import re
import subprocess
import sys

from undercroft_dungeon_of_fear import SPEC, undercroft_games
from undercroft_dungeon_of_fear.game import DungeonOfFear


def test_importing_the_package_imports_no_rules() -> None:
    code = (
        "import sys, undercroft_dungeon_of_fear as package; package.undercroft_games();"
        "print([name for name in sys.modules if name.startswith('undercroft_dungeon_of_fear.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_hook_brings_the_one_game_and_it_loads() -> None:
    assert list(undercroft_games()) == [SPEC]
    game = SPEC.load()
    assert isinstance(game, DungeonOfFear)
    assert game.spec is SPEC


def test_the_spec_names_both_languages_and_the_three_levels() -> None:
    assert SPEC.id == "dungeon-of-fear"
    assert SPEC.seats == (2,)
    assert set(SPEC.titles) == set(SPEC.summaries) == {"en", "ru"}
    assert set(SPEC.levels) == {"easy", "normal", "hard"}


def test_the_action_pattern_fits_action_texts_and_nothing_near_them() -> None:
    for text in ("a1xa2", "c3f3", "f6xf1"):
        assert re.fullmatch(SPEC.action_pattern, text)
    for text in ("A1xA2", "a1 xa2", "a1xg2", "a0xa1", "a1xa7", "a1xa2 ", "pass", "a1-a2"):
        assert not re.fullmatch(SPEC.action_pattern, text)
