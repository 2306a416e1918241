"""The bot answers legally, the same to the same, knows only what it may, and beats random play."""

from __future__ import annotations

from typing import Any

import pytest
from undercroft.game import Game
from undercroft.registry import load_registry
from undercroft.testing import check_bot

from undercroft_my_bot.bot import MyBot

QUICK = MyBot.options_type(worlds=3)
STRONGER = MyBot.options_type(worlds=10)


def game(name: str) -> Game[Any, Any, Any, Any]:
    """A game that is installed here: name your own."""
    return load_registry().game(name)


@pytest.mark.parametrize("name", ["connect-four", "dungeon-of-fear"])
def test_it_is_a_sound_bot(name: str) -> None:
    check_bot(MyBot, game(name), options=QUICK, matches=2)


def test_it_mostly_beats_random_play() -> None:
    report = check_bot(MyBot, game("connect-four"), options=STRONGER, matches=6)
    assert report.won >= 5
