"""Every game and bot that ships passes the kit that is offered to strangers."""

from __future__ import annotations

import pytest

from undercroft.registry import load_registry
from undercroft.testing import check_bot, check_game

REGISTRY = load_registry()
GAMES = [spec.id for spec in REGISTRY.specs()]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_passes_the_conformance_kit(game_id: str) -> None:
    report = check_game(REGISTRY.game(game_id), matches=10)
    assert not report.warnings


PAIRS = [(bot, game_id) for game_id in GAMES for bot in REGISTRY.bots_for(REGISTRY.game(game_id))]


@pytest.mark.parametrize(("bot", "game_id"), PAIRS)
def test_every_bot_plays_every_game_it_does_not_refuse(bot: str, game_id: str) -> None:
    game = REGISTRY.game(game_id)
    bot_class = REGISTRY.bot(bot, game).bot_class
    searches = "simulations" in bot_class.options_type.__struct_fields__
    options = bot_class.options_type(simulations=20) if searches else None
    check_bot(bot_class, game, options=options, matches=4)


def test_every_plugin_loads_without_a_problem() -> None:
    for game_id in GAMES:
        REGISTRY.game(game_id)
    assert REGISTRY.problems == []
