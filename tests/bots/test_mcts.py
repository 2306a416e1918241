"""The bot `mcts`: for open games alone; never loses what can be held, and uses again what it found out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.bots.forms import OpenForm, choice, kuhn_poker
from tests.bots.sitting import Sitting, at, play
from tests.bots.tic_tac_toe import TicTacToe
from undercroft.bot import BotRefused, Limit, Turn
from undercroft.game import CHANCE, Journal, State, UndercroftError
from undercroft.registry import load_registry
from undercroft_bots.mcts import MctsBot
from undercroft_bots.options import MctsOptions
from undercroft_bots.random import RandomBot
from undercroft_bots.search.open_tree import SURE_VISITS


def test_a_game_that_hides_anything_is_refused_with_the_reason() -> None:
    with pytest.raises(BotRefused, match=r"mcts can't play kuhn-poker.*hides.*ismcts"):
        MctsBot.check_game(kuhn_poker(), MctsOptions())


def test_it_plays_every_open_game_and_no_other() -> None:
    registry = load_registry()
    plays = {spec.id for spec in registry.specs() if "mcts" in registry.bots_for(registry.game(spec.id))}
    assert not plays & {"dungeon-of-fear", "oshi-zumo"}
    assert plays >= {"blind-attack", "psychos-of-the-underground"}


@pytest.mark.parametrize("seat", [0, 1])
def test_tic_tac_toe_is_never_lost_and_against_chance_mostly_won(seat: int) -> None:
    returns = []
    for seed in range(12):
        bots = [MctsBot() if each == seat else RandomBot() for each in (0, 1)]
        returns.append(play(TicTacToe(), bots, seed, simulations=300).returns[seat])
    assert min(returns) >= 0
    assert sum(returns) >= 8


def test_between_two_of_them_tic_tac_toe_is_a_draw() -> None:
    assert play(TicTacToe(), [MctsBot(), MctsBot()], 1, simulations=2000).returns == (0, 0)


def test_a_search_needs_a_belief() -> None:
    turn = Turn(TicTacToe(), None, 2, 0, None, [], [1, 2], None, Limit(simulations=1), Random(1))
    with pytest.raises(UndercroftError, match="belief"):
        MctsBot().choose(turn)


# --- what was found out is used again


def happens(sitting: Sitting, state: State[Any, Any], *actions: int) -> None:
    """These actions are played, and the bot is told."""
    for action in actions:
        journal: Journal[Any] = Journal()
        state.apply(state.to_act()[0], action, journal)
        sitting.tell(state, journal)


def test_the_tree_is_used_again_after_the_rivals_move() -> None:
    bot = MctsBot()
    sitting, state = at(TicTacToe(), bot, [])
    happens(sitting, state, sitting.choose(state, 1, simulations=600))
    tree, (chosen,), reply = bot._tree, bot._chosen, state.legal_actions(1)[0]
    assert tree is not None
    kept = next(child for child in chosen.children if child.action == reply)
    visits = kept.visits
    assert visits > 20
    happens(sitting, state, reply)
    sitting.choose(state, 2, simulations=100)
    assert bot._tree is tree
    assert tree.root is kept
    assert kept.visits == visits + 100


DICE = choice(
    0,
    {
        action: choice(
            CHANCE,
            {
                die: choice(
                    1,
                    {
                        7: choice(0, {5: choice(CHANCE, {1: choice(0, {1: (die, -die), 2: (0, 0)})})}),
                        8: (action, -action),
                    },
                )
                for die in (1, 2)
            },
        )
        for action in (1, 2)
    },
)
"""Seat 0, a die, seat 1; after 7 seat 0 has to play 5, then chance, then seat 0 chooses again."""


def test_it_is_found_again_across_dice_and_forced_moves() -> None:
    bot = MctsBot()
    sitting, state = at(OpenForm("dice", DICE, 2), bot, [])
    first = sitting.choose(state, 1, simulations=500)
    tree, (root,) = bot._tree, bot._chosen
    assert tree is not None
    happens(sitting, state, first, 2, 7)
    assert sitting.choose(state, 2, simulations=500) == 5  # nothing to think about
    happens(sitting, state, 5, 1)
    sitting.choose(state, 3, simulations=500)
    assert bot._tree is tree
    path = [root]
    for action in (2, 7, 5, 1):
        path.append(next(child for child in path[-1].children if child.action == action))  # type: ignore[union-attr]
    assert tree.root is path[-1]


def test_it_is_found_again_when_others_have_outvoted_the_bot() -> None:
    bot = MctsBot()
    sitting, state = at(TicTacToe(), bot, [])
    weighed = sitting.weigh(state, 1, simulations=600)
    assert {each.action for each in weighed} == set(range(9))
    assert sum(each.visits for each in weighed) == 600
    least = min(weighed, key=lambda each: each.visits).action
    tree, reply = bot._tree, next(action for action in range(9) if action != least)
    happens(sitting, state, least, reply)
    sitting.choose(state, 2, simulations=100)
    assert bot._tree is tree


def test_a_proven_win_outweighs_every_guess() -> None:
    sitting, state = at(TicTacToe(), MctsBot(), [0, 3, 1, 4])
    weighed = sitting.weigh(state, simulations=500)
    best = max(weighed, key=lambda each: each.visits)
    assert best.action == 2
    assert best.visits == SURE_VISITS


@pytest.mark.parametrize(("options", "weighs"), [(MctsOptions(), True), (MctsOptions(simulations=10), False)])
def test_it_weighs_where_time_is_the_limit(options: MctsOptions, weighs: bool) -> None:
    assert MctsBot(options).weighs is weighs


def test_a_tree_that_does_not_reach_so_far_is_dropped() -> None:
    bot = MctsBot()
    sitting, state = at(TicTacToe(), bot, [])
    happens(sitting, state, sitting.choose(state, 1, simulations=9))
    tree = bot._tree
    happens(sitting, state, state.legal_actions(1)[0])
    sitting.choose(state, 2, simulations=9)
    assert bot._tree is not tree


def test_if_another_action_was_played_for_it_the_tree_is_dropped() -> None:
    bot = MctsBot()
    sitting, state = at(TicTacToe(), bot, [])
    chosen = sitting.choose(state, 1, simulations=900)
    tree = bot._tree
    happens(sitting, state, *[action for action in range(9) if action != chosen][:2])
    sitting.choose(state, 2, simulations=100)
    assert bot._tree is not tree


# --- reproducible

GAMES = """
from tests.bots.forms import OpenForm
from tests.bots.sitting import play
from tests.bots.test_mcts import DICE
from tests.bots.tic_tac_toe import TicTacToe
from undercroft_bots.mcts import MctsBot
from tests.bots.test_mcts import Noted
print([Noted.match(game, seed) for game in (TicTacToe(), OpenForm("dice", DICE, 2)) for seed in range(3)])
"""


class Noted(MctsBot):
    """Notes what it chose and how sure it was."""

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.notes: list[Any] = []

    def choose(self, turn: Turn) -> int:
        answer = super().choose(turn)
        root = None if self._tree is None else self._tree.root
        self.notes.append((answer, root and [(each.action, each.visits, each.total) for each in root.children]))
        return answer

    @classmethod
    def match(cls, game: Any, seed: int) -> Any:
        bots = [cls(), cls()]
        return play(game, bots, seed, simulations=150), [bot.notes for bot in bots]


def test_with_a_number_of_simulations_a_match_is_a_function_of_its_seed() -> None:
    assert Noted.match(TicTacToe(), 1) == Noted.match(TicTacToe(), 1)
    assert Noted.match(TicTacToe(), 1) != Noted.match(TicTacToe(), 2)


def test_not_even_the_hashes_of_texts_make_a_difference() -> None:
    def output(hash_seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(["", *sys.path])}
        root = Path(__file__).parents[2]
        return subprocess.run(
            [sys.executable, "-c", GAMES], env=environment, cwd=root, capture_output=True, text=True, check=True
        ).stdout

    assert output("1") == output("2") != ""
