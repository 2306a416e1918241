"""The one-file game of `plugins/README.md` is a sound game, and so is what the pages say about it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from undercroft.bot import BotRefused, Limit, Turn
from undercroft.game import CHANCE
from undercroft.registry import load_registry

FOLDER = Path(__file__).parent / "first_try"


def test_it_is_found_in_its_folder() -> None:
    registry = load_registry(FOLDER)
    assert registry.problems == []
    assert registry.bots_for(registry.game("hidden-number")) == ["ismcts", "random"]


@pytest.mark.parametrize("rash", [0, 100])
def test_the_halver_finds_every_number(rash: int) -> None:
    registry = load_registry(FOLDER)
    game = registry.game("hidden-number")
    bot = registry.bot(f"{FOLDER / 'halver.py'}:Halver:rash={rash}", game, own_code=True).make()
    for number in range(1, 21):
        state = game.start(game.options_type(), 2)
        state.apply(CHANCE, number)
        while state.to_act():
            (seat,) = state.to_act()
            legal = state.legal_actions(seat)
            turn = Turn(game, game.options_type(), 2, seat, state.view(seat), [], legal, None, Limit(), Random(number))
            state.apply(seat, bot.choose(turn))
        assert state.view(0).guesses <= (10 if rash == 0 else 40)  # five halvings for each seat


def test_the_halver_plays_its_game_only() -> None:
    registry = load_registry(FOLDER)
    with pytest.raises(BotRefused, match="plays hidden-number"):
        registry.bot(f"{FOLDER / 'halver.py'}:Halver", registry.game("dungeon-of-fear"), own_code=True)
