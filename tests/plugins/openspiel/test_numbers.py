"""Whole numbers in place of OpenSpiel's. These tests don't need it."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.game import UndercroftError
from undercroft_openspiel.tables import shown_lines, weights_of


@given(st.lists(st.integers(1, 400), min_size=1, max_size=40))
def test_probabilities_become_the_smallest_whole_numbers_in_their_proportion(counts: list[int]) -> None:
    total = sum(counts)
    weights = weights_of(tuple(count / total for count in counts))
    assert [Fraction(weight, sum(weights)) for weight in weights] == [Fraction(count, total) for count in counts]
    assert gcd(*weights) == 1


def test_the_dice_of_backgammon() -> None:
    assert weights_of((1 / 18,) * 15 + (1 / 36,) * 6) == (2,) * 15 + (1,) * 6


def test_what_is_no_fraction_is_refused() -> None:
    with pytest.raises(UndercroftError, match="whole numbers"):
        weights_of((0.12345678901, 0.87654321099))


def test_colours_and_control_characters_are_not_shown() -> None:
    assert shown_lines("a\x1b[31mb\x1b[0m\tc\n\x07d\u202e") == ["ab c", " d"]
