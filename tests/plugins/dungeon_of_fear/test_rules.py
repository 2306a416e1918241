"""Moves, ends and counts of `rules/dungeon_of_fear.md` §1 to §6 and §11."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.game import SPECTATOR
from undercroft_dungeon_of_fear.arranging import arrange
from undercroft_dungeon_of_fear.cells import BIT, BOARD, CAPTURES, CELL, NAME, QUIET, names_of, sight_from
from undercroft_dungeon_of_fear.game import DungeonOfFear
from undercroft_dungeon_of_fear.state import Dungeon
from undercroft_dungeon_of_fear.values import Options

SETS = st.integers(min_value=0, max_value=BOARD)
CELLS = st.integers(min_value=0, max_value=35)

SEQUENCES = [2, 4, 8, 16, 40, 100, 280, 784, 2352, 7056, 20638]
"""How many legal sequences of 1, 2, … plies there are (§11)."""
ROOK_CAPTURES = [0, 0, 0, 0, 0, 0, 0, 0, 0, 252, 800]
"""How many of them end with a captured rook."""


def walk(cell: int, obstacles: int) -> set[int]:
    """Sight worked out step by step."""
    seen = {cell}
    for east, north in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        file, rank = cell % 6 + east, cell // 6 + north
        while 0 <= file < 6 and 0 <= rank < 6:
            seen.add(6 * rank + file)
            if obstacles >> (6 * rank + file) & 1:
                break
            file, rank = file + east, rank + north
    return seen


@given(CELLS, SETS)
def test_sight_ends_at_the_first_obstacle_of_each_ray(cell: int, obstacles: int) -> None:
    sight = sight_from(cell, obstacles & ~BIT[cell])
    assert {at for at in range(36) if sight & BIT[at]} == walk(cell, obstacles & ~BIT[cell])
    assert sight_from(cell, obstacles) == sight_from(cell, obstacles & ~BIT[cell])


@given(CELLS, SETS)
def test_the_first_obstacles_are_listed_in_ascending_order(cell: int, obstacles: int) -> None:
    others = obstacles & ~BIT[cell]
    ends = sight_from(cell, others) & others
    assert CAPTURES[ends] == [at for at in range(36) if ends & BIT[at]]


@given(SETS)
def test_names_are_sorted_as_text(cells: int) -> None:
    assert list(names_of(cells)) == sorted(NAME[at] for at in range(36) if cells & BIT[at])


@given(SETS, CELLS, CELLS, st.sampled_from([0, 1]))
def test_nobody_is_ever_stuck(walls: int, white: int, black: int, turn: int) -> None:
    if white == black:
        return
    walls &= ~(BIT[white] | BIT[black])
    state = arrange(Options(), walls, white, black, turn, 0, 0, 0, 0)
    legal = state.legal_actions(turn)
    assert legal == sorted(set(legal))
    enemy = state.rook(1 - turn)
    takes = [cell for cell in legal if walls & BIT[cell] or cell == enemy]
    if takes:
        assert takes == legal
        assert len(takes) <= 4
    else:
        assert legal == QUIET[state.rook(turn)]
        assert len(legal) == 10
    assert state.legal_actions(1 - turn) == []
    assert state.legal_actions(SPECTATOR) == []
    texts = [state.action_text(turn, cell) for cell in legal]
    assert len(set(texts)) == len(texts)
    assert all(("x" in text) == bool(takes) for text in texts)


@given(st.integers(min_value=0, max_value=2**32), st.sampled_from([2, 5, 12]))
def test_every_random_game_ends_as_the_rules_say(seed: int, quiet_limit: int) -> None:
    game = DungeonOfFear()
    options = Options(quiet_limit=quiet_limit)
    state = game.start(options, 2)
    quiet = plies = 0
    while seats := state.to_act():
        assert state.outcome() is None
        (seat,) = seats
        legal = state.legal_actions(seat)
        seed, pick = divmod(seed, len(legal)) if seed else (plies * 7, plies % len(legal))
        text = state.action_text(seat, legal[pick])
        assert re.fullmatch(game.spec.action_pattern, text)
        taken_rook = legal[pick] == state.rook(1 - seat)
        state.apply(seat, legal[pick])
        plies += 1
        quiet = 0 if "x" in text else quiet + 1
        outcome = state.outcome()
        if taken_rook:
            assert outcome is not None
            assert outcome.reason == "rook_captured"
            assert outcome.winners == (seat,)
            assert outcome.returns == ((1, -1) if seat == 0 else (-1, 1))
        elif quiet == quiet_limit:
            assert outcome is not None
            assert outcome.reason == "quiet_limit"
            assert outcome.winners == ()
            assert outcome.returns == (0, 0)
        else:
            assert outcome is None
    assert plies <= 34 + 35 * (quiet_limit - 1) + 1
    assert state.legal_actions(0) == state.legal_actions(1) == []


def test_the_number_of_legal_sequences_is_as_published(game: DungeonOfFear) -> None:
    layer = [game.start(Options(), 2)]
    sequences, captures = [], []
    for _ in SEQUENCES:
        after: list[Dungeon] = []
        for state in layer:
            for seat in state.to_act():
                for action in state.legal_actions(seat):
                    twin = state.clone()
                    twin.apply(seat, action)
                    after.append(twin)
        layer = after
        sequences.append(len(layer))
        captures.append(sum(state.outcome() is not None for state in layer))
    assert sequences == SEQUENCES
    assert captures == ROOK_CAPTURES


def test_a_clone_goes_its_own_way(game: DungeonOfFear) -> None:
    state = game.start(Options(), 2)
    twin = state.clone()
    twin.apply(0, CELL["a2"])
    assert state.to_act() == (0,)
    assert state.legal_actions(0) == [CELL["b1"], CELL["a2"]]
    positions = game.positions()
    assert positions.write(state) == positions.write(game.start(Options(), 2))
    assert positions.write(state.clone()) == positions.write(state)


@pytest.mark.parametrize("seats", [2])
def test_every_choice_of_options_seats_two(game: DungeonOfFear, options: Options, seats: int) -> None:
    assert list(game.seat_counts(options)) == [seats]
    assert list(game.sides(options, seats)) == [0, 1]
