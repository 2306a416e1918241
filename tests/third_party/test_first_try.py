"""The one-file games of `plugins/README.md` are sound games, and so is what the pages say about them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from undercroft.bot import BotRefused, Limit, Turn
from undercroft.game import CHANCE, SPECTATOR, Journal
from undercroft.registry import load_registry
from undercroft.testing import check_game

FOLDER = Path(__file__).parent / "first_try"


def test_they_are_found_in_their_folder() -> None:
    registry = load_registry(FOLDER)
    assert registry.problems == []
    assert registry.bots_for(registry.game("hidden-number")) == ["ismcts", "random"]
    assert registry.bots_for(registry.game("last-stone")) == ["ismcts", "mcts", "random"]


@pytest.mark.parametrize("game", ["odds-and-evens", "last-stone-in-pairs"])
def test_the_games_of_the_guide_keep_the_contract(game: str) -> None:
    assert check_game(load_registry(FOLDER).game(game), matches=6).warnings == []


def test_a_simultaneous_choice_is_told_to_nobody_before_all_have_made_it() -> None:
    game = load_registry(FOLDER).game("odds-and-evens")
    journal: Journal[Any] = Journal()
    state = game.start(game.options_type(), 2, journal)
    before = state.view(1), state.view(SPECTATOR), journal.entries(1), journal.entries(SPECTATOR)
    state.apply(0, 2, journal)
    assert state.to_act() == (1,)
    assert (state.view(1), state.view(SPECTATOR), journal.entries(1), journal.entries(SPECTATOR)) == before


def test_partners_win_together() -> None:
    game = load_registry(FOLDER).game("last-stone-in-pairs")
    state = game.start(game.options_type(stones=2), 4)
    assert list(game.sides(game.options_type(), 4)) == [0, 1, 0, 1]
    state.apply(0, 1)
    state.apply(1, 1)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.returns, outcome.winners) == ((-1, 1, -1, 1), (1, 3))


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
