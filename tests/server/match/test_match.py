"""The match: deciding changes nothing, the log is the match, and repeats are answered as the first time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undercroft.game import CHANCE, SPECTATOR
from undercroft.match import (
    Abort,
    Act,
    Answer,
    AskRematch,
    EntryFact,
    Match,
    Mute,
    OfferDraw,
    Reason,
    Refusal,
    Rematch,
    ReplaceBot,
    Resign,
    Say,
    SeatPlan,
    Step,
    Suspend,
)
from undercroft.match.rows import Acted

from .driver import Table, game_named, readers_of, seen

DUNGEON = game_named("dungeon-of-fear")
GOOFSPIEL = game_named("goofspiel")
TOUCHY = game_named("touchy")

GAMES = [
    (DUNGEON, "{}"),
    (DUNGEON, '{"reveal": "walls", "clock": "public", "quiet_limit": 3}'),
    (GOOFSPIEL, '{"cards": 3}'),
    (GOOFSPIEL, '{"cards": 4, "bids": "shown"}'),
    (TOUCHY, '{"fault": "whisper", "end": 30}'),
]

SEATINGS = [
    (SeatPlan("player", "Ann", token_hash="a"), SeatPlan("player", "Bob", token_hash="b")),
    (SeatPlan("player", "Ann", token_hash="a"), SeatPlan("bot", "heuristic")),
    (SeatPlan("open", code="X"), SeatPlan("bot", "random")),
    (SeatPlan("open", code="X"), SeatPlan("open", code="Y")),
]

KINDS = ["legal"] * 10 + ["repeat", "reuse", "illegal", "invalid", "turn", "stale", "ahead", "join", "fault", "suspend"]
KINDS += ["say", "mute", "draw", "end", "rematch", "rematched"]

DOINGS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 1), st.integers(0, 40)),
    min_size=5,
    max_size=40,
)


def command_for(table: Table, kind: str, seat: int, number: int) -> Any:
    """A command of a kind, as far as the match has one now."""
    position = table.match.position
    glance = table.match.glance(seat)
    acted = [row for row in table.decoded() if isinstance(row, Acted) and row.seat != CHANCE]
    fresh = f"c{len(table.rows)}-{number}"
    match kind:
        case "legal":
            able = [each for each in readers_of(table.match) if table.match.glance(each).legal]
            if able:
                seat = able[number % len(able)]
                glance = table.match.glance(seat)
                action = number % len(glance.legal)
                by_code = {"code": glance.legal[action]} if number % 2 else {"text": glance.texts[action]}
                by_bot = position.occupants[seat].kind == "bot"
                return Act(seat, fresh, table.seq(seat), by_bot=by_bot, **by_code)
            return Act(seat, fresh, table.seq(seat), code=0)
        case "repeat" | "reuse" if acted:
            row = acted[number % len(acted)]
            if kind == "repeat":
                return Act(row.seat, row.command, row.seq, text=row.text)
            return Act(row.seat, row.command, row.seq + number % 2, text=row.text + "!" * (1 - number % 2))
        case "illegal":
            return Act(seat, fresh, table.seq(seat), code=99)
        case "invalid":
            return Act(seat, fresh, table.seq(seat), text="no such thing")
        case "stale":
            return Act(seat, fresh, 0, code=number)
        case "ahead":
            return Act(seat, fresh, table.seq(seat) + 1 + number, code=number)
        case "join":
            from undercroft.match import Join

            return Join(seat, f"P{number}", "abc"[number % 3])
        case "fault":
            turns = position.bot_turns()
            bot = turns[0] if turns else None
            name = bot.bot if bot and number % 4 else "nobody"
            return ReplaceBot(bot.seat if bot else seat, bot.seq if bot else 0, name, "crash", "random")
        case "say":
            return Say(seat, f"s{number}", f"word {number % 3}")
        case "mute":
            return Mute(seat, fresh, 1 - seat, bool(number % 2))
        case "draw":
            return OfferDraw(seat, fresh)
        case "end" if number > 36:
            return Resign(seat, fresh) if number % 2 else Abort(seat, fresh)
        case "rematch":
            return AskRematch(seat, fresh)
        case "rematched":
            return Rematch(f"m{number}", (1, 0))
        case "suspend" if number == 40:
            return Suspend("game_failed", "because")
    return Act(seat, fresh, table.seq(seat), text="0")


def decided(match: Match, command: Any) -> Any:
    """What a match makes of a command, without its being written."""
    try:
        outcome = match.handle(command, 10**9)
    except Refusal as refusal:
        return (refusal.reason, refusal.message, refusal.details)
    return outcome.data if isinstance(outcome, Step) else outcome


def advanced(match: Match, command: Any, now: int) -> Match:
    """A match after a command, looked at with every eye for the first time while the step was being written."""
    try:
        outcome = match.handle(command, now)
    except Refusal:
        return match
    if isinstance(outcome, Step):
        seen(match)
        match.advance(outcome)
    return match


@settings(max_examples=60, deadline=None, derandomize=True)
@given(game=st.sampled_from(GAMES), seats=st.sampled_from(SEATINGS), doings=DOINGS)
def test_a_restored_match_cannot_be_told_from_the_live_one(game: Any, seats: Any, doings: Any) -> None:
    table = Table.of(*game, seats=seats)
    for kind, seat, number in doings:
        command = command_for(table, kind, seat, number)
        before, facts = seen(table.match), {reader: len(facts) for reader, facts in table.match.facts.items()}
        restored = table.restored()
        assert seen(restored) == before
        first = decided(table.match, command)
        assert seen(table.match) == before, "deciding alone changes nothing"
        assert decided(table.match, command) == first, "and may be done again"
        assert decided(restored, command) == first
        unseen = table.restored()
        outcome = table.tell(command)
        assert seen(advanced(unseen, command, table.now)) == seen(table.match)
        if not isinstance(outcome, Step):
            assert seen(table.match) == before
        for reader, length in facts.items():
            told = len(table.match.facts[reader]) - length
            assert told == table.seq(reader) - length, "seq counts the facts, and nothing else"
            if not told:
                assert table.match.glance(reader) == before["glances"][reader], "told nothing, shown nothing new"
    half = len(table.rows) // 2
    behind = Match.restore(table.game, table.options, table.decoded()[: half + 1])
    behind.catch_up(table.decoded()[half + 1 :])
    assert seen(behind) == seen(table.match), "a tail that is read leads to the same as deciding it"
    for row in table.decoded():
        if isinstance(row, Acted) and row.seat != CHANCE:
            command = Act(row.seat, row.command, row.seq, text=row.text)
            first = table.match.handle(command, 0)
            assert isinstance(first, Answer)
            assert behind.handle(command, 0) == first
            assert table.restored().handle(command, 0) == first


@settings(max_examples=20, deadline=None, derandomize=True)
@given(numbers=st.lists(st.integers(0, 40), min_size=12, max_size=12), game=st.sampled_from(GAMES))
def test_seq_and_facts_are_a_function_of_the_log_alone(numbers: list[int], game: Any) -> None:
    """The same actions at other times, with other command ids, secrets kept: the same numbers."""
    tables = [Table.of(*game), Table.of(*game)]
    tables[1].now = 5_000_000
    for number in numbers:
        for which, table in enumerate(tables):
            able = [seat for seat in (0, 1) if table.match.glance(seat).legal]
            if able:
                seat = able[number % len(able)]
                legal = table.match.glance(seat).texts
                table.act(seat, legal[number % len(legal)], f"{which}/{len(table.rows)}")
    assert tables[0].match.facts == tables[1].match.facts
    assert tables[0].match.position.counts == tables[1].match.position.counts


def refused(outcome: Any) -> Reason:
    assert isinstance(outcome, Refusal), outcome
    return outcome.reason


def test_each_wrong_action_is_refused_with_its_own_reason() -> None:
    table = Table.of(DUNGEON)
    assert refused(table.act(1, "f6xf5")) is Reason.NOT_YOUR_TURN
    illegal = table.act(0, "a1xc3")
    assert isinstance(illegal, Refusal)
    assert (illegal.reason, illegal.details) == (Reason.ILLEGAL_ACTION, {"legal": '["a1xb1","a1xa2"]'})
    invalid = table.act(0, "castle")
    assert isinstance(invalid, Refusal)
    assert (invalid.reason, invalid.details) == (Reason.INVALID_ACTION, {"legal": '["a1xb1","a1xa2"]'})
    assert refused(table.tell(Act(0, "x", table.seq(0), code=35))) is Reason.ILLEGAL_ACTION
    assert refused(table.act(0, "a1xa2", seq=table.seq(0) + 1)) is Reason.SEQ_AHEAD
    assert isinstance(table.act(0, "a1xa2", "first"), Step)
    assert isinstance(table.act(1, "f6xf5"), Step)
    stale = table.act(0, "a2xa3", seq=table.match.position.legal_seq[0] - 1)
    assert isinstance(stale, Refusal)
    assert (stale.reason, stale.details) == (Reason.STALE, {"seq": str(table.match.position.legal_seq[0])})
    assert refused(table.act(0, "a2xa3", "first")) is Reason.COMMAND_ID_REUSED


def test_a_command_id_belongs_to_its_seat_alone() -> None:
    table = Table.of(DUNGEON)
    assert isinstance(table.act(0, "a1xa2", "same"), Step)
    assert isinstance(table.act(1, "f6xf5", "same"), Step)


def test_a_refused_command_id_may_be_used_again() -> None:
    table = Table.of(DUNGEON)
    assert refused(table.act(0, "a1xc3", "again")) is Reason.ILLEGAL_ACTION
    assert isinstance(table.act(0, "a1xa2", "again"), Step)


def test_a_repeat_is_answered_also_by_the_other_spelling_and_after_the_end() -> None:
    table = Table.of(TOUCHY, '{"end": 1}')
    number = table.seq(0)
    step = table.act(0, "one", "only")
    assert isinstance(step, Step)
    assert step.answer is not None
    assert table.match.position.status == "finished"
    assert table.tell(Act(0, "only", number, code=1)) == step.answer
    assert table.restored().handle(Act(0, "only", number, text="one"), 0) == step.answer
    assert refused(table.act(1, "one")) is Reason.MATCH_OVER


def test_before_its_start_and_while_suspended_a_match_takes_no_action() -> None:
    table = Table.of(DUNGEON, seats=(SeatPlan("open", code="X"), SeatPlan("bot", "random")))
    assert refused(table.act(0, "a1xa2")) is Reason.MATCH_NOT_STARTED
    table.join(0, "a")
    assert isinstance(table.tell(Suspend("game_failed", "secret detail")), Step)
    assert refused(table.act(0, "a1xa2")) is Reason.MATCH_SUSPENDED
    assert refused(table.tell(Suspend("game_failed"))) is Reason.MATCH_SUSPENDED
    assert "secret detail" not in str(table.match.facts)
    assert table.match.position.bot_turns() == []


@pytest.mark.parametrize("restored", [False, True])
def test_a_suspended_match_still_shows_its_newest_view_to_everybody(restored: bool) -> None:
    table = Table.of(DUNGEON)
    table.act(0, "a1xa2")
    views = {reader: table.match.glance(reader).view_json for reader in readers_of(table.match)}
    if restored:
        table.match = table.restored()
    table.tell(Suspend("game_failed"))
    for reader in readers_of(table.match):
        glance = table.match.glance(reader)
        assert (glance.view_json, glance.legal, glance.status) == (views[reader], (), "suspended")
    assert seen(table.restored()) == seen(table.match)


def test_a_seat_can_be_taken_once_and_by_the_same_token_again() -> None:
    table = Table.of(DUNGEON, seats=(SeatPlan("open", code="X"), SeatPlan("open", code="Y")))
    assert isinstance(table.join(0, "a"), Step)
    rows = list(table.rows)
    assert isinstance(table.join(0, "a", "other name"), Answer)
    assert refused(table.join(0, "b")) is Reason.SEAT_TAKEN
    assert refused(table.join(1, "a")) is Reason.BAD_REQUEST
    assert table.rows == rows
    assert isinstance(table.join(1, "b"), Step)
    assert table.match.position.status == "running"
    assert isinstance(table.join(0, "a"), Answer)


def test_a_bots_seat_is_taken_for_every_token() -> None:
    table = Table.of(DUNGEON, seats=(SeatPlan("player", "Ann", token_hash="a"), SeatPlan("bot", "random")))
    assert refused(table.join(1, "")) is Reason.SEAT_TAKEN


def test_while_all_choose_at_once_nothing_tells_who_has_chosen() -> None:
    table = Table.of(GOOFSPIEL, '{"cards": 3}')
    others = (0, SPECTATOR)
    before = {reader: (table.match.glance(reader), table.seq(reader)) for reader in others}
    step = table.act(1, "2")
    assert isinstance(step, Step)
    assert step.readers == {1}
    for reader in others:
        assert (table.match.glance(reader), table.seq(reader)) == before[reader]
        assert table.match.glance(reader).to_act == (0, 1)
    assert table.match.glance(1).to_act == (0, 1), "frozen for the one who has chosen too"
    assert table.match.glance(1).legal == ()
    again = table.act(1, "1")
    assert refused(again) is Reason.NOT_YOUR_TURN
    assert str(again) == "you have chosen already, and not everybody has"
    assert table.match.position.to_act() == (0, 1)
    assert isinstance(table.act(0, "2"), Step)
    assert set(table.match.glance(0).legal) == {1, 3}


def test_whose_turn_it_is_is_shown_as_it_was_when_the_reader_was_last_told_something() -> None:
    table = Table.of(TOUCHY, '{"fault": "whisper"}')
    table.act(0, "one")
    for match in (table.match, table.restored()):
        assert match.glance(SPECTATOR).to_act == (0,), "nobody told the spectators"
        assert match.glance(0).to_act == match.glance(1).to_act == (1,)


def test_an_answer_to_the_list_of_a_simultaneous_choice_does_not_go_stale_by_the_rivals_choice() -> None:
    table = Table.of(GOOFSPIEL, '{"cards": 3}')
    number = table.seq(0)
    table.act(1, "2")
    assert isinstance(table.act(0, "3", seq=number), Step)


def test_a_bot_that_failed_is_replaced_for_that_decision_alone() -> None:
    table = Table.of(
        DUNGEON, seats=(SeatPlan("bot", "heuristic"), SeatPlan("player", "Bob", token_hash="b")), fallback_bot="random"
    )
    (turn,) = table.match.position.bot_turns()
    assert turn.bot == "heuristic"
    replace = ReplaceBot(0, turn.seq, "heuristic", "crash", "random")
    step = table.tell(replace)
    assert isinstance(step, Step)
    assert not step.readers, "nobody is told"
    assert [each.bot for each in table.match.position.bot_turns()] == ["random"]
    assert refused(table.tell(replace)) is Reason.STALE, "another server has noted it before"
    assert seen(table.restored()) == seen(table.match)
    table.act(0, "a1xa2")
    assert refused(table.tell(ReplaceBot(0, turn.seq, "random", "crash", "last-resort"))) is Reason.STALE
    table.act(1, "f6xf5")
    assert [each.bot for each in table.match.position.bot_turns()] == ["heuristic"]


def test_entries_are_numbered_for_each_reader_without_a_gap() -> None:
    import json

    table = Table.of(GOOFSPIEL, '{"cards": 3}')
    while table.match.position.status == "running":
        seat = next(seat for seat in (0, 1) if table.match.glance(seat).legal)
        table.act(seat, table.match.glance(seat).texts[0])
    for reader in readers_of(table.match):
        entries = [json.loads(fact.json) for fact in table.match.facts[reader] if isinstance(fact, EntryFact)]
        assert [entry["n"] for entry in entries] == list(range(len(entries)))
        assert all(list(entry)[:2] == ["n", "type"] for entry in entries)


def test_time_never_goes_backwards_in_a_log() -> None:
    table = Table.of(DUNGEON)
    table.now = 50
    table.act(0, "a1xa2")
    assert [row.at for row in table.decoded()] == sorted(row.at for row in table.decoded())


def test_while_nobody_spectates_no_picture_is_made_for_spectators_and_the_first_who_comes_sees_the_newest() -> None:
    alone, watched = Table.of(DUNGEON), Table.of(DUNGEON)
    alone.match.spectated = False
    for table in (alone, watched):
        table.match.glance(SPECTATOR)
    for turn in range(6):
        for table in (alone, watched):
            step = table.act(turn % 2, table.match.glance(turn % 2).texts[0], f"t{turn}")
            assert isinstance(step, Step)
            assert (SPECTATOR in step.glances) == (table is watched)
        assert alone.match.facts[SPECTATOR] == watched.match.facts[SPECTATOR]
    assert alone.match.glance(SPECTATOR) == watched.match.glance(SPECTATOR)


@pytest.mark.parametrize("reader", [1, SPECTATOR])
def test_who_looks_while_the_end_is_being_written_is_shown_the_end_once_it_is(reader: int) -> None:
    table = Table.of(DUNGEON)
    match = table.restored()
    step = match.handle(Resign(0, "r"), 2_000)
    assert isinstance(step, Step)
    assert match.glance(reader).status == "running", "nothing is told before it is on disk"
    match.advance(step)
    assert match.glance(reader).status == "finished"
