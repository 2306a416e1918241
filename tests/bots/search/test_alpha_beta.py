"""Alpha-beta: it plays what a slow search of everything finds best, keeps its budget, and counts on no luck."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bots.forms import Choice, End, OpenForm, Options, choice
from tests.bots.tic_tac_toe import Grid
from tests.bots.together import AskedOfOne, Dare, Together
from undercroft.bot import never
from undercroft.game import CHANCE, Evaluator, State
from undercroft_bots.search.alpha_beta import GRAIN, AlphaBeta
from undercroft_bots.search.budget import Budget


class Rumours(Evaluator[Any]):
    """Says something of every position that has nothing to do with it, and now and then very much."""

    def values(self, state: Any) -> list[float]:
        drawn = Random(repr(getattr(state, "played", None) or getattr(state, "marks", None))).uniform(-0.99, 0.99)
        return [drawn, -drawn, -drawn]


class Shouts(Rumours):
    """And knows no measure."""

    def values(self, state: Any) -> list[float]:
        return [1.3 * said for said in super().values(state)]


class Words(Evaluator[Any]):
    """Says of positions of forms what was written down for them; of others that they are worth nothing."""

    def __init__(self, words: dict[tuple[int, ...], float]) -> None:
        self.words = words

    def values(self, state: Any) -> list[float]:
        said = self.words.get(state.played, 0.0)
        return [said, -said]


def chosen(state: State[Any, Any], evaluator: Evaluator[Any], depth: int = 20, **settings: Any) -> int:
    seat = state.to_act()[0]
    allies = settings.get("allies", [each == seat for each in range(3)])
    search = AlphaBeta(seat, allies, evaluator, settings.get("most", 10_000))
    budget = Budget(settings.get("positions"), float("inf"), never)
    return search.search(state, list(state.legal_actions(seat)), budget, depth)


def form(root: Choice, seats: int = 2) -> State[Any, Any]:
    return OpenForm("form", root, seats).start(Options(), seats)


# --- the best play


def worth(node: Choice | End, seat: int) -> float:
    """What the seat gets if everybody else plays against it: all of it looked at."""
    if isinstance(node, End):
        return node.returns[seat]
    values = [(move.weight, worth(move.leads, seat)) for move in node.moves]
    if node.seat == CHANCE:
        return sum(weight * value for weight, value in values) / sum(weight for weight, _ in values)
    return max(value for _, value in values) if node.seat == seat else min(value for _, value in values)


def grown(rng: Random, seats: int, plies: int, first: int | None = None) -> Any:
    """A form with dice in it, and ends of any worth."""
    if plies == 0 or (first is None and rng.random() < 0.15):
        return tuple(rng.randint(-1, 1) for _ in range(seats))
    seat = rng.choice([*range(seats), CHANCE]) if first is None else first
    return choice(
        seat,
        {action: grown(rng, seats, plies - 1) for action in range(rng.randint(1, 4))},
        dict.fromkeys(range(4), 1) | {1: 3} if seat == CHANCE else None,
    )


@pytest.mark.parametrize("evaluator", [Rumours(), Shouts()], ids=["rumours", "shouts"])
@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([2, 3]), st.integers(1, 6))
def test_where_all_ends_are_in_sight_the_action_is_the_best_against_everybody_else(
    evaluator: Evaluator[Any], rng: Any, seats: int, plies: int
) -> None:
    root = grown(rng, seats, plies, first=0)
    action = chosen(form(root, seats), evaluator)
    values = {move.action: worth(move.leads, 0) for move in root.moves}
    assert values[action] == pytest.approx(max(values.values()))


@cache
def result(marks: tuple[int, int], seat: int) -> int:
    grid = Grid(marks)
    outcome = grid.outcome()
    if outcome is not None:
        return outcome.returns[seat]
    values = [result(after(grid, action), seat) for action in grid.legal_actions(grid.to_act()[0])]
    return max(values) if grid.to_act()[0] == seat else min(values)


def after(grid: Grid, action: int) -> tuple[int, int]:
    twin = grid.clone()
    twin.apply(grid.to_act()[0], action)
    return (twin.marks[0], twin.marks[1])


@pytest.mark.parametrize("most", [1, 10_000], ids=["hardly any memory", "memory"])
@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 6))
def test_with_a_memory_for_positions_nothing_is_mistaken(most: int, rng: Any, plies: int) -> None:
    grid = Grid()
    for _ in range(plies):
        if grid.to_act():
            grid = Grid(after(grid, rng.choice(grid.legal_actions(grid.to_act()[0]))))
    if grid.to_act():
        seat = grid.to_act()[0]
        action = chosen(grid, Rumours(), most=most)
        assert result(after(grid, action), seat) == result((grid.marks[0], grid.marks[1]), seat)


def test_partners_are_taken_to_help() -> None:
    root = choice(0, {1: choice(1, {1: (5, 5, 0), 2: (-5, -5, 0)}), 2: (0, 0, 0)})
    assert chosen(form(root, 3), Rumours()) == 2
    assert chosen(form(root, 3), Rumours(), allies=[True, True, False]) == 1


def test_where_more_than_1_can_be_won_a_win_of_1_ends_no_search() -> None:
    root = choice(0, {1: choice(1, {1: (7, -7)}), 2: (1, -1), 3: choice(1, {1: (9, -9)})})
    assert chosen(form(root), Rumours()) == 3


def test_what_ended_at_1_is_looked_at_again_once_more_was_seen() -> None:
    mine = [choice(0, {1: (1, -1), 2: (5, -5)}), choice(0, {1: (3, -3), 2: (0, 0)})]
    root = choice(0, {1: choice(1, {1: mine[0], 2: mine[1]}), 2: (2, -2)})
    assert chosen(form(root), Rumours()) == 1


# --- estimates


PROMISES = choice(0, {1: choice(1, {1: (-1, 1), 2: (0, 0)}), 2: choice(1, {1: (0, 0)})})


def test_an_estimate_is_asked_where_it_may_look_no_further() -> None:
    words = Words({(1,): 0.5, (2,): -0.5})
    assert chosen(form(PROMISES), words, depth=1) == 1
    assert chosen(form(PROMISES), words, depth=2) == 2


def test_estimates_that_differ_by_less_than_the_grain_are_equal() -> None:
    assert chosen(form(PROMISES), Words({(2,): 0.9 / GRAIN}), depth=1) == 1
    assert chosen(form(PROMISES), Words({(2,): 1.1 / GRAIN}), depth=1) == 2


def test_no_estimate_is_as_good_as_a_win_for_sure() -> None:
    root = choice(0, {1: choice(1, {1: choice(0, {1: (1, -1)})}), 2: (1, -1)})
    assert chosen(form(root), Words({(1,): 0.999}), depth=1) == 2


class Certain(Words):
    """Is certain of one position, and that in another one thing alone must be played."""

    def proven(self, state: Any) -> list[float] | None:
        return [1.0, -1.0] if state.played == (1,) else None

    def must_play(self, state: Any, legal: list[int]) -> list[int]:
        return [2] if state.played == (3,) else legal


def test_what_the_game_is_certain_of_is_believed() -> None:
    unseen = choice(1, {1: (-1, 1), 2: (-1, 1)})
    root = choice(0, {1: unseen, 2: (0, 0), 3: unseen})
    assert chosen(form(root), Certain({})) == 1


def test_what_must_not_be_played_is_left_out() -> None:
    root = choice(0, {2: (0, 0), 3: choice(1, {1: (-1, 1), 2: (1, -1)})})
    assert chosen(form(root), Certain({})) == 3


# --- how far it looks


def looked(state: State[Any, Any], positions: int | None, depth: int = 20) -> tuple[int, int, int]:
    """Its action, how far it looked, and how many positions it counted."""
    search = AlphaBeta(0, [True, False], Rumours(), 10_000)
    budget = Budget(positions, float("inf"), never)
    return search.search(state, list(state.legal_actions(0)), budget, depth), search.looked, budget.simulations


def test_a_number_of_positions_is_kept_exactly() -> None:
    for positions in (1, 2, 50, 333):
        assert looked(Grid(), positions)[2] == positions


def test_it_looks_no_further_than_it_may_and_no_further_than_there_is_to_see() -> None:
    assert looked(Grid(), None, depth=3)[1] == 3
    assert looked(Grid((0b1, 0b10)), None)[1] <= 8


def test_a_win_in_sight_ends_the_search() -> None:
    action, _, positions = looked(Grid((0b11, 0b11000)), None)
    assert action == 2
    assert positions < 10


def test_where_all_is_lost_it_plays_what_looked_best_while_that_was_not_seen() -> None:
    late = choice(1, {1: (-1, 1), 2: (-1, 1)})
    longer = choice(1, {action: choice(0, {1: late, 2: late}) for action in (1, 2)})
    root = choice(0, {1: choice(1, {1: (-1, 1), 2: (1, -1)}), 2: longer})
    assert chosen(form(root), Words({})) == 2


def test_where_all_it_had_time_for_is_lost_it_plays_something_else() -> None:
    root = choice(0, {1: choice(1, {1: (-1, 1), 2: (0, 0)}), 2: choice(1, {1: (0, 0), 2: (0, 0)})})
    assert chosen(form(root), Words({}), positions=2) == 2


def test_nobody_looks_again_at_a_position_that_is_known() -> None:
    search = AlphaBeta(0, [True, False], Rumours(), 10_000)
    counts = []
    for _ in range(2):
        budget = Budget(None, float("inf"), never)
        search.search(Grid(), list(range(9)), budget, 20)
        counts.append(budget.simulations)
    assert counts[1] < counts[0] / 20


def test_once_it_is_called_off_it_answers_with_what_it_has() -> None:
    asked = iter([False] * 5)
    search = AlphaBeta(0, [True, False], Rumours(), 10_000)
    action = search.search(Grid(), list(range(9)), Budget(None, float("inf"), lambda: next(asked, True)), 20)
    assert action in range(9)
    assert search.looked < 9


def test_a_chain_of_forced_actions_is_followed_without_end_in_no_game() -> None:
    root: Any = (1, -1)
    for ply in range(60, 0, -1):
        root = choice(ply % 2, {1: root})
    action, seen, _ = looked(form(choice(0, {1: root, 2: (0, 0)})), None, depth=100)
    assert (action, seen) == (1, 22)


def test_long_chains_of_forced_actions_are_too_deep_for_nobody() -> None:
    chain: Any = (1, -1)
    for ply in range(400, 0, -1):
        chain = choice(ply % 2, {1: chain})
    root = choice(0, {1: chain, 2: chain})
    assert chosen(form(root), Rumours(), depth=100) in (1, 2)


def test_where_seats_choose_at_once_nobody_is_asked_what_is_certain() -> None:
    assert chosen(Together(), AskedOfOne()) == 3


def test_where_seats_choose_at_once_it_counts_on_no_luck() -> None:
    assert chosen(Dare(), AskedOfOne()) == 1
