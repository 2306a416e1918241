"""What players settle among themselves: giving up, draws, calling off, chat."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.game import SPECTATOR
from undercroft.match import (
    Abort,
    Act,
    Answer,
    DrawOfferedFact,
    EndedFact,
    Expire,
    LeftFact,
    Mute,
    OfferDraw,
    Reason,
    Refusal,
    Resign,
    SaidFact,
    Say,
    SeatPlan,
    Step,
)

from .driver import Table, game_named, readers_of, seen
from .round_game import Round

DUNGEON = game_named("dungeon-of-fear")
THREE = tuple(SeatPlan("player", name, token_hash=name) for name in ("Ann", "Bob", "Cid"))


@pytest.fixture
def table() -> Table:
    return Table.of(DUNGEON)


def reason_of(outcome: Any) -> Reason:
    assert isinstance(outcome, Refusal), outcome
    return outcome.reason


def facts_of(table: Table, reader: int, kind: type[Any]) -> list[Any]:
    return [fact for fact in table.match.facts[reader] if isinstance(fact, kind)]


# ---- giving up


def test_with_two_sides_who_resigns_loses_and_everybody_is_told(table: Table) -> None:
    table.act(0, "a1xa2")
    table.tell(Resign(0, "r"))
    outcome = table.match.position.outcome
    assert outcome is not None
    assert (outcome.returns, outcome.winners, outcome.reason) == ((-1, 1), (1,), "resigned")
    for reader in readers_of(table.match):
        assert [fact.reason for fact in facts_of(table, reader, EndedFact)] == ["resigned"]
        assert table.match.glance(reader).legal == ()
    assert seen(table.restored()) == seen(table.match)


def test_resigning_shows_nobody_more_of_the_game_than_before(table: Table) -> None:
    table.act(0, "a1xa2")
    before = {reader: table.match.glance(reader).view_json for reader in readers_of(table.match)}
    table.tell(Resign(1, "r"))
    assert {reader: table.match.glance(reader).view_json for reader in readers_of(table.match)} == before


def test_resigning_twice_with_one_id_is_answered_alike_and_with_another_is_too_late(table: Table) -> None:
    first = table.tell(Resign(0, "r"))
    assert isinstance(first, Step)
    assert table.tell(Resign(0, "r")) == first.answer
    assert reason_of(table.tell(Resign(0, "r2"))) is Reason.MATCH_OVER
    assert reason_of(table.tell(OfferDraw(0, "r"))) is Reason.COMMAND_ID_REUSED
    assert isinstance(table.restored().handle(Resign(0, "r"), 0), Answer)


# ---- more than two sides


@pytest.fixture
def three() -> Table:
    return Table.of(Round(), seats=THREE)


def test_with_more_sides_a_bot_plays_on_and_everybody_is_told(three: Table) -> None:
    three.act(0, "1")
    three.tell(Resign(0, "r"))
    assert three.match.position.status == "running"
    assert facts_of(three, SPECTATOR, LeftFact) == [LeftFact(0, "resigned", "random")]
    assert three.match.info().seats[0].kind == "bot"
    three.act(1, "0")
    three.act(2, "0")
    assert [turn.bot for turn in three.match.position.bot_turns()] == ["random"]
    assert seen(three.restored()) == seen(three.match)


def test_who_left_plays_no_more_not_even_as_a_bot_would_and_still_sees_its_seat(three: Table) -> None:
    three.tell(Resign(0, "r"))
    seq = three.seq(0)
    assert reason_of(three.tell(Act(0, f"bot-{seq}", seq, text="1"))) is Reason.FORBIDDEN
    assert reason_of(three.tell(Resign(0, "again"))) is Reason.FORBIDDEN
    assert reason_of(three.tell(OfferDraw(0, "d"))) is Reason.FORBIDDEN
    assert three.match.seat_of("Ann") == 0
    assert isinstance(three.tell(Act(0, "by the desk", seq, text="1", by_bot=True)), Step)


def test_nobody_but_the_desk_acts_for_a_bot_and_the_desk_for_nobody_else(three: Table) -> None:
    assert reason_of(three.tell(Act(0, "x", three.seq(0), text="1", by_bot=True))) is Reason.FORBIDDEN


def test_who_left_is_struck_from_the_winners_and_returns_stand(three: Table) -> None:
    three.act(0, "1")
    three.tell(Resign(0, "r"))
    while three.match.position.status == "running":
        (seat,) = three.match.position.to_act()
        by_bot = three.match.position.occupants[seat].kind == "bot"
        text = "1" if seat != 2 else "0"
        three.tell(Act(seat, f"c{len(three.rows)}", three.seq(seat), text=text, by_bot=by_bot))
    outcome = three.match.position.outcome
    assert outcome is not None
    assert outcome.returns == (2, 2, 0)
    assert outcome.winners == (1,)


# ---- draws


def test_a_draw_is_agreed_once_every_side_has_offered(three: Table) -> None:
    for seat in (0, 1):
        three.tell(OfferDraw(seat, "d"))
        assert three.match.position.status == "running"
    three.tell(OfferDraw(2, "d"))
    outcome = three.match.position.outcome
    assert outcome is not None
    assert (outcome.returns, outcome.winners, outcome.reason) == ((0, 0, 0), (), "draw_agreed")
    assert [fact.seat for fact in facts_of(three, SPECTATOR, DrawOfferedFact)] == [0, 1, 2]


def test_an_offer_lapses_with_the_offerers_next_action_and_with_nobody_elses(table: Table) -> None:
    table.tell(OfferDraw(1, "d"))
    table.act(0, "a1xa2")
    table.act(1, "f6xf5")
    table.tell(OfferDraw(0, "d"))
    assert table.match.position.status == "running", "the first offer had lapsed"
    table.tell(OfferDraw(1, "d2"))
    assert table.match.position.status == "finished"
    assert seen(table.restored()) == seen(table.match)


def test_offering_again_changes_nothing(table: Table) -> None:
    table.tell(OfferDraw(0, "d"))
    before = seen(table.match)
    assert isinstance(table.tell(OfferDraw(0, "d")), Answer)
    assert isinstance(table.tell(OfferDraw(0, "other")), Answer)
    assert seen(table.match) == before


def test_bots_take_no_draws() -> None:
    seats = (SeatPlan("player", "Ann", token_hash="a"), SeatPlan("bot", "random"))
    assert reason_of(Table.of(DUNGEON, seats=seats).tell(OfferDraw(0, "d"))) is Reason.FORBIDDEN


# ---- calling off


def test_a_match_is_called_off_before_anybody_has_acted_and_not_after(table: Table) -> None:
    begun = Table.of(DUNGEON)
    begun.act(0, "a1xa2")
    assert reason_of(begun.tell(Abort(1, "x"))) is Reason.FORBIDDEN
    table.tell(Abort(1, "x"))
    assert table.match.position.status == "aborted"
    assert facts_of(table, 0, EndedFact)[0].outcome is None
    assert isinstance(table.tell(Abort(1, "x")), Answer)
    assert isinstance(table.restored().handle(Abort(1, "x"), 0), Answer)


def test_an_open_match_is_called_off_and_then_nobody_joins() -> None:
    table = Table.of(DUNGEON, seats=(SeatPlan("player", "Ann", token_hash="a"), SeatPlan("open", code="X")))
    table.tell(Abort(0, "x"))
    assert reason_of(table.join(1, "b")) is Reason.MATCH_OVER


# ---- chat


def test_what_is_said_is_heard_by_the_seats_and_by_no_spectator(table: Table) -> None:
    table.tell(Say(0, "s", "  good luck  "))
    assert facts_of(table, 0, SaidFact) == facts_of(table, 1, SaidFact) == [SaidFact(0, "good luck")]
    assert facts_of(table, SPECTATOR, SaidFact) == []


def test_who_has_muted_a_seat_does_not_hear_it_until_it_wants_to(table: Table) -> None:
    table.tell(Mute(1, "m", 0, True))
    seq = table.seq(1)
    table.tell(Say(0, "s", "hello"))
    assert table.seq(1) == seq
    table.tell(Mute(1, "m2", 0, False))
    table.tell(Say(0, "s2", "hello?"))
    assert facts_of(table, 1, SaidFact) == [SaidFact(0, "hello?")]
    assert seen(table.restored()) == seen(table.match)


def test_talk_tells_nobody_how_the_game_stands(table: Table) -> None:
    """White is told nothing of Black's moves but that they were made; chat in between must not tell more, or sooner."""
    table.act(0, "a1xa2")
    glances = {reader: table.match.glance(reader) for reader in readers_of(table.match)}
    shown = list(table.match.position.shown)
    for command in (Say(0, "s", "x"), OfferDraw(0, "d"), Say(1, "s", "y"), Mute(0, "m", 1, True)):
        table.tell(command)
    assert {reader: table.match.glance(reader) for reader in readers_of(table.match)} == glances
    assert table.match.position.shown == shown


