"""What is remembered of positions: answers only what it can, and never more than it may hold."""

from __future__ import annotations

import pytest

from undercroft_bots.search.transpositions import AT_LEAST, AT_MOST, EXACT, Known, Transpositions


@pytest.mark.parametrize(
    ("bound", "worth", "answers"),
    [
        (EXACT, 0.5, True),
        (AT_LEAST, 0.5, False),
        (AT_MOST, 0.5, False),
        (AT_LEAST, 0.7, True),
        (AT_MOST, 0.3, True),
        (AT_LEAST, 0.3, False),
        (AT_MOST, 0.7, False),
    ],
)
def test_a_bound_answers_where_it_lies_outside_of_what_matters(bound: int, worth: float, answers: bool) -> None:
    assert Known(worth, bound, 4, False, 1).answers(4, 0.4, 0.6) is answers
    assert Known(worth, bound, 0, True, 1).answers(4, 0.4, 0.6) is answers


def test_an_estimate_from_nearer_answers_nothing() -> None:
    assert not Known(0.5, EXACT, 3, False, 1).answers(4, 0.4, 0.6)


def test_never_more_is_remembered_than_it_may_hold_and_the_newest_always() -> None:
    table = Transpositions(10)
    for key in range(100):
        table.put(key, Known(float(key), EXACT, 1, False, 0))
        assert len(table) <= 10
        newest = table.get(key)
        assert newest is not None
        assert newest.worth == key
    assert table.get(0) is None
    assert all(table.get(key) is not None for key in range(95, 100))


def test_what_is_put_again_is_replaced_and_takes_no_room() -> None:
    table = Transpositions(4)
    for depth in range(50):
        table.put("here", Known(0.0, EXACT, depth, False, 0))
        assert len(table) == 1
    known = table.get("here")
    assert known is not None
    assert known.depth == 49
