"""Thinking time: charged to who thinks, by the log alone, and shown to nobody who may not know it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undercroft.game import SPECTATOR
from undercroft.match import (
    EndedFact,
    Flag,
    LeftFact,
    Reason,
    Refusal,
    Say,
    SeatPlan,
    Spare,
    Step,
    Suspend,
    TimeControl,
)

from .driver import Table, game_named, readers_of, seen
from .round_game import Round

DUNGEON = game_named("dungeon-of-fear")
GOOFSPIEL = game_named("goofspiel")
FISCHER = TimeControl("fischer", 60_000, 2_000, grace_ms=100)
PER_MOVE = TimeControl("per_move", 10_000, grace_ms=100)


def timed(control: TimeControl = FISCHER, game: Any = DUNGEON, **more: Any) -> Table:
    return Table.of(game, time_control=control, **more)


def left(table: Table, seat: int, at: int, reader: int = SPECTATOR) -> int:
    """What a reader is shown of a seat's clock at a time."""
    return next(clock.left_at(at) for clock in table.match.glance(reader).clocks if clock.seat == seat)


def at(table: Table, now: int) -> Table:
    """The table with its next command coming at `now`."""
    table.now = now - 7
    return table


def reason_of(outcome: Any) -> Reason:
    assert isinstance(outcome, Refusal), outcome
    return outcome.reason


def test_who_thinks_is_charged_beyond_the_grace_and_gets_the_increment() -> None:
    table = timed()
    at(table, 11_000).act(0, "a1xa2")
    for reader in readers_of(table.match):
        assert left(table, 0, 99_999, reader) == 60_000 - (10_000 - 100) + 2_000
        assert left(table, 1, 11_000, reader) == 60_000
        assert left(table, 1, 15_000, reader) == 60_000 - (4_000 - 100)
    assert seen(table.restored()) == seen(table.match)


def test_an_answer_within_the_grace_costs_nothing() -> None:
    table = timed()
    at(table, 1_100).act(0, "a1xa2")
    assert left(table, 0, 1_100) == 62_000


def test_a_clock_for_each_move_starts_anew_each_time() -> None:
    table = timed(PER_MOVE)
    at(table, 9_000).act(0, "a1xa2")
    at(table, 12_000).act(1, "f6xf5")
    assert left(table, 0, 12_000) == 10_000


def test_who_comes_too_late_is_told_so_and_nothing_is_played() -> None:
    assert reason_of(at(timed(PER_MOVE), 11_100).act(0, "a1xa2")) is Reason.TIME_UP
    assert isinstance(at(timed(PER_MOVE), 11_099).act(0, "a1xa2"), Step)


def test_with_two_sides_the_one_whose_time_is_up_loses() -> None:
    table = timed(PER_MOVE)
    assert reason_of(at(table, 11_099).tell(Flag(0))) is Reason.FORBIDDEN
    assert reason_of(at(table, 11_100).tell(Flag(1))) is Reason.FORBIDDEN
    at(table, 11_100).tell(Flag(0))
    outcome = table.match.position.outcome
    assert outcome is not None
    assert (outcome.returns, outcome.winners, outcome.reason) == ((-1, 1), (1,), "time")
    assert [fact.reason for fact in table.match.facts[1] if isinstance(fact, EndedFact)] == ["time"]
    assert all(clock.began < 0 for clock in table.match.glance(0).clocks)
    assert seen(table.restored()) == seen(table.match)


@pytest.mark.parametrize(
    ("game", "more"),
    [
        (Round(), {"seats": tuple(SeatPlan("player", name, token_hash=name) for name in ("Ann", "Bob", "Cid"))}),
        (DUNGEON, {"on_timeout": "bot"}),
    ],
    ids=["three sides", "on_timeout"],
)
def test_else_a_bot_takes_the_seat_and_needs_no_clock(game: Any, more: Any) -> None:
    table = timed(PER_MOVE, game, **more)
    at(table, 20_000).tell(Flag(0))
    assert [fact for fact in table.match.facts[1] if isinstance(fact, LeftFact)] == [LeftFact(0, "time", "random")]
    assert [turn.seat for turn in table.match.position.bot_turns()] == [0]
    assert table.match.position.clocks is not None
    assert table.match.position.clocks.running() == []
    assert seen(table.restored()) == seen(table.match)


