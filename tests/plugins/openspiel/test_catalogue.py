"""The catalogue says of OpenSpiel's games what the installed OpenSpiel says."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft_openspiel.catalogue import LEFT_OUT, SERVED
from undercroft_openspiel.served import LeftOut, Served

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel isn't installed: make test-openspiel")
pytest.importorskip("open_spiel.python.games")

TYPES = {each.short_name: each for each in pyspiel.registered_games()}
KINDS = pyspiel.GameType


def test_every_game_of_openspiel_is_offered_or_left_out_with_a_reason() -> None:
    assert {each.name for each in (*SERVED, *LEFT_OUT)} == set(TYPES)


@pytest.mark.parametrize("served", SERVED, ids=lambda served: served.name)
def test_a_game_is_as_the_catalogue_says(served: Served) -> None:
    kind = TYPES[served.name]
    assert kind.dynamics == KINDS.Dynamics.SEQUENTIAL
    assert kind.chance_mode != KINDS.ChanceMode.SAMPLED_STOCHASTIC
    assert (kind.information == KINDS.Information.PERFECT_INFORMATION) == (served.kind == "open")
    assert (kind.utility == KINDS.Utility.IDENTICAL) == served.together
    assert set(served.seats) <= set(range(kind.min_num_players, kind.max_num_players + 1))
    assert served.sides is None or len(served.sides) == served.seats[0]
    parameters = kind.parameter_specification
    assert {choice.name for choice in served.choices} | {name for name, _ in served.fixed} <= set(parameters)
    assert [(choice.name, parameters[choice.name]) for choice in served.choices] == [
        (choice.name, choice.default) for choice in served.choices
    ]


@pytest.mark.parametrize("left_out", LEFT_OUT, ids=lambda left_out: left_out.name)
def test_what_is_left_out_is_left_out_for_its_reason(left_out: LeftOut) -> None:
    kind = TYPES[left_out.name]
    assert (kind.dynamics != KINDS.Dynamics.SEQUENTIAL) == (left_out.kind == "moves")
    if left_out.kind != "moves":
        assert kind.default_loadable == (left_out.kind != "parameters")
    if left_out.kind not in {"moves", "parameters"}:
        assert (kind.chance_mode == KINDS.ChanceMode.SAMPLED_STOCHASTIC) == (left_out.kind == "chance")
