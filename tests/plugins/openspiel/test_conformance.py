"""Every game that is offered keeps the contract."""

from __future__ import annotations

import os

import pytest

from undercroft.registry import load_registry
from undercroft.testing import check_bot, check_game
from undercroft_openspiel.catalogue import SERVED

pytest.importorskip("pyspiel", reason="OpenSpiel isn't installed: make test-openspiel")

LARGE = {
    "chess",
    "chinese_checkers",
    "crazyhouse",
    "go",
    "gomoku",
    "havannah",
    "hex",
    "hive",
    "lines_of_action",
    "mnk",
    "pentago",
    "python_ant_foraging",
    "shogi",
    "twixt",
    "xiangqi",
    "y",
}
"""Each takes as long as five others."""

WANTED = os.environ.get("OPENSPIEL", "small")

REGISTRY = load_registry()
SERVED_KINDS = {served.name: served.kind for served in SERVED}


@pytest.mark.parametrize("name", [served.name for served in SERVED])
def test_a_game_passes_the_conformance_kit(name: str) -> None:
    if name in LARGE and WANTED != "all":
        pytest.skip("it takes long: OPENSPIEL=all make test-openspiel")
    assert check_game(REGISTRY.game(f"openspiel/{name}"), matches=1).warnings == []
    assert REGISTRY.problems == []


@pytest.mark.parametrize("name", [served.name for served in SERVED])
def test_every_level_is_a_bot_that_plays_the_game(name: str) -> None:
    game = REGISTRY.game(f"openspiel/{name}")
    search = "mcts" if SERVED_KINDS[name] == "open" else "ismcts"
    assert [REGISTRY.bot(level, game).name for level in ("easy", "normal", "hard")] == ["random", search, search]


@pytest.mark.parametrize(("name", "bot"), [("leduc_poker", "ismcts"), ("connect_four", "mcts")])
def test_bots_that_search_play_them(name: str, bot: str) -> None:
    game = REGISTRY.game(f"openspiel/{name}")
    bot_class = REGISTRY.bot(bot, game).bot_class
    check_bot(bot_class, game, options=bot_class.options_type(simulations=20), matches=1)