def test_time_in_which_no_server_was_alive_is_nobodys() -> None:
    table = timed(PER_MOVE)
    at(table, 100_000).tell(Spare(95_000, 99_000))
    assert reason_of(at(table, 100_000).tell(Flag(0))) is Reason.FORBIDDEN
    assert left(table, 0, 100_000) == 10_000 - (100_000 - 96_000 - 100)
    assert reason_of(table.tell(Spare(95_000, 99_000))) is Reason.FORBIDDEN, "the same time is not spared twice"
    assert seen(table.restored()) == seen(table.match)
    assert isinstance(at(table, 100_100).act(0, "a1xa2"), Step)


def test_the_same_time_is_given_back_once_whoever_counts_it() -> None:
    table = timed(PER_MOVE)
    at(table, 50_000).tell(Spare(40_000, 50_000))
    at(table, 51_000).tell(Spare(41_000, 51_000))
    assert left(table, 0, 51_000) == 10_000 - (10_000 - 1_000 - 100)


def test_who_looks_while_time_is_being_given_back_is_shown_it_once_it_is() -> None:
    table = timed(PER_MOVE)
    match = table.restored()
    step = match.handle(Spare(40_000, 50_000), 50_000)
    assert isinstance(step, Step)
    early = match.glance(1)
    match.advance(step)
    at(table, 50_000).tell(Spare(40_000, 50_000))
    assert match.glance(1) == table.match.glance(1) != early


def test_time_that_another_process_gives_back_is_shown_to_everybody() -> None:
    table = timed(PER_MOVE)
    behind, before = table.restored(), len(table.rows)
    early = seen(behind)
    at(table, 50_000).tell(Spare(40_000, 50_000))
    behind.catch_up(table.decoded()[before:])
    assert seen(behind) == seen(table.match) != early


@pytest.mark.parametrize(("ms", "charged"), [(5_000, 0), (2_000, 0), (1_500, 500 - 100)])
def test_a_decision_is_given_back_no_more_than_has_passed_since_it_began(ms: int, charged: int) -> None:
    table = timed(PER_MOVE)
    at(table, 7_000).act(0, "a1xa2")
    at(table, 9_000).tell(Spare(ms, 9_000))
    for reader in readers_of(table.match):
        assert left(table, 1, 9_000, reader) == 10_000 - charged
    assert left(table, 1, 9_500) == 10_000 - (max(2_000 - ms, 0) + 500 - 100)
    assert seen(table.restored()) == seen(table.match)


def test_a_suspended_match_charges_nobody() -> None:
    table = timed()
    at(table, 6_100).tell(Suspend("game_failed"))
    for reader in readers_of(table.match):
        assert left(table, 0, 10**9, reader) == 55_000
    assert seen(table.restored()) == seen(table.match)


def test_hosted_bots_have_no_clocks() -> None:
    seats = (SeatPlan("bot", "random"), SeatPlan("player", "Bob", token_hash="b"))
    table = timed(seats=seats)
    assert [clock.seat for clock in table.match.glance(1).clocks] == [1]
    assert reason_of(at(table, 10**9).tell(Flag(0))) is Reason.FORBIDDEN


def test_a_rivals_clock_is_not_seen_running_while_both_choose() -> None:
    table = timed(PER_MOVE, GOOFSPIEL)
    own, rival = table.match.glance(0).clocks
    assert (own.left_at(5_000), rival.left_at(5_000)) == (10_000 - (4_000 - 100), 10_000)
    at(table, 5_000).act(1, table.match.glance(1).texts[0])
    assert table.match.glance(0).clocks == (own, rival)


def test_talk_moves_no_clock_that_is_shown() -> None:
    table = timed()
    table.act(0, "a1xa2")
    before = {reader: table.match.glance(reader).clocks for reader in readers_of(table.match)}
    at(table, 30_000).tell(Say(0, "s", "hurry"))
    assert {reader: table.match.glance(reader).clocks for reader in readers_of(table.match)} == before


@settings(max_examples=40, deadline=None, derandomize=True)
@given(waits=st.lists(st.integers(0, 4_000), min_size=1, max_size=14), asleep=st.integers(1, 3_000))
def test_what_is_charged_is_what_passed_less_grace_and_what_was_spared(waits: list[int], asleep: int) -> None:
    table = timed(TimeControl("fischer", 600_000, 0, grace_ms=100))
    expected = [600_000, 600_000]
    for number, wait in enumerate(waits):
        if table.match.position.status != "running":
            break
        (seat,) = table.match.position.to_act()
        began = table.match.position.at
        if number == len(waits) // 2:
            began += asleep
            at(table, began).tell(Spare(asleep, began))
        at(table, began + wait).act(seat, table.match.glance(seat).texts[0])
        expected[seat] -= max(0, wait - 100)
        clocks = table.match.position.clocks
        assert clocks is not None
        assert clocks.left == expected
    assert seen(table.restored()) == seen(table.match)
