"""The bot `alphabeta`: for open games with an evaluator; keeps its budget, and what it found out from turn to turn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.bots.forms import OpenForm, choice, kuhn_poker
from tests.bots.sitting import at, play
from tests.bots.tic_tac_toe import JudgedTicTacToe, TicTacToe
from undercroft.bot import Bot, BotRefused, Limit, Turn
from undercroft.game import UndercroftError
from undercroft.registry import load_registry
from undercroft_bots.alphabeta import AlphaBetaBot
from undercroft_bots.options import AlphaBetaOptions
from undercroft_bots.random import RandomBot
from undercroft_connect_four.game import ConnectFour


def test_a_game_that_hides_anything_is_refused_with_the_reason() -> None:
    with pytest.raises(BotRefused, match=r"alphabeta can't play kuhn-poker.*hides.*ismcts"):
        AlphaBetaBot.check_game(kuhn_poker(), AlphaBetaOptions())


def test_a_game_that_nobody_judges_is_refused_with_the_reason() -> None:
    with pytest.raises(BotRefused, match=r"alphabeta can't play form, which brings no evaluator; try mcts"):
        AlphaBetaBot.check_game(OpenForm("form", choice(0, {1: (1, -1)}), 2), AlphaBetaOptions())


def test_it_plays_every_open_game_with_an_evaluator_and_no_other() -> None:
    registry = load_registry()
    plays = {spec.id for spec in registry.specs() if "alphabeta" in registry.bots_for(registry.game(spec.id))}
    assert not plays & {"dungeon-of-fear", "oshi-zumo"}
    assert plays >= {"blind-attack", "connect-four", "psychos-of-the-underground"}


@pytest.mark.parametrize("seat", [0, 1])
def test_tic_tac_toe_is_never_lost_and_against_chance_mostly_won(seat: int) -> None:
    returns = []
    for seed in range(12):
        bots: list[Bot] = [AlphaBetaBot() if each == seat else RandomBot() for each in (0, 1)]
        returns.append(play(JudgedTicTacToe(), bots, seed, simulations=5000).returns[seat])
    assert min(returns) >= 0
    assert sum(returns) >= 8


def test_it_asks_where_to_look_first_and_breaks_ties_by_the_seed() -> None:
    sitting, grid = at(JudgedTicTacToe(), AlphaBetaBot(), [])
    assert len({sitting.choose(grid, seed, simulations=1) for seed in range(40)}) > 5
    sitting, state = at(ConnectFour(), AlphaBetaBot(), [0, 1, 0, 1, 0, 2])  # the heuristic sees a line in column 1
    assert {sitting.choose(state, seed, simulations=1) for seed in range(5)} == {0}
    sitting, state = at(ConnectFour(), AlphaBetaBot(AlphaBetaOptions(prior=False)), [0, 1, 0, 1, 0, 2])
    assert len({sitting.choose(state, seed, simulations=1) for seed in range(9)}) > 1


def test_what_it_found_out_serves_at_the_next_turn() -> None:
    bot = AlphaBetaBot(AlphaBetaOptions(depth=6))
    sitting, state = at(ConnectFour(), bot, [3, 3])
    sitting.choose(state, 1, simulations=10**6)
    before = bot.simulations_done
    sitting.choose(state, 2, simulations=10**6)
    assert 0 < bot.simulations_done - before < before / 5


def test_with_a_number_of_positions_a_match_is_a_function_of_its_seed() -> None:
    def match(seed: int) -> Any:
        bots = [AlphaBetaBot(AlphaBetaOptions(positions=400)), AlphaBetaBot(AlphaBetaOptions(positions=300))]
        return play(ConnectFour(), bots, seed), [bot.simulations_done for bot in bots]

    assert match(1) == match(1)


def test_a_search_needs_a_belief_and_an_evaluator() -> None:
    turn = Turn(JudgedTicTacToe(), None, 2, 0, None, [], [1, 2], None, Limit(simulations=1), Random(1))
    with pytest.raises(UndercroftError, match="belief"):
        AlphaBetaBot().choose(turn)
    sitting, state = at(TicTacToe(), AlphaBetaBot(), [])
    with pytest.raises(UndercroftError, match="evaluator"):
        sitting.choose(state, simulations=1)