def test_a_turn_stays_the_same_while_people_talk(table: Table) -> None:
    seq = table.seq(0)
    table.tell(Say(1, "s", "take your time"))
    assert isinstance(table.act(0, "a1xa2", seq=seq), Step)


@pytest.mark.parametrize("text", ["", "   ", "x" * 501, "a\nb", "\x1b[31m", "\u202egnp"])
def test_what_cannot_be_shown_cannot_be_said(table: Table, text: str) -> None:
    assert reason_of(table.tell(Say(0, "s", text))) is Reason.BAD_REQUEST


def test_people_may_talk_before_and_after_the_game(table: Table) -> None:
    waiting = Table.of(DUNGEON, seats=(SeatPlan("player", "Ann", token_hash="a"), SeatPlan("open", code="X")))
    assert isinstance(waiting.tell(Say(0, "s", "anybody?")), Step)
    table.tell(Resign(0, "r"))
    assert isinstance(table.tell(Say(1, "s", "thank you")), Step)
    assert seen(table.restored()) == seen(table.match)


@pytest.mark.parametrize("target", [0, -1, 2, -2, 99])
def test_only_another_seat_can_be_muted(table: Table, target: int) -> None:
    assert reason_of(table.tell(Mute(0, "m", target, True))) is Reason.BAD_REQUEST


# ---- nobody came


def test_a_match_is_called_off_when_its_time_to_fill_is_over_and_not_before() -> None:
    seats = (SeatPlan("player", "Ann", token_hash="a"), SeatPlan("open", code="X"))
    table = Table.of(DUNGEON, seats=seats, unfilled_s=60)
    for now in (1_001, 60_999):
        with pytest.raises(Refusal):
            table.match.handle(Expire(), now)
    table.now = 61_000
    table.tell(Expire())
    assert table.match.position.status == "aborted"
    assert facts_of(table, 0, EndedFact)[0].reason == "unfilled"
    assert seen(table.restored()) == seen(table.match)


def test_a_match_that_has_begun_or_may_wait_for_ever_does_not_expire(table: Table) -> None:
    seats = (SeatPlan("player", "Ann", token_hash="a"), SeatPlan("open", code="X"))
    for each in (table, Table.of(DUNGEON, seats=seats)):
        with pytest.raises(Refusal):
            each.match.handle(Expire(), 10**15)
