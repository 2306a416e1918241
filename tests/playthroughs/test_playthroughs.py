"""Nothing that anybody is shown changes unnoticed."""

from __future__ import annotations

from tests.playthroughs.playing import FOLDER, playthroughs
from undercroft.registry import load_registry

EXPECTED = playthroughs(load_registry())


def test_every_game_plays_as_it_is_written_down() -> None:
    for path, text in EXPECTED.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} differs; if that is meant: make playthroughs"


def test_no_playthrough_is_left_of_a_game_that_is_gone() -> None:
    assert set(FOLDER.glob("*.txt")) == set(EXPECTED)
