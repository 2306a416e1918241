"""Acknowledged means durable: a server killed at random instants loses nothing and repeats nothing."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.chaos.history import History, complaints
from tests.chaos.kills import Run
from undercroft.registry import load_registry
from undercroft_client import new_token


@pytest.mark.timeout(180)
async def test_nothing_acknowledged_is_lost_or_doubled_over_three_kills(
    tmp_path: Path, figure: Callable[[str], None]
) -> None:
    report = await Run(tmp_path, kills=3, matches=100, seed=20261129, say=print).run()
    figure(f"{report.kills} kills, {report.matches} matches, {report.actions} actions")
    assert report.matches >= 100
    assert report.complaints == []
    assert "Traceback" not in (tmp_path / "server.log").read_text(errors="replace")


@pytest.fixture
def lived() -> tuple[History, dict[str, Any]]:
    """A whole random game as seat 0 lived it, and its record."""
    game = load_registry().game("dungeon-of-fear")
    state, random = game.start(game.options_type(), 2), Random(4)
    actions = []
    while state.to_act():
        (seat,) = state.to_act()
        code = random.choice(state.legal_actions(seat))
        actions.append({"seat": seat, "action": state.action_text(seat, code)})
        state.apply(seat, code)
    outcome = state.outcome()
    assert outcome is not None
    history = History("m", 0, new_token(), [action["action"] for action in actions if action["seat"] == 0])
    history.seqs, history.entries, history.ends = [1, 2, 3], [{"n": 0}, {"n": 1}], 1
    record = {
        "game": "dungeon-of-fear", "options": {}, "seats": [0, 1], "actions": actions,
        "outcome": {"returns": list(outcome.returns), "reason": outcome.reason},
    }  # fmt: skip
    return history, record


def test_the_checker_has_nothing_against_a_faithful_server(lived: tuple[History, dict[str, Any]]) -> None:
    assert complaints(*lived, load_registry()) == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda history, record: history.acknowledged.append("a1xa2"),
        lambda history, record: history.acknowledged.pop(),
        lambda history, record: record["actions"].pop(),
        lambda history, record: record["actions"].insert(2, record["actions"][0]),
        lambda history, record: record["outcome"].update(reason="quiet_limit"),
        lambda history, record: history.seqs.append(3),
        lambda history, record: history.seqs.pop(1),
        lambda history, record: history.entries.pop(0),
        lambda history, record: setattr(history, "ends", 0),
        lambda history, record: setattr(history, "ends", 2),
    ],
    ids=[
        "lost",
        "unsent",
        "unfinished",
        "doubled",
        "wrong end",
        "fact twice",
        "fact lost",
        "entry lost",
        "no end",
        "two",
    ],
)
def test_the_checker_notices_what_a_faithless_server_does(lived: tuple[History, dict[str, Any]], spoil: Any) -> None:
    history, record = copy.deepcopy(lived)
    spoil(history, record)
    assert complaints(history, record, load_registry())
