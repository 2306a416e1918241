"""The record opens when the match is over, as far as its policy says, and is enough to play the match again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from undercroft.game import CHANCE
from undercroft.match import EndedFact, Reason, Refusal
from undercroft.match.chance import draw

from .driver import Table, game_named

GOOFSPIEL = game_named("goofspiel")


def played_out(policy: str) -> Table:
    table = Table.of(GOOFSPIEL, '{"cards": 3}', record=policy)
    with pytest.raises(Refusal) as refusal:
        table.match.record(table.decoded(), None)
    assert refusal.value.reason is Reason.RECORD_CLOSED
    while table.match.position.status == "running":
        seat = next(seat for seat in (0, 1) if table.match.glance(seat).legal)
        table.act(seat, table.match.glance(seat).texts[-1 if seat else 0])
    return table


def record_of(table: Table, seat: int | None) -> Any:
    return json.loads(table.match.record(table.decoded(), seat))


def test_a_record_open_to_all_is_enough_to_play_the_match_again() -> None:
    table = played_out("all")
    record = record_of(table, None)
    assert record == record_of(table, 0)
    assert record["format"] == "undercroft-record/1"
    options = table.options
    state = table.game.start(options, len(record["seats"]))
    draws = 0
    for action in record["actions"]:
        seat = CHANCE if action["seat"] == "chance" else action["seat"]
        if seat == CHANCE:
            code = draw(bytes.fromhex(record["secret"]), (), draws, state.chance_outcomes())
            draws += 1
        else:
            code = next(a for a in state.legal_actions(seat) if state.action_text(seat, a) == action["action"])
        assert state.action_text(seat, code) == action["action"]
        state.apply(seat, code)
    outcome = state.outcome()
    assert outcome is not None
    assert record["outcome"] == {
        "returns": list(outcome.returns),
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "score": list(outcome.score or ()),
    }


def test_under_the_policy_own_a_seat_gets_its_own_actions_and_nobody_gets_more() -> None:
    table = played_out("own")
    with pytest.raises(Refusal) as refusal:
        table.match.record(table.decoded(), None)
    assert refusal.value.reason is Reason.RECORD_CLOSED
    record = record_of(table, 1)
    assert {action["seat"] for action in record["actions"]} == {1}
    assert record["secret"] is None
    assert record["entropies"] == []


def test_under_the_policy_none_nobody_gets_anything() -> None:
    table = played_out("none")
    for seat in (None, 0, 1):
        with pytest.raises(Refusal) as refusal:
            table.match.record(table.decoded(), seat)
        assert refusal.value.reason is Reason.RECORD_CLOSED


@pytest.mark.parametrize(("policy", "opened"), [("all", True), ("own", False), ("none", False)])
def test_the_secret_is_told_at_the_end_only_if_the_record_is_open_to_all(policy: str, opened: bool) -> None:
    table = played_out(policy)
    for facts in table.match.facts.values():
        (end,) = [fact for fact in facts if isinstance(fact, EndedFact)]
        assert (end.secret == table.match.position.created.secret) is opened
        assert bool(end.secret) is opened
