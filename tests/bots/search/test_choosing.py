"""The choice of one seat: what is best, when that is enough, and when it is certain."""

from __future__ import annotations

from undercroft_bots.search.choosing import Choosing


def test_the_best_action_is_the_first_of_those_worth_most() -> None:
    choosing = Choosing(-1.0, 1.0)
    for action, worth in enumerate((-0.5, 0.25, 0.25, 0.0)):
        assert not choosing.take(action, worth, False, 1.0)
    assert (choosing.action, choosing.best, choosing.certain) == (1, 0.25, False)


def test_more_than_what_others_let_happen_is_enough() -> None:
    assert Choosing(-1.0, 0.25).take(0, 0.25, False, 1.0)


def test_the_most_there_is_is_enough_if_it_is_certain() -> None:
    choosing = Choosing(-1.0, 2.0)
    assert not choosing.take(0, 1.0, False, 1.0)
    assert choosing.take(1, 1.0, True, 1.0)
    assert choosing.certain


def test_what_all_actions_have_for_sure_is_certain_and_one_estimate_spoils_it() -> None:
    choosing = Choosing(-1.0, 1.0)
    choosing.take(0, -1.0, True, 1.0)
    choosing.take(1, 0.0, True, 1.0)
    assert choosing.certain
    choosing.take(2, -1.0, False, 1.0)
    assert not choosing.certain


def test_a_certain_bound_that_is_enough_is_certain_whatever_came_before() -> None:
    choosing = Choosing(-1.0, 0.5)
    choosing.take(0, 0.0, False, 1.0)
    assert choosing.take(1, 0.5, True, 1.0)
    assert choosing.certain


def test_an_action_has_to_beat_the_best_and_what_somebody_has_for_sure() -> None:
    choosing = Choosing(0.0, 1.0)
    choosing.take(0, -0.5, False, 1.0)
    assert (choosing.floor(), choosing.ceiling()) == (0.0, 1.0)
    choosing.take(1, 0.5, False, 1.0)
    assert choosing.floor() == 0.5
