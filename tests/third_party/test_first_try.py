"""The one-file game of `plugins/README.md` is a sound game, and so is what the pages say about it."""

from __future__ import annotations

from pathlib import Path

from hidden_number import HiddenNumber
from undercroft.registry import load_registry
from undercroft.testing import check_game

FOLDER = Path(__file__).parent / "first_try"


def test_the_contract() -> None:

    assert check_game(HiddenNumber(), matches=6).warnings == []


def test_it_is_found_in_its_folder() -> None:
    registry = load_registry(FOLDER)
    assert registry.problems == []
    assert registry.bots_for(registry.game("hidden-number")) == ["random"]
