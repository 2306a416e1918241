"""What the end of a rated match says: who was on which side, who has won, whose bot has failed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.match.driver import game_named, new_match
from undercroft.match import Act, Match, ReplaceBot, SeatPlan, decode_row
from undercroft.match.rated import RatedBot, RatedResult, decode_result, encode_result, rated_result
from undercroft.options import decode_options

BOTS = (SeatPlan("bot", "heuristic", version="2.1"), SeatPlan("bot", "random"))


def played(rated: bool = True, fail: bool = False) -> tuple[Match, list[bytes]]:
    game = game_named("connect-four")
    options = decode_options(game.options_type, "{}")
    match, step = Match.create(game, options, new_match(game, seats=BOTS, rated=rated), 0)
    rows = list(step.data)
    match.advance(step)
    number = 0
    while match.position.status == "running":
        (turn,) = match.position.bot_turns()
        command: Any = Act(turn.seat, f"bot-{turn.seq}", turn.seq, code=turn.seat, by_bot=True)
        if fail and number == 2:
            command, fail = ReplaceBot(turn.seat, turn.seq, turn.bot, "crash", "random"), False
        step = match.handle(command, number)
        match.advance(step)
        rows += step.data
        number += 1
    return match, rows


def test_the_winners_side_and_the_versions_are_told() -> None:
    match, _ = played()
    assert rated_result(match.position) == RatedResult(
        sides=((RatedBot("heuristic", "2.1"),), (RatedBot("random"),)), winners=(0,), failed=()
    )


def test_a_bot_that_was_replaced_once_has_failed_though_the_match_went_on() -> None:
    match, _ = played(fail=True)
    result = rated_result(match.position)
    assert result is not None
    assert result.failed == (RatedBot("heuristic", "2.1"),)


def test_a_match_that_isnt_rated_says_nothing() -> None:
    assert rated_result(played(rated=False)[0].position) is None


@pytest.mark.parametrize("fail", [False, True])
def test_a_restored_match_says_the_same(fail: bool) -> None:
    match, rows = played(fail=fail)
    game = game_named("connect-four")
    again = Match.restore(game, match.position.options, [decode_row(row) for row in rows])
    assert rated_result(again.position) == rated_result(match.position)


def test_a_result_is_stored_and_read_back() -> None:
    result = RatedResult(((RatedBot("a", "1"), RatedBot("b")), (RatedBot("@c", "0.1"),)), (), (RatedBot("b"),))
    assert decode_result(encode_result(result)) == result
