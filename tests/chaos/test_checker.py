"""The checker has nothing against a faithful server, and notices whatever a faithless one does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from tests.chaos.checker import complaints
from tests.chaos.faithful import (
    REGISTRY,
    Life,
    abandoned,
    begun,
    called_off,
    drawn,
    out_of_time,
    played_out,
    resigned,
)
from tests.chaos.history import Command, SeatHistory, Wish
from tests.chaos.server_log import ServerLog
from tests.chaos.timeline import Kind, Timeline, Window, now
from undercroft_client import EntryFact, Reason

Spoil = Callable[[Life], object]

ENDS = (played_out, resigned, out_of_time, abandoned, drawn, called_off)


def wrong(life: Life) -> list[str]:
    return complaints(life.match, life.record, life.timeline, REGISTRY)


def seat(life: Life, number: int = 0) -> SeatHistory:
    return life.match.readers[number]


def acts(life: Life, number: int = 0) -> list[Command]:
    return [command for command in seat(life, number).commands if command.wish is Wish.ACT]


@pytest.mark.parametrize("lived", ENDS)
def test_the_checker_has_nothing_against_a_faithful_server(lived: Callable[[], Life]) -> None:
    assert wrong(lived()) == []


# ---- actions


def swap_acknowledged(life: Life) -> None:
    first, second = acts(life)[:2]
    first.text, second.text = second.text, first.text


def answered_before_what_is_recorded_earlier_was_sent(life: Life) -> None:
    later = acts(life, 1)[1]
    later.sent, later.answered = acts(life)[0].sent - 2, acts(life)[0].sent - 1


def copy_answered_otherwise(life: Life) -> None:
    first = acts(life)[0]
    seat(life).commands.append(replace(first, trick=Kind.AGAIN, accepted=(first.accepted or 0) + 1))


ACTIONS: dict[str, Spoil] = {
    "lost": lambda life: life.record["actions"].pop(),
    "lost in the middle": lambda life: life.record["actions"].pop(2),
    "doubled": lambda life: life.record["actions"].insert(2, life.record["actions"][0]),
    "never acknowledged": lambda life: seat(life).commands.remove(acts(life)[0]),
    "another one recorded": lambda life: life.record["actions"][0].update(action="a1xa1"),
    "reordered by its seat": swap_acknowledged,
    "reordered among seats": answered_before_what_is_recorded_earlier_was_sent,
    "answered differently": copy_answered_otherwise,
}

# ---- facts


def both(life: Life, change: Callable[[SeatHistory], object]) -> None:
    """What connections and rereading agree about."""
    change(seat(life))
    seat(life).reread = list(seat(life).facts)


def changed_later(life: Life) -> None:
    seat(life).reread[1] = EntryFact(seq=2, n=1, type="another", data={})


FACTS: dict[str, Spoil] = {
    "told twice": lambda life: both(life, lambda reader: reader.facts.insert(2, reader.facts[1])),
    "never told": lambda life: both(life, lambda reader: reader.facts.pop(1)),
    "no end": lambda life: both(life, lambda reader: reader.facts.pop()),
    "two ends": lambda life: life.end("resigned", (1, -1), (0,)),
    "more after the end": lambda life: life.tell(EntryFact),
    "an entry's number": lambda life: both(
        life,
        lambda reader: reader.facts.__setitem__(1, EntryFact(seq=2, n=7, type="step", data={})),
    ),
    "another one later": changed_later,
    "fewer later": lambda life: seat(life).reread.pop(),
}

# ---- answers


def refused(life: Life, why: Reason, trick: Kind | None = None, wish: Wish = Wish.ACT) -> None:
    """A command of seat 0, 5 s after the match began, and how it is refused."""
    command = Command(wish, 1_005.0, "more", "a1xa2", 1, trick, 1_005.1, None, why)
    seat(life).commands.append(command)


def accepted(life: Life, trick: Kind) -> None:
    seat(life).commands.append(replace(acts(life)[0], command_id="more", seq=1, trick=trick))


def accepted_after_the_end(life: Life) -> None:
    seat(life).commands.append(Command(Wish.ACT, 0.1, "late", "a1xa2", 9, None, 0.2, None, Reason.MATCH_OVER))


ANSWERS: dict[str, Spoil] = {
    "none": lambda life: seat(life).commands.append(Command(Wish.RESIGN, 1_005.0)),
    "refused by a sound store": lambda life: refused(life, Reason.STORAGE_UNAVAILABLE),
    "not followed": lambda life: refused(life, Reason.UNKNOWN_MATCH, wish=Wish.FOLLOW),
    "not the turn": lambda life: refused(life, Reason.NOT_YOUR_TURN),
    "stale": lambda life: refused(life, Reason.STALE),
    "unknown subscription": lambda life: refused(life, Reason.UNKNOWN_SUBSCRIPTION),
    "a bot plays on, but none does": lambda life: refused(life, Reason.FORBIDDEN),
    "a fault": lambda life: refused(life, Reason.INTERNAL),
    "the same again is refused": lambda life: refused(life, Reason.STALE, Kind.AGAIN),
    "a used id is stale": lambda life: refused(life, Reason.STALE, Kind.REUSED),
    "a late one is unknown": lambda life: refused(life, Reason.COMMAND_ID_REUSED, Kind.LATE),
    "a late one is accepted": lambda life: accepted(life, Kind.LATE),
    "a used id is accepted": lambda life: accepted(life, Kind.REUSED),
    "accepted after the end": accepted_after_the_end,
}

# ---- clocks


def show(life: Life, more: float) -> None:
    """The clock of seat 0 shows so much more after its first action, and from then on."""
    reader = seat(life)
    began = acts(life)[0].answered
    reader.readings = [
        replace(reading, left=(reading.left or 0.0) + more) if reading.at >= began else reading
        for reading in reader.readings
    ]


def think(life: Life, kind: Kind, seconds: float, *, charged: float) -> None:
    """Seat 0 begins that much earlier with its first action, and a fault is on all the while."""
    reader, began = seat(life), acts(life)[0].sent
    reader.readings[0] = replace(reader.readings[0], at=began - seconds - 1.0, left=60.0 + charged)
    life.timeline.windows.append(Window(kind, began - seconds - 0.5, began - 0.5))


def hear_late(life: Life, seconds: float, *, held_up: float) -> None:
    """Seat 0 is shown its clock so long after it stood so; for so much of that its packets were held up."""
    reader = seat(life)
    heard = reader.readings[0]
    reader.readings[0] = replace(heard, left=(heard.left or 0.0) + seconds)
    life.timeline.windows.append(Window(Kind.HELD_UP, heard.at - held_up, heard.at - 0.2))


def time_up_at(life: Life, seconds: float) -> None:
    """The match ended for seat 0's time so many seconds after its turn began."""
    for reader in life.match.readers:
        began = reader.readings[-2].at
        reader.readings[-1] = replace(reader.readings[-1], at=began + seconds)


