"""The package is light to list and says what the server needs."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from msgspec import ValidationError, convert

from undercroft_oshi_zumo import SPEC, undercroft_games
from undercroft_oshi_zumo.game import OshiZumo
from undercroft_oshi_zumo.values import Options


def test_importing_the_package_imports_no_rules() -> None:
    code = (
        "import sys, undercroft_oshi_zumo as package; package.undercroft_games();"
        "print([name for name in sys.modules if name.startswith('undercroft_oshi_zumo.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_hook_brings_the_one_game_and_it_loads() -> None:
    assert list(undercroft_games()) == [SPEC]
    game = SPEC.load()
    assert isinstance(game, OshiZumo)
    assert game.spec is SPEC


def test_the_spec_names_both_languages_and_the_three_levels() -> None:
    assert SPEC.id == "oshi-zumo"
    assert SPEC.seats == (2,)
    assert set(SPEC.titles) == set(SPEC.summaries) == {"en", "ru"}
    assert set(SPEC.levels) == {"easy", "normal", "hard"}


def test_the_action_pattern_fits_bids_and_nothing_near_them() -> None:
    for bid in range(101):
        assert re.fullmatch(SPEC.action_pattern, str(bid))
    for text in ("", "00", "05", "101", "-1", "1 ", "٤", "a"):
        assert not re.fullmatch(SPEC.action_pattern, text)


@pytest.mark.parametrize(
    ("name", "value"),
    [("coins", 0), ("coins", 101), ("fields", 0), ("fields", 10), ("min_bid", 2), ("min_bid", -1), ("rounds", 0),
     ("rounds", 201), ("bids", "secret"), ("size", 3)],
)  # fmt: skip
def test_options_out_of_their_bounds_are_refused(name: str, value: object) -> None:
    with pytest.raises(ValidationError):
        convert({name: value}, Options)
