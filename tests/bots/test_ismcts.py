"""The bot `ismcts`: plays any game, without knowing more than its seat, reproducibly, and by a budget."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.bots.forms import Position, kuhn_poker
from tests.bots.sitting import at, play
from tests.bots.tic_tac_toe import TicTacToe
from undercroft.bot import Limit, Turn
from undercroft.game import UndercroftError
from undercroft.registry import load_registry
from undercroft_bots.ismcts import IsmctsBot, kind_of_trees
from undercroft_bots.mcts import MctsBot
from undercroft_bots.options import IsmctsOptions
from undercroft_bots.random import RandomBot
from undercroft_bots.search.observers import LoneObserver, MultipleObservers, SingleObserver

JACK, QUEEN, KING = 0, 1, 2
PASS, BET = 0, 1


def bets(card: int, observers: Any) -> int:
    """How often of 40 times a bot with this card begins by betting."""
    counts: Counter[int] = Counter()
    for seed in range(40):
        bot = IsmctsBot(IsmctsOptions(observers=observers))
        sitting, state = at(kuhn_poker(), bot, [card, (card + 1) % 3])
        counts[sitting.choose(state, seed, simulations=600)] += 1
    return counts[BET]


def test_multiple_observers_do_not_bet_the_queen() -> None:
    """A better card calls, a worse one folds: whoever thinks the rival to know its card doesn't bet this one."""
    assert bets(QUEEN, "multiple") <= 10


def test_a_single_observer_bets_the_queen() -> None:
    """It takes the rival to reply alike whatever its card is; that is what `multiple` is for."""
    assert bets(QUEEN, "single") >= 22


def test_nobody_bets_the_jack() -> None:
    assert bets(JACK, "multiple") <= 4


@pytest.mark.parametrize(
    ("options", "kuhn", "dungeon"),
    [
        ({}, MultipleObservers, LoneObserver),
        ({"observers": "single"}, SingleObserver, SingleObserver),
        ({"rivals": "search"}, MultipleObservers, MultipleObservers),
        ({"rivals": "policy"}, LoneObserver, LoneObserver),
    ],
    ids=["as it is", "observers=single", "rivals=search", "rivals=policy"],
)
def test_rivals_play_by_the_policy_of_a_game_that_has_one_unless_told_otherwise(
    options: dict[str, Any], kuhn: type, dungeon: type
) -> None:
    games = kuhn_poker(), load_registry().game("dungeon-of-fear")
    assert [kind_of_trees(IsmctsOptions(**options), game) for game in games] == [kuhn, dungeon]


def test_it_plays_every_game() -> None:
    registry = load_registry()
    assert all("ismcts" in registry.bots_for(registry.game(spec.id)) for spec in registry.specs())


def test_open_games_are_played_too() -> None:
    for seed in range(6):
        assert play(TicTacToe(), [IsmctsBot(), RandomBot()], seed, simulations=400).returns[0] >= 0


def test_a_game_without_the_short_cut_is_played_alike() -> None:
    plain = kuhn_poker()
    plain.position_type = Position
    for seed in range(10):
        with_it, without = (
            play(game, [IsmctsBot(), IsmctsBot()], seed, simulations=100) for game in (kuhn_poker(), plain)
        )
        assert with_it.returns in [(1, -1), (-1, 1), (2, -2), (-2, 2)]
        assert without.returns in [(1, -1), (-1, 1), (2, -2), (-2, 2)]


def test_a_search_needs_a_belief() -> None:
    turn = Turn(kuhn_poker(), None, 2, 0, None, [], [0, 1], None, Limit(simulations=1), Random(1))
    with pytest.raises(UndercroftError, match="belief"):
        IsmctsBot().choose(turn)


# --- reproducible

MATCHES = """
from tests.bots.sitting import play
from tests.bots.forms import kuhn_poker
from undercroft.registry import load_registry
from undercroft_bots.ismcts import IsmctsBot
from tests.bots.test_ismcts import match
print([match(game, 1) for game in (kuhn_poker(), load_registry().game("dungeon-of-fear"))])
"""


def match(game: Any, seed: int) -> Any:
    return play(game, [IsmctsBot(), IsmctsBot()], seed, simulations=60)


def test_not_even_the_hashes_of_texts_make_a_difference() -> None:
    def output(hash_seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(["", *sys.path])}
        root = Path(__file__).parents[2]
        return subprocess.run(
            [sys.executable, "-c", MATCHES], env=environment, cwd=root, capture_output=True, text=True, check=True
        ).stdout

    assert output("1") == output("2") != ""


@pytest.mark.parametrize("bot", [IsmctsBot(), MctsBot()], ids=["ismcts", "mcts"])
def test_a_bot_tells_how_many_simulations_it_has_done(bot: IsmctsBot | MctsBot) -> None:
    play(TicTacToe(), [bot, RandomBot()], 3, simulations=50)
    assert bot.simulations_done > 0
    assert bot.simulations_done % 50 == 0