CLOCKS: dict[str, Spoil] = {
    "charged too much": lambda life: show(life, -2.5),
    "charged too little": lambda life: show(life, 2.5),
    "charged with a death": lambda life: think(life, Kind.KILL, 8.0, charged=8.0),
    "charged with a stop": lambda life: think(life, Kind.LONG_STOP, 4.0, charged=4.0),
    "given back too much": lambda life: think(life, Kind.LONG_STOP, 4.0, charged=-4.0),
    "charged with more than packets were held up": lambda life: hear_late(life, 5.0, held_up=2.0),
    "time up too early": lambda life: refused(life, Reason.TIME_UP),
}


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(spoil, id=f"{kind}: {name}")
        for kind, spoils in (("actions", ACTIONS), ("facts", FACTS), ("answers", ANSWERS), ("clocks", CLOCKS))
        for name, spoil in spoils.items()
    ],
)
def test_it_notices_what_a_faithless_server_does_to_a_match(spoil: Spoil) -> None:
    life = played_out()
    spoil(life)
    assert wrong(life)


@pytest.mark.parametrize(
    "spare",
    [
        lambda life: show(life, 1.4),
        lambda life: show(life, -1.4),
        lambda life: think(life, Kind.KILL, 8.0, charged=0.0),
        lambda life: think(life, Kind.KILL, 8.0, charged=-1.0),
        lambda life: think(life, Kind.LONG_STOP, 4.0, charged=0.0),
        lambda life: think(life, Kind.SHORT_STOP, 1.0, charged=1.0),
        lambda life: think(life, Kind.SHORT_STOP, 1.0, charged=0.0),
        lambda life: hear_late(life, 3.0, held_up=2.0),
    ],
    ids=["a little more", "a little less", "death", "to a heartbeat", "stop", "short stop", "or given back", "packets"],
)
def test_it_takes_what_a_faithful_server_charges(spare: Spoil) -> None:
    life = played_out()
    spare(life)
    assert wrong(life) == []


