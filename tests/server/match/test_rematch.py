"""Another match of the same kind: who asks, who is told, what came of it, who sits where."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.game import SPECTATOR
from undercroft.match import (
    Abort,
    Answer,
    AskRematch,
    FailRematch,
    Reason,
    Refusal,
    Rematch,
    RematchAskedFact,
    RematchedFact,
    RematchFailedFact,
    Resign,
    Say,
    SeatPlan,
    Step,
    Suspend,
)
from undercroft.match.chance import commitment, secret_of_rematch, secret_of_seed
from undercroft.match.rematch import turned

from .driver import Table, game_named, readers_of, seen
from .round_game import Round

DUNGEON = game_named("dungeon-of-fear")
ANN, BOB, BOT, OPEN = (
    SeatPlan("player", "Ann", token_hash="a"),
    SeatPlan("player", "Bob", token_hash="b"),
    SeatPlan("bot", "random"),
    SeatPlan("open", code="X"),
)


@pytest.fixture
def over() -> Table:
    """A match that Ann has lost to Bob."""
    table = Table.of(DUNGEON)
    table.act(0, "a1xa2")
    table.tell(Resign(0, "r"))
    return table


def reason_of(outcome: Any) -> Reason:
    assert isinstance(outcome, Refusal), outcome
    return outcome.reason


def facts_of(table: Table, reader: int, kind: type[Any]) -> list[Any]:
    return [fact for fact in table.match.facts[reader] if isinstance(fact, kind)]


# ---- asking


def test_a_rematch_is_asked_for_once_the_match_is_over_and_not_before(over: Table) -> None:
    running = Table.of(DUNGEON)
    assert reason_of(running.tell(AskRematch(0, "m"))) is Reason.FORBIDDEN
    assert reason_of(running.tell(Rematch("next", (1, 0)))) is Reason.FORBIDDEN
    running.tell(Suspend("game_failed"))
    assert reason_of(running.tell(AskRematch(0, "m"))) is Reason.FORBIDDEN
    assert isinstance(over.tell(AskRematch(0, "m")), Step)


def test_a_match_that_was_called_off_can_be_played_again_if_its_seats_were_taken() -> None:
    called_off = Table.of(DUNGEON)
    called_off.tell(Abort(1, "x"))
    assert isinstance(called_off.tell(AskRematch(0, "m")), Step)
    never_full = Table.of(DUNGEON, seats=(ANN, OPEN))
    assert reason_of(never_full.tell(AskRematch(0, "m"))) is Reason.FORBIDDEN
    never_full.tell(Abort(0, "x"))
    assert reason_of(never_full.tell(AskRematch(0, "m"))) is Reason.FORBIDDEN


def test_everybody_is_told_who_asks(over: Table) -> None:
    over.tell(AskRematch(1, "m"))
    over.tell(AskRematch(0, "m"))
    for reader in readers_of(over.match):
        assert [fact.seat for fact in facts_of(over, reader, RematchAskedFact)] == [1, 0]
    assert seen(over.restored()) == seen(over.match)


def test_asking_again_changes_nothing(over: Table) -> None:
    first = over.tell(AskRematch(0, "m"))
    assert isinstance(first, Step)
    before = seen(over.match)
    assert over.tell(AskRematch(0, "m")) == first.answer == over.restored().handle(AskRematch(0, "m"), 0)
    assert isinstance(over.tell(AskRematch(0, "another id")), Answer)
    assert reason_of(over.tell(Say(0, "m", "please"))) is Reason.COMMAND_ID_REUSED
    assert reason_of(over.tell(AskRematch(0, "r"))) is Reason.COMMAND_ID_REUSED
    assert seen(over.match) == before


# ---- when it is due


def test_it_is_due_when_all_who_hold_a_token_have_asked(over: Table) -> None:
    assert not over.match.position.rematch_due
    over.tell(AskRematch(1, "m"))
    assert not over.match.position.rematch_due
    over.tell(AskRematch(0, "m"))
    assert over.match.position.rematch_due
    assert over.restored().position.rematch_due


def test_bots_are_always_ready() -> None:
    table = Table.of(DUNGEON, seats=(ANN, BOT))
    table.tell(Resign(0, "r"))
    table.tell(AskRematch(0, "m"))
    assert table.match.position.rematch_due


def test_who_has_left_is_waited_for_though_a_bot_has_played_on() -> None:
    seats = tuple(SeatPlan("player", name, token_hash=name) for name in ("Ann", "Bob", "Cid"))
    table = Table.of(Round(), seats=seats)
    table.tell(Resign(0, "r"))
    while table.match.position.status == "running":
        (seat,) = table.match.position.to_act()
        table.act(seat, "1")
    for seat in (1, 2):
        table.tell(AskRematch(seat, "m"))
    assert not table.match.position.rematch_due
    assert isinstance(table.tell(AskRematch(0, "m")), Step)
    assert table.match.position.rematch_due


# ---- what came of it


@pytest.fixture
def due(over: Table) -> Table:
    for seat in (0, 1):
        over.tell(AskRematch(seat, "m"))
    return over


def test_everybody_is_told_once_where_the_rematch_is(due: Table) -> None:
    due.tell(Rematch("next", (1, 0)))
    assert not due.match.position.rematch_due
    for reader in readers_of(due.match):
        assert facts_of(due, reader, RematchedFact) == [RematchedFact("next", (1, 0))]
    before = seen(due.match)
    for late in (Rematch("other", (1, 0)), FailRematch("game_unavailable")):
        assert reason_of(due.tell(late)) is Reason.FORBIDDEN
    assert isinstance(due.tell(AskRematch(0, "more")), Answer)
    assert seen(due.match) == before == seen(due.restored())


def test_after_a_rematch_that_cannot_be_made_all_may_ask_anew(due: Table) -> None:
    due.tell(FailRematch("bot_unavailable"))
    assert not due.match.position.rematch_due
    assert facts_of(due, SPECTATOR, RematchFailedFact) == [RematchFailedFact("bot_unavailable")]
    assert reason_of(due.tell(FailRematch("bot_unavailable"))) is Reason.FORBIDDEN, "nobody waits for that any more"
    assert isinstance(due.tell(AskRematch(0, "m")), Answer), "that was asked before"
    for seat in (0, 1):
        assert isinstance(due.tell(AskRematch(seat, "m2")), Step)
    assert due.match.position.rematch_due
    assert seen(due.restored()) == seen(due.match)


def test_a_match_that_was_made_counts_though_another_server_could_not_make_it(due: Table) -> None:
    due.tell(FailRematch("game_unavailable"))
    due.tell(Rematch("next", (1, 0)))
    assert facts_of(due, 0, RematchedFact) == [RematchedFact("next", (1, 0))]


def test_a_rematch_shows_nobody_more_of_the_game_than_before(over: Table) -> None:
    """Its facts come after the end, with seats and an id that is no secret. What the next match hides is its own."""
    glances = {reader: over.match.glance(reader) for reader in readers_of(over.match)}
    shown, info = list(over.match.position.shown), over.match.info()
    for command in (AskRematch(0, "m"), AskRematch(1, "m"), FailRematch("server_fault"), Rematch("next", (1, 0))):
        assert isinstance(over.tell(command), Step)
    assert {reader: over.match.glance(reader) for reader in readers_of(over.match)} == glances
    assert (over.match.position.shown, over.match.info()) == (shown, info)


def test_the_record_is_the_same_before_and_after(due: Table) -> None:
    before = due.match.record(due.decoded(), None)
    due.tell(Rematch("next", (1, 0)))
    assert due.match.record(due.decoded(), None) == before


# ---- who sits where


@pytest.mark.parametrize(
    ("sides", "goes_to"),
    [
        ((0,), (0,)),
        ((0, 1), (1, 0)),
        ((0, 1, 2), (1, 2, 0)),
        ((0, 1, 0, 1), (1, 2, 3, 0)),
        ((0, 0, 1, 1), (2, 3, 0, 1)),
        ((0, 0, 1, 1, 2, 2), (2, 3, 4, 5, 0, 1)),
        ((0, 1, 1, 0), (2, 3, 0, 1)),
        ((0, 0, 1), (0, 1, 2)),
        ((0, 0, 0), (1, 2, 0)),
    ],
)
def test_seats_are_turned_by_as_few_as_keep_sides_together(sides: tuple[int, ...], goes_to: tuple[int, ...]) -> None:
    assert turned(sides) == goes_to


@given(st.lists(st.integers(0, 3), min_size=1, max_size=8))
def test_who_was_together_stays_together_and_who_was_not_does_not(sides: list[int]) -> None:
    goes_to = turned(sides)
    assert sorted(goes_to) == list(range(len(sides)))
    for one in range(len(sides)):
        for other in range(len(sides)):
            before, after = sides[one] == sides[other], sides[goes_to[one]] == sides[goes_to[other]]
            assert before == after


# ---- chance


def test_a_seed_fixes_the_chance_of_rematches_too_and_each_has_its_own() -> None:
    first = secret_of_seed(5)
    second = secret_of_rematch(first)
    assert second == secret_of_rematch(secret_of_seed(5))
    secrets = {first, second, secret_of_rematch(second), secret_of_rematch(secret_of_seed(6)), commitment(first)}
    assert len(secrets) == 5
    assert len(second) == len(first)
