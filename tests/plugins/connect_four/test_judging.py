"""Quick judgement: `rules/connect_four.md` §9."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import tanh
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plugins.connect_four.slow_referee import SlowReferee
from undercroft.game import Journal, UndercroftError
from undercroft_connect_four.game import ConnectFour
from undercroft_connect_four.grid import grid_of
from undercroft_connect_four.judging import _foretold
from undercroft_connect_four.state import NOBODY, Discs
from undercroft_connect_four.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Discs, Journal[Entry]]]]
PlayMoves = Callable[[str], tuple[Discs, Journal[Entry]]]


def scores(game: ConnectFour, state: Discs) -> dict[str, float]:
    (seat,) = state.to_act()
    belief = game.belief(Options(), 2, seat)
    belief.learn(state.view(seat), ())
    legal = state.legal_actions(seat)
    found = game.heuristic().scores(belief, state.view(seat), legal, Random(0))
    return {state.action_text(seat, action): score for action, score in zip(legal, found, strict=True)}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 6), max_size=42), st.sampled_from([3, 4, 5]))
def test_completions_are_the_cells_that_would_complete_a_line(drops: list[int], in_a_row: int) -> None:
    referee = SlowReferee(7, 6, in_a_row)
    grid = grid_of(7, 6, in_a_row)
    for drop in drops:
        if len(referee.columns[drop]) < 6:
            referee.drop(drop)
    for seat in (0, 1):
        discs = sum(
            grid.floor[column] << row for column in range(7) for row in range(6) if referee.owner((column, row)) == seat
        )
        lying = sum(grid.floor[column] * ((1 << len(discs)) - 1) for column, discs in enumerate(referee.columns))
        found = grid.cells_of(grid.completions(discs) & ~lying)
        assert {(column - 1, row - 1) for column, row in found} == referee.completions(seat)


def wins_at_once(state: Discs) -> bool:
    return any(after.winner != NOBODY for after in followers(state))


def loses_at_once(state: Discs) -> bool:
    """Whether every ply of the seat to act leaves the rival a ply that wins."""
    return not wins_at_once(state) and all(after.to_act() and wins_at_once(after) for after in followers(state))


def followers(state: Discs) -> Iterator[Discs]:
    for action in state.legal_actions(state.turn):
        after = state.clone()
        after.apply(state.turn, action)
        yield after


def test_what_is_called_sure_comes_by_force(game: ConnectFour, play_randomly: PlayRandomly, options: Options) -> None:
    for seed in range(8):
        for state, _ in play_randomly(options, seed):
            if not state.to_act():
                continue
            values = game.evaluator().values(state)
            assert values[0] == -values[1]
            worth = values[state.turn]
            assert (worth == 1.0) == wins_at_once(state)
            if worth == -1.0:
                assert loses_at_once(state)
            assert game.evaluator().proven(state) == (values if abs(worth) == 1.0 else None)


def test_what_must_not_be_played_leaves_the_rival_a_win(
    game: ConnectFour, play_randomly: PlayRandomly, options: Options
) -> None:
    found = 0
    for seed in range(8):
        for state, _ in play_randomly(options, seed):
            if not state.to_act():
                continue
            legal = state.legal_actions(state.turn)
            chosen = game.evaluator().must_play(state, legal)
            left_out = [column for column in legal if column not in chosen]
            assert chosen
            assert set(chosen) <= set(legal)
            assert not left_out or not wins_at_once(state)
            for column in left_out:
                after = state.clone()
                after.apply(state.turn, column)
                assert wins_at_once(after)
                found += 1
    assert found


@pytest.mark.parametrize(
    ("moves", "values"),
    [
        ("112233", [1.0, -1.0]),
        ("137415", [-1.0, 1.0]),  # o holds 3, 4 and 5 of the lowest row; both ends are open
        ("445572544", [1.0, -1.0]),  # x completes lines in 6/1, which lies open, and in 6/2
    ],
)
def test_what_comes_by_force_is_worth_a_win(
    game: ConnectFour, play_moves: PlayMoves, moves: str, values: list[float]
) -> None:
    state, _ = play_moves(moves)
    assert game.evaluator().values(state) == values


@pytest.mark.parametrize(
    ("moves", "worth", "foretold"),
    [
        ("", 0.0, 0),
        ("3133227", -0.5, -1),  # o would complete a line in 4/4, in a row whose turn comes to o
        ("25555165233", 0.15 + 0.5, 1),  # x would in 4/2 and 4/3: whoever plays there, x gets a line
        ("55547666", 0.15 - 0.5, -1),  # each would in one cell of row 4, and x has to give way
    ],
)
def test_a_position_is_judged_by_its_completions_and_by_who_will_have_to_give_way(
    game: ConnectFour, play_moves: PlayMoves, moves: str, worth: float, foretold: int
) -> None:
    state, _ = play_moves(moves)
    assert played_out(state) == foretold
    first = tanh(worth + 0.8 * foretold + 0.00375 * (reach(state, 0) - reach(state, 1)))
    assert game.evaluator().values(state) == pytest.approx([first, -first])


def reach(state: Discs, seat: int) -> int:
    """In how many lines the seat's discs could be on an empty board: all lines tried."""
    grid = state.grid
    cells = set(grid.cells_of(grid.cells))
    return sum(
        all((column + x * (far + near), row + y * (far + near)) in cells for far in range(grid.in_a_row))
        for column, row in grid.cells_of(state.discs_of(seat))
        for x, y in ((1, 0), (0, 1), (1, 1), (1, -1))
        for near in range(1 - grid.in_a_row, 1)
    )


