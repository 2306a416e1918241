"""Drops, ends and counts of `rules/connect_four.md` §1 to §6, against the slow referee."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plugins.connect_four.slow_referee import SlowReferee
from undercroft.game import SPECTATOR, Journal, Outcome
from undercroft_connect_four import SPEC
from undercroft_connect_four.state import Discs, empty_board
from undercroft_connect_four.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Discs, Journal[Entry]]]]

POSITIONS = [1, 7, 49, 238, 1120, 4263, 16422]
"""How many positions there are after 0, 1, 2, … plies (OEIS A212693)."""


def sizes() -> st.SearchStrategy[Options]:
    side = st.integers(4, 9)
    fits = st.tuples(side, side, st.integers(3, 6)).filter(lambda size: size[2] <= max(size[:2]))
    return fits.map(lambda size: Options(*size))


def discs(state: Discs, seat: int) -> set[tuple[int, int]]:
    return {(column - 1, row - 1) for column, row in state.grid.cells_of(state.discs_of(seat))}


@settings(max_examples=60, deadline=None)
@given(sizes(), st.lists(st.integers(0, 8), max_size=81))
def test_every_game_goes_as_the_slow_referee_says(options: Options, drops: list[int]) -> None:
    state = empty_board(options)
    referee = SlowReferee(options.columns, options.rows, options.in_a_row)
    last = -1
    for drop in drops:
        legal = referee.legal()
        to_act = state.to_act()
        assert (state.legal_actions(to_act[0]) if to_act else []) == legal
        if not legal:
            break
        assert to_act == (referee.plies % 2,)
        assert state.legal_actions(1 - to_act[0]) == state.legal_actions(SPECTATOR) == []
        assert state.outcome() is None
        action = legal[drop % len(legal)]
        assert re.fullmatch(SPEC.action_pattern, state.action_text(to_act[0], action))
        before = discs(state, 0), discs(state, 1)
        state.apply(to_act[0], action)
        last = to_act[0]
        cell = referee.drop(action)
        assert discs(state, last) == before[last] | {cell}
        assert discs(state, 1 - last) == before[1 - last]
        assert state.ply() == referee.plies
    if referee.legal():
        assert state.outcome() is None
    elif line := referee.line(last):
        assert state.outcome() == Outcome((1, -1) if last == 0 else (-1, 1), (last,), "line")
        assert {(column - 1, row - 1) for column, row in state.view(0).result.line} == line  # type: ignore[union-attr]
    else:
        assert state.outcome() == Outcome((0, 0), (), "board_full")


def test_no_disc_ever_lies_on_another_or_on_air(play_randomly: PlayRandomly, options: Options) -> None:
    for seed in range(5):
        for state, _ in play_randomly(options, seed):
            mine, theirs = discs(state, 0), discs(state, 1)
            assert not mine & theirs
            assert len(mine) - len(theirs) in (0, 1)
            lying = mine | theirs
            assert all(row == 0 or (column, row - 1) in lying for column, row in lying)
            assert all(0 <= column < options.columns and 0 <= row < options.rows for column, row in lying)
            assert state.filled & ~state.grid.cells == 0


def test_the_mirrored_game_goes_the_mirrored_way(play_randomly: PlayRandomly, options: Options) -> None:
    for seed in range(5):
        twin = empty_board(options)
        columns = options.columns
        for state, _ in play_randomly(options, seed):
            if state.moves:
                twin.apply((state.ply() - 1) % 2, columns - int(state.moves[-1]))
            assert discs(twin, 0) == {(columns - 1 - column, row) for column, row in discs(state, 0)}
            assert twin.outcome() == state.outcome()
            for seat in (0, 1):
                mirrored = [columns - 1 - column for column in reversed(state.legal_actions(seat))]
                assert twin.legal_actions(seat) == mirrored


def test_there_are_as_many_positions_as_published() -> None:
    layer = {(0, 0): empty_board(Options())}
    counts = []
    for _ in POSITIONS:
        counts.append(len(layer))
        layer = {(twin.own, twin.filled): twin for state in layer.values() for twin in followers(state)}
    assert counts == POSITIONS


def followers(state: Discs) -> Iterator[Discs]:
    for seat in state.to_act():
        for action in state.legal_actions(seat):
            twin = state.clone()
            twin.apply(seat, action)
            yield twin


def test_a_clone_goes_its_own_way() -> None:
    state = empty_board(Options())
    twin = state.clone()
    twin.apply(0, 3)
    assert state.to_act() == (0,)
    assert state.ply() == 0
    assert state.view(0) == empty_board(Options()).view(0)
    assert twin.to_act() == (1,)


@pytest.mark.parametrize("in_a_row", [3, 4, 5, 6])
def test_a_line_wins_in_every_direction_and_place(in_a_row: int) -> None:
    options = Options(7, 6, in_a_row)
    grid = empty_board(options).grid
    lines = 0
    for column in range(7):
        for row in range(6):
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                end = (column + across * (in_a_row - 1), row + up * (in_a_row - 1))
                if end[0] < 7 and 0 <= end[1] < 6:
                    cells = [grid.floor[column + across * far] << row + up * far for far in range(in_a_row)]
                    line = sum(cells)
                    assert grid.has_line(line)
                    assert grid.line_of(line) == line
                    assert not any(grid.has_line(line ^ cell) for cell in cells)
                    lines += 1
    assert lines == {3: 98, 4: 69, 5: 44, 6: 23}[in_a_row]
