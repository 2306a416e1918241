"""The budget of a decision, whichever bot it is: the least of what its options and the turn allow."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.bots.forms import OpenForm, Position, choice
from tests.bots.sitting import at
from tests.bots.tic_tac_toe import JudgedTicTacToe, TicTacToe
from undercroft.bot import Bot, Limit, Turn, never
from undercroft_bots.alphabeta import AlphaBetaBot
from undercroft_bots.ismcts import IsmctsBot
from undercroft_bots.mcts import MctsBot
from undercroft_bots.options import AlphaBetaOptions, IsmctsOptions, MctsOptions
from undercroft_bots.thinking import budget_of, half_of, histories_of

BOTS: list[type[Bot]] = [MctsBot, IsmctsBot, AlphaBetaBot]


def turn(limit: Limit, cancelled: Any = never) -> Turn:
    return Turn(TicTacToe(), None, 2, 0, None, [], [1, 2], None, limit, Random(1), cancelled)


@pytest.mark.parametrize(
    ("options", "limit", "simulations"),
    [
        (MctsOptions(simulations=5), Limit(), 5),
        (MctsOptions(), Limit(simulations=7), 7),
        (MctsOptions(simulations=5), Limit(simulations=7), 5),
        (MctsOptions(simulations=9), Limit(simulations=7), 7),
        (IsmctsOptions(simulations=9), Limit(simulations=7), 7),
        (MctsOptions(), Limit(), -1),
        (AlphaBetaOptions(positions=5), Limit(simulations=7), 5),
        (AlphaBetaOptions(), Limit(simulations=7), 7),
    ],
)
def test_the_smaller_number_of_simulations_counts(options: Any, limit: Limit, simulations: int) -> None:
    assert budget_of(options, turn(limit)).simulations_left == simulations


@pytest.mark.parametrize(
    ("options", "limit", "seconds"),
    [
        (MctsOptions(seconds=3), Limit(), 3),
        (MctsOptions(seconds=3), Limit(seconds=2), 2),
        (MctsOptions(seconds=3), Limit(seconds=5), 3),
        (MctsOptions(), Limit(seconds=0.5), 0.5),
        (MctsOptions(), Limit(seconds=30), 1),  # by default a second
        (MctsOptions(), Limit(), 1),
        (IsmctsOptions(), Limit(), 1),
        (AlphaBetaOptions(), Limit(), 1),
        (AlphaBetaOptions(positions=5), Limit(), float("inf")),
        (MctsOptions(simulations=5), Limit(), float("inf")),  # and no clock where there is a number of simulations
        (MctsOptions(), Limit(simulations=5), float("inf")),
        (MctsOptions(simulations=5), Limit(seconds=30), 30),
        (MctsOptions(seconds=3), Limit(simulations=5), 3),
    ],
)
def test_the_shorter_time_counts(options: Any, limit: Limit, seconds: float) -> None:
    budget = budget_of(options, turn(limit), clock=lambda: 1000.0)
    assert budget.deadline == 1000.0 + seconds


@pytest.mark.parametrize(
    ("options", "limit", "histories"),
    [
        (IsmctsOptions(), Limit(), 50),
        (IsmctsOptions(), Limit(seconds=0.001), 50),
        (IsmctsOptions(histories=7), Limit(), 7),
        (IsmctsOptions(histories=0), Limit(), 0),
        (IsmctsOptions(simulations=500), Limit(), 50),
        (IsmctsOptions(simulations=5000), Limit(), 50),
        (IsmctsOptions(simulations=60), Limit(), 6),
        (IsmctsOptions(simulations=500), Limit(simulations=129), 12),
        (IsmctsOptions(), Limit(simulations=9), 0),
        (IsmctsOptions(histories=7, simulations=500), Limit(), 7),
    ],
)
def test_there_is_a_course_for_ten_simulations_at_most(options: IsmctsOptions, limit: Limit, histories: int) -> None:
    assert histories_of(options, turn(limit)) == histories


@pytest.mark.parametrize(
    ("limit", "seconds"),
    [(Limit(seconds=0.5), 0.25), (Limit(), 0.5), (Limit(simulations=5), float("inf")), (Limit(seconds=0.0), 0.0)],
)
def test_half_the_time_may_go_to_something_else_than_simulations(limit: Limit, seconds: float) -> None:
    whole = budget_of(IsmctsOptions(), turn(limit), clock=lambda: 1000.0)
    half = half_of(whole, turn(limit), clock=lambda: 1000.0)
    assert half.deadline == 1000.0 + seconds
    assert half.simulations_left == -1


class Counted(Position):
    """Counts how many copies of it were made."""

    copies = 0

    def clone(self) -> Any:
        Counted.copies += 1
        return super().clone()


FORM = choice(
    0, {1: choice(1, {1: choice(0, {1: (1, -1), 2: (0, 0)}), 2: choice(0, {1: (0, 0), 2: (3, -3)})}), 2: (0, 0)}
)


def counting() -> OpenForm:
    game = OpenForm("counted", FORM, 2)
    game.position_type = Counted
    return game


@pytest.mark.parametrize("simulations", [1, 10, 37])
def test_every_simulation_is_in_a_world_of_its_own_and_there_are_no_more_than_allowed(simulations: int) -> None:
    sitting, state = at(counting(), IsmctsBot(), [])
    Counted.copies = 0
    sitting.choose(state, simulations=simulations)
    assert Counted.copies == simulations


@pytest.mark.parametrize("bot", BOTS)
def test_a_single_legal_action_is_answered_at_once(bot: type[Bot]) -> None:
    game = OpenForm("forced", choice(0, {4: choice(1, {1: (1, -1), 2: (0, 0)})}), 2)
    game.position_type = Counted
    sitting, state = at(game, bot(), [])
    Counted.copies = 0

    def asked() -> bool:
        raise AssertionError("there is nothing to call off")

    assert sitting.choose(state, cancelled=asked) == 4
    assert Counted.copies == 0


@pytest.mark.parametrize("bot", BOTS)
def test_whoever_is_called_off_answers_legally_and_soon(bot: type[Bot]) -> None:
    for patience in (0, 1, 5, 20):
        calls = 0

        def cancelled(patience: int = patience) -> bool:
            nonlocal calls
            calls += 1
            return calls > patience

        sitting, state = at(JudgedTicTacToe(), bot(), [4])
        assert sitting.choose(state, cancelled=cancelled) in state.legal_actions(1)
        assert calls == patience + 1  # never asked again


@pytest.mark.parametrize("bot", BOTS)
def test_without_any_time_the_answer_is_still_legal(bot: type[Bot]) -> None:
    sitting, state = at(JudgedTicTacToe(), bot(), [4])
    assert sitting.choose(state, seconds=0.0) in state.legal_actions(1)


@pytest.mark.parametrize("bot", BOTS)
def test_memory_is_bounded_by_an_option(bot: type[Bot]) -> None:
    sitting, state = at(
        JudgedTicTacToe(), bot(bot.options_type(**{"table" if bot is AlphaBetaBot else "nodes": 30})), [4]
    )
    assert sitting.choose(state, simulations=500) in state.legal_actions(1)