def played_out(state: Discs) -> int:
    """Who gets a line, 1 the first seat, -1 the second, if all keep away from below completions as long as they can.

    Ply by ply: 0 if the board is filled without one.
    """
    grid = state.grid
    lying = set(grid.cells_of(state.filled))
    height = [len([cell for cell in lying if cell[0] == column]) for column in range(1, grid.columns + 1)]
    owned = [set(grid.cells_of(grid.completions(state.discs_of(seat)))) - lying for seat in (0, 1)]
    seat = state.turn
    while True:
        free = [column for column in range(grid.columns) if height[column] < grid.rows]
        if not free:
            return 0
        over = {column: (column + 1, height[column] + 2) for column in free}
        safe = [column for column in free if over[column] not in owned[0] | owned[1]]
        given = [column for column in free if over[column] in owned[seat] - owned[1 - seat]]
        if safe:
            height[safe[-1]] += 1
            seat = 1 - seat
        elif any((column + 1, height[column] + 3) in owned[seat] for column in given):
            return -1 if seat else 1
        elif given:
            height[given[0]] += 2
        else:
            return 1 if seat else -1


def test_what_is_foretold_is_what_comes_when_it_is_played_out(
    game: ConnectFour, play_randomly: PlayRandomly, options: Options
) -> None:
    told = set()
    for seed in range(12):
        for state, _ in play_randomly(options, seed):
            if not state.to_act():
                continue
            value = game.evaluator().values(state)[0]
            assert reach(state, 0) - reach(state, 1) == state.grid.reach(state.discs_of(0)) - state.grid.reach(
                state.discs_of(1)
            )
            if abs(value) < 1.0:
                assert foretold(state) == played_out(state)
                told.add(played_out(state))
    assert len(told) > 1


def foretold(state: Discs) -> int:
    """What the evaluator says, for the first seat."""
    found = _foretold(state.grid, state.filled, state.wins(), state.losses())
    return -found if state.turn else found


def test_what_is_kept_of_completions_is_what_they_are(play_randomly: PlayRandomly, options: Options) -> None:
    for seed in range(4):
        for state, _ in play_randomly(options, seed):
            fresh = state.clone()
            fresh._wins = fresh._losses = -1
            assert (state.wins(), state.losses()) == (fresh.wins(), fresh.losses())


def test_where_the_number_of_rows_is_odd_all_rows_count_alike(game: ConnectFour) -> None:
    state = game.start(Options(rows=5), 2)
    for column in "3133227":
        state.apply(state.turn, int(column) - 1)
    first = tanh(-0.3 + 0.8 * played_out(state) + 0.00375 * (reach(state, 0) - reach(state, 1)))
    assert game.evaluator().values(state) == pytest.approx([first, -first])


def test_the_heuristic_wins_and_blocks(game: ConnectFour, play_moves: PlayMoves) -> None:
    state, _ = play_moves("112233")
    found = scores(game, state)
    assert max(found, key=lambda text: found[text]) == "4"
    assert found["4"] == 2.0
    state, _ = play_moves("11223")
    found = scores(game, state)
    assert found["4"] > -1.0
    assert {text for text, score in found.items() if score == -1.0} == {"1", "2", "3", "5", "6", "7"}


def test_the_heuristic_does_not_lift_the_rival_to_a_line(game: ConnectFour, play_moves: PlayMoves) -> None:
    state, _ = play_moves("2114254")  # x would complete a line in 3/2
    assert {text for text, score in scores(game, state).items() if score == -1.0} == {"3"}


def test_it_refuses_to_judge_a_game_that_is_over(game: ConnectFour, play_moves: PlayMoves) -> None:
    state, _ = play_moves("4455667")
    belief = game.belief(Options(), 2, 0)
    belief.learn(state.view(0), ())
    with pytest.raises(UndercroftError, match="over"):
        game.heuristic().scores(belief, state.view(0), [0], Random(0))


def play(game: ConnectFour, thinker: int, rng: Random) -> int:
    state = game.start(Options(), 2, Journal())
    journal: Journal[Entry] = Journal()
    while seats := state.to_act():
        (seat,) = seats
        legal = state.legal_actions(seat)
        if seat == thinker:
            belief = game.belief(Options(), 2, seat)
            belief.learn(state.view(seat), ())
            found = game.heuristic().scores(belief, state.view(seat), legal, rng)
            legal = [action for action, score in zip(legal, found, strict=True) if score == max(found)]
        state.apply(seat, rng.choice(legal), journal)
    outcome = state.outcome()
    assert outcome is not None
    return outcome.returns[thinker]


def test_it_beats_random_drops_clearly(game: ConnectFour) -> None:
    rng = Random(2026)
    results = [play(game, match % 2, rng) for match in range(40)]
    assert results.count(1) >= 34
