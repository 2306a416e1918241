"""The random bot: uniform over the legal actions, and a function of the turn's generator."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from undercroft.bot import Limit, NoOptions, Turn
from undercroft.registry import load_registry
from undercroft_bots.random import RandomBot

GAME: Any = None  # the bot never looks


def turn(legal: list[int], seed: int) -> Turn:
    return Turn(GAME, None, 2, 0, None, [], legal, None, Limit(), Random(seed))


def test_every_legal_action_is_about_as_likely() -> None:
    bot = RandomBot()
    counts = Counter(bot.choose(turn([3, 5, 8, 13], seed)) for seed in range(4000))
    assert counts.keys() == {3, 5, 8, 13}
    assert all(850 < count < 1150 for count in counts.values())  # 1000 within 5.5 standard deviations


def test_the_turns_generator_decides_alone() -> None:
    legal = list(range(1000))
    assert [RandomBot().choose(turn(legal, seed)) for seed in range(9)] == [
        RandomBot().choose(turn(legal, seed)) for seed in range(9)
    ]


def test_it_needs_no_belief_and_has_no_options() -> None:
    choice = load_registry().bot("random")
    assert choice.bot_class is RandomBot
    assert not RandomBot.needs_belief
    assert choice.options == NoOptions()


def test_it_plays_every_game() -> None:
    registry = load_registry()
    assert registry.specs()
    for spec in registry.specs():
        assert "random" in registry.bots_for(registry.game(spec.id))
