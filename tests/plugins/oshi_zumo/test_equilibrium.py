"""Small games solved exactly by backward induction through the game's own rules, and what is known of their values."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from tests.plugins.oshi_zumo.matrix_game import value
from undercroft_oshi_zumo.ring import ring_of
from undercroft_oshi_zumo.state import Bout, first_round
from undercroft_oshi_zumo.values import Options
from undercroft_oshi_zumo.worth import worth

ONE = Fraction(1)


class Solved:
    """The value to seat 0 of every position of a game whose bids are shown."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.value = cache(self._value)

    def position(self, place: int, mine: int, theirs: int, left: int | None = None) -> Bout:
        state = first_round(self.options)
        state.place, state.coins_0, state.coins_1 = place, mine, theirs
        if left is not None:
            state.round = state.ring.last_round - left
        return state

    def _value(self, place: int, mine: int, theirs: int, left: int) -> Fraction:
        state = self.position(place, mine, theirs, left)
        return value([[self._after(state, bid, other) for other in state.legal_actions(1)]
                      for bid in state.legal_actions(0)])  # fmt: skip

    def _after(self, before: Bout, bid: int, other: int) -> Fraction:
        state = before.clone()
        state.apply(0, bid)
        state.apply(1, other)
        outcome = state.outcome()
        if outcome is not None:
            return Fraction(outcome.returns[0])
        return self.value(state.place, state.coins_0, state.coins_1, state.ring.last_round - state.round)

    def positions(self, left: int) -> Iterator[tuple[int, int, int]]:
        coins, fields = self.options.coins, self.options.fields
        for place in range(-fields, fields + 1):
            for mine in range(1, coins + 1):
                for theirs in range(1, coins + 1):
                    yield place, mine, theirs


MUST = Solved(Options(coins=6, fields=1))
NEED_NOT = Solved(Options(coins=3, fields=1, min_bid=0, rounds=8))


def test_matrix_games_are_solved_as_textbooks_solve_them() -> None:
    def solve(*rows: tuple[int, ...]) -> Fraction:
        return value([[Fraction(each) for each in row] for row in rows])

    assert solve((1, -1), (-1, 1)) == 0  # matching pennies
    assert solve((0, -1, 1), (1, 0, -1), (-1, 1, 0)) == 0  # rock, paper, scissors
    assert solve((3, 1), (0, 2)) == Fraction(3, 2)
    assert solve((4, 1, 2), (3, 2, 5)) == 2  # a saddle point
    assert solve((5,), (7,)) == 7


@pytest.mark.parametrize(("solved", "left"), [(MUST, 6), (NEED_NOT, 8), (NEED_NOT, 3)], ids=["must", "need_not", "few"])
def test_values_are_fair_and_more_coins_or_ground_never_hurt(solved: Solved, left: int) -> None:
    coins, fields = solved.options.coins, solved.options.fields
    for place, mine, theirs in solved.positions(left):
        here = solved.value(place, mine, theirs, left)
        assert -1 <= here <= 1
        assert here == -solved.value(-place, theirs, mine, left)
        if mine < coins:
            assert solved.value(place, mine + 1, theirs, left) >= here
        if place < fields:
            assert solved.value(place + 1, mine, theirs, left) >= here
    for each in range(1, coins + 1):
        assert solved.value(0, each, each, left) == 0


def test_where_bidding_alike_is_sure_to_win_the_value_says_so() -> None:
    for mine in range(1, 7):
        for theirs in range(1, mine + 1):  # on the last field: bid as much as the rival has
            assert MUST.value(1, mine, theirs, 6) == 1
    for mine in range(1, 7):
        for theirs in range(1, 7):
            if mine > 3 * theirs:  # outbids everything in every round
                assert MUST.value(-1, mine, theirs, 6) == 1


def test_some_values_are_those_computed_by_hand() -> None:
    # One coin each, the wrestler one field from being out: both bid it, a tie, and he stays where he is.
    assert MUST.value(1, 1, 1, 6) == 1
    # Two against one in the middle: 1 ties and leaves a coin to push with; 2 pushes. So he goes beyond the middle.
    assert MUST.value(0, 2, 1, 6) == 1
    # One against three on the last field. 1-1 leaves him there, and two coins against none push him to the other side;
    # 1-2 leaves him in the middle with a coin against none; 1-3 leaves him there with none: -1, -1 and 0.
    assert MUST.value(1, 1, 3, 6) == -1


@pytest.mark.parametrize(
    ("place", "mine", "theirs", "foreseen", "mixed"),
    [(0, 6, 6, Fraction(-1, 3), Fraction(0)), (1, 3, 4, Fraction(0), Fraction(1, 2)), (-1, 4, 3, -ONE, -ONE / 2)],
)
def test_whose_bid_is_foreseen_does_worse_than_who_mixes_them(
    place: int, mine: int, theirs: int, foreseen: Fraction, mixed: Fraction
) -> None:
    state = MUST.position(place, mine, theirs)
    rows = [[MUST._after(state, bid, other) for other in state.legal_actions(1)] for bid in state.legal_actions(0)]
    assert max(min(row) for row in rows) == foreseen
    assert value(rows) == mixed


def test_the_worth_of_a_position_leans_the_way_its_value_does() -> None:
    ring = ring_of(MUST.options)
    errors = []
    for place, mine, theirs in MUST.positions(6):
        exact, guessed = MUST.value(place, mine, theirs, 6), worth(ring, place, mine, theirs, 6)
        errors.append(abs(guessed - float(exact)))
        assert guessed == pytest.approx(-worth(ring, -place, theirs, mine, 6))
        assert exact * Fraction(guessed) > -Fraction(1, 2)
    assert sum(errors) / len(errors) < 0.25


def test_worth_is_exact_where_one_side_has_no_coins_or_there_is_no_round_left() -> None:
    ring = ring_of(Options(coins=20, fields=2))
    for place in range(-2, 3):
        for coins in range(8):
            for left in range(5):
                end = min(place + min(coins, left), 3)
                assert worth(ring, place, coins, 0, left) == (end > 0) - (end < 0)
                assert worth(ring, -place, 0, coins, left) == (end < 0) - (end > 0)
        assert worth(ring, place, 9, 7, 0) == (place > 0) - (place < 0)
