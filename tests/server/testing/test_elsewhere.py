"""A match in another process: found by name, compared moment by moment."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from broken_games import OrderOfASetDecides, RaisesElsewhere
from lantern_game import Lantern
from nim_game import Nim

from undercroft.testing import CheckFailed, Property, check_game
from undercroft.testing.elsewhere import check_elsewhere, found_by_name
from undercroft.testing.line import random_line
from undercroft.testing.referee import Setup


def line_of(game: Lantern) -> tuple[Setup, list[tuple[int, int]]]:
    setup = Setup(game, game.options_type(), 2)
    return setup, random_line(setup, Random(3))


def test_a_game_is_found_by_its_load_or_its_class() -> None:
    assert found_by_name(Lantern()) is not None
    assert found_by_name(Nim()) is not None


def test_a_game_without_a_name_is_checked_all_the_same_and_the_report_says_so() -> None:
    class Local(Lantern):
        pass

    assert found_by_name(Local()) is None
    report = check_game(Local(), matches=2)
    assert report.processes == 0
    assert check_game(Lantern(), matches=2).processes == 2


def test_a_game_that_needs_something_to_be_made_has_no_name() -> None:
    game = Lantern()
    game.spec = replace(game.spec, version="of an operator's map")
    assert found_by_name(game) is None


def test_the_first_moment_that_differs_is_shown_and_what_differs() -> None:
    game = OrderOfASetDecides()
    maker = found_by_name(game)
    assert maker is not None
    setup, actions = line_of(game)
    with pytest.raises(CheckFailed, match=r"PYTHONHASHSEED=. another process comes to other beliefs") as caught:
        check_elsewhere(maker, [(setup, actions)])
    assert caught.value.property is Property.PROCESSES
    assert caught.value.reproduction is not None
    assert len(caught.value.reproduction.actions) == 2  # both cards are dealt, and a belief samples the end


def test_what_another_process_raises_is_told() -> None:
    game = RaisesElsewhere()
    maker = found_by_name(game)
    assert maker is not None
    with pytest.raises(CheckFailed, match="PYTHONHASHSEED=1 what was played here raised: KeyError: 'elsewhere'"):
        check_elsewhere(maker, [line_of(game)])
