"""The package is light to list and says what the server needs."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from undercroft_psychos import SPEC, action_pattern, undercroft_games
from undercroft_psychos.game import PsychosOfTheUnderground


def test_importing_the_package_imports_no_rules_and_no_yaml() -> None:
    code = (
        "import sys, undercroft_psychos as package; package.undercroft_games();"
        "print([name for name in sys.modules if name.startswith('undercroft_psychos.') or name == 'yaml'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_hook_brings_the_one_game_and_it_loads() -> None:
    assert list(undercroft_games()) == [SPEC]
    game = SPEC.load()
    assert isinstance(game, PsychosOfTheUnderground)
    assert game.spec is SPEC


def test_the_spec_names_both_languages_the_seats_and_the_three_levels() -> None:
    assert SPEC.id == "psychos-of-the-underground"
    assert SPEC.seats == (3, 4, 5, 6)
    assert set(SPEC.titles) == set(SPEC.summaries) == {"en", "ru"}
    assert set(SPEC.levels) == {"easy", "normal", "hard"}


def test_the_pattern_of_the_listing_is_that_of_the_shipped_map(game: PsychosOfTheUnderground) -> None:
    assert SPEC.action_pattern == action_pattern([line.id for line in game.atlas.data.lines])


@pytest.mark.parametrize("text", ["8", "12", "ring+8", "5/ring+3", "ring+2/fil-1", "4!", "apl+1!", "skip", "99"])
def test_the_pattern_fits_plans(text: str) -> None:
    assert re.fullmatch(SPEC.action_pattern, text)


@pytest.mark.parametrize(
    "text",
    ["", "08", "8 ", " 8", "RING+8", "ring8", "ring+08", "moon+3", "5/3", "5/ring+3/kr+1", "5!!", "5/ring+", "!", "-3",
     "٣", "Skip"],
)  # fmt: skip
def test_the_pattern_fits_nothing_near_them(text: str) -> None:
    assert not re.fullmatch(SPEC.action_pattern, text)