# ---- how it ended


def told_otherwise(life: Life) -> None:
    end = seat(life, 1).ends[0]
    assert end.outcome is not None
    outcome = msgspec.structs.replace(end.outcome, winners=(0,) if end.outcome.winners == (1,) else (1,))
    seat(life, 1).facts[-1] = msgspec.structs.replace(end, outcome=outcome)
    seat(life, 1).reread = list(seat(life, 1).facts)


def no_wish(life: Life) -> None:
    for reader in life.match.readers:
        reader.commands = [command for command in reader.commands if command.wish is Wish.ACT]


def forfeit(life: Life, why: str, number: int = 0) -> None:
    life.record["forfeits"].append({"seat": number, "why": why, "stand_in": ""})


def no_clock(life: Life) -> None:
    life.match.table = replace(life.match.table, time_control=None)


def came_back(life: Life) -> None:
    seat(life).gone_at = None


def gone_for(life: Life, seconds: float) -> None:
    seat(life).gone_at = seat(life, 1).readings[-1].at - seconds


def a_bot_sits_there(life: Life) -> None:
    life.match.table = replace(life.match.table, seats=("random", life.match.table.seats[1]))


def called_off_late(life: Life) -> None:
    life.record["actions"] = begun(1).record["actions"]


@pytest.mark.parametrize(
    ("lived", "spoil"),
    [
        pytest.param(lived, spoil, id=f"{lived.__name__}: {name}")
        for lived, name, spoil in [
            (played_out, "another reason", lambda life: life.record["outcome"].update(reason="quiet_limit")),
            (played_out, "other returns", lambda life: life.record["outcome"].update(returns=[0, 0])),
            (played_out, "other winners", lambda life: life.record["outcome"].update(winners=[])),
            (played_out, "told otherwise", told_otherwise),
            (played_out, "unfinished", lambda life: life.record["actions"].pop()),
            (played_out, "resigned unasked", lambda life: forfeit(life, "resigned")),
            (played_out, "resigning came to nothing", lambda life: life.ask(0, Wish.RESIGN)),
            (played_out, "no such reason", lambda life: forfeit(life, "bored")),
            (resigned, "unasked", no_wish),
            (resigned, "the other one", lambda life: life.record["forfeits"][0].update(seat=1)),
            (resigned, "the wrong one lost", lambda life: life.record["outcome"].update(returns=[1, -1])),
            (resigned, "as time", lambda life: life.record["outcome"].update(reason="time")),
            (resigned, "a bot", a_bot_sits_there),
            (out_of_time, "too early", lambda life: time_up_at(life, 50.0)),
            (out_of_time, "no clock", no_clock),
            (abandoned, "was there", came_back),
            (abandoned, "too early", lambda life: gone_for(life, 8.0)),
            (drawn, "unasked", no_wish),
            (drawn, "asked by one", lambda life: seat(life).commands.pop()),
            (drawn, "somebody won", lambda life: life.record["outcome"].update(returns=[1, -1])),
            (called_off, "unasked", no_wish),
            (called_off, "begun", called_off_late),
        ]
    ],
)
def test_it_notices_a_wrong_end(lived: Callable[[], Life], spoil: Spoil) -> None:
    life = lived()
    spoil(life)
    assert wrong(life)


