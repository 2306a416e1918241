"""A run is planned by its seed: the same faults in the same order, and the same matches."""

from __future__ import annotations

from collections import Counter

from tests.chaos.plan import plan
from tests.chaos.tables import Manner, table
from tests.chaos.timeline import TRICKS, Kind
from undercroft_client import GameInfo

GAMES = [GameInfo("two", "1", {}, {}, (2,), {}, ""), GameInfo("many", "1", {}, {}, (3, 4), {}, "")]


def test_every_kind_of_fault_is_planned_as_often_as_was_asked_for() -> None:
    counts = Counter(fault.kind for line in plan(7, 50) for fault in line)
    assert counts == {kind: 50 for kind in Kind if kind not in TRICKS}


def test_the_same_seed_plans_the_same_and_another_one_something_else() -> None:
    assert plan(7, 5) == plan(7, 5)
    assert plan(7, 5) != plan(8, 5)
    assert [table(GAMES, 7, number) for number in range(50)] == [table(GAMES, 7, number) for number in range(50)]


def test_two_hundred_tables_have_players_bots_clocks_and_manners_of_every_kind() -> None:
    tables = [table(GAMES, 1, number) for number in range(200)]
    assert {each.game for each in tables} == {"two", "many"}
    assert {len(each.seats) for each in tables} == {2, 3, 4}
    assert {each.lineup for each in tables} == {"ours only", "ours and bots", "bots only"}
    assert {type(each.time_control).__name__ for each in tables} == {"NoneType", "Fischer", "PerMove"}
    assert {who for each in tables for who in each.seats if isinstance(who, Manner)} == set(Manner)
    assert all(each.ours or each.spectators for each in tables), "somebody of ours looks on"


def test_who_lets_the_time_run_out_has_a_clock_and_who_goes_away_somebody_who_waits() -> None:
    for each in (table(GAMES, 1, number) for number in range(200)):
        assert each.time_control is not None or Manner.DAWDLES not in each.seats
        assert len(each.ours) > 1 or Manner.LEAVES not in each.seats