# ---- what faults explain


@pytest.mark.parametrize(("began", "ended"), [(1_004.0, 1_004.9), (1_005.05, 1_006.0)], ids=["just over", "just on"])
@pytest.mark.parametrize("kind", [Kind.FULL, Kind.READ_ONLY])
def test_a_store_may_refuse_while_it_has_a_fault(kind: Kind, began: float, ended: float) -> None:
    life = played_out()
    refused(life, Reason.STORAGE_UNAVAILABLE)
    life.timeline.windows.append(Window(kind, began, ended))
    assert wrong(life) == []


@pytest.mark.parametrize(
    "window", [Window(Kind.FULL, 1_000.0, 1_003.0), Window(Kind.FULL, 1_005.2, 1_007.0), Window(Kind.KILL, 0.0, 2e3)]
)
def test_but_not_before_it_long_after_it_or_for_another_one(window: Window) -> None:
    life = played_out()
    refused(life, Reason.STORAGE_UNAVAILABLE)
    life.timeline.windows.append(window)
    assert any("no fault" in why for why in wrong(life))


FULL = "sqlite3.OperationalError: database or disk is full"


@pytest.mark.parametrize(
    ("event", "exception", "kind", "explained"),
    [
        ("the store /d/s can't be written: database or disk is full", FULL, Kind.FULL, True),
        ("the store /d/s can't be written: database or disk is full", FULL, Kind.KILL, False),
        ("the store /d/s can't be written: oh", "sqlite3.DatabaseError: malformed", Kind.FULL, False),
        ("internal error", FULL, Kind.FULL, False),
    ],
)
def test_a_traceback_is_explained_by_its_event_its_exception_and_a_fault(
    event: str, exception: str, kind: Kind, *, explained: bool
) -> None:
    log, timeline = ServerLog(), Timeline()
    traceback = f"Traceback (most recent call last):\n  File …\n{exception}"
    log.add(json.dumps({"event": event, "exception": traceback}))
    timeline.windows.append(Window(kind, now() - 1.0, now()))
    assert (log.tracebacks(timeline) == []) is explained


def test_a_traceback_that_nobody_has_logged_is_never_explained() -> None:
    log, timeline = ServerLog(), Timeline()
    log.add("Traceback (most recent call last):")
    timeline.windows.append(Window(Kind.FULL, 0.0))
    assert log.tracebacks(timeline)


def test_time_that_is_nobodys_is_counted_once_and_where_a_store_was_found_to_refuse() -> None:
    timeline = Timeline()
    timeline.windows += [
        Window(Kind.KILL, 10.0, 14.0),
        Window(Kind.LONG_STOP, 12.0, 16.0),
        Window(Kind.FULL, 20.0, 30.0),
    ]
    assert timeline.nobodys(0.0, 100.0) == 6.0
    assert timeline.nobodys(11.0, 13.0) == 2.0
    timeline.note_refusals([9.0, 22.0, 25.0, 31.0])
    assert timeline.nobodys(0.0, 100.0) == 6.0 + 3.0


def test_faults_in_a_row_are_one() -> None:
    timeline = Timeline()
    timeline.windows += [Window(Kind.KILL, 10.0, 12.0), Window(Kind.FULL, 13.0, 15.0), Window(Kind.KILL, 30.0, 31.0)]
    (spell,) = timeline.touching(16.0, 17.0, (Kind.KILL, Kind.FULL), 2.0)
    assert (spell.began, spell.ended) == (10.0, 15.0)
    assert timeline.touching(18.0, 29.0, (Kind.KILL, Kind.FULL), 2.0) == []
