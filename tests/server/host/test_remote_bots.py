"""Bots that dial in: asked what they owe, by nobody else's name, once; what they fail at has its own word."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from undercroft.host import RemoteSettings, SeatClosed, TurnCalledOff, TurnRefused
from undercroft.host.meter import Meter
from undercroft.host.remote import link as link_module
from undercroft.host.remote.directory import NAME_KEPT_MS
from undercroft.match import AskRematch, Reason, Refusal, RematchedFact, RematchFailedFact
from undercroft.match.clocks import TimeControl
from undercroft.match.rows import Acted, BotFault, Seated

from .hosting import House, ScriptedPool, until
from .remote_side import RemoteSide, hello_of

Open = Callable[..., House]
QUICK = RemoteSettings(turn_seconds=0.15, away_seconds=0.15)
SLOW = RemoteSettings(turn_seconds=60.0, away_seconds=60.0)


class Counting(Meter):
    def __init__(self) -> None:
        self.answers: list[str] = []
        self.events: list[str] = []

    def remote_bot_answered(self, outcome: str, seconds: float) -> None:
        self.answers.append(outcome)

    def remote_event(self, event: str) -> None:
        self.events.append(event)


async def reason(work: Any) -> Reason:
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.reason


async def faults(house: House, match_id: str) -> list[tuple[str, str, str]]:
    rows = await house.rows(match_id)
    return [(row.bot, row.why, row.replaced_by) for row in rows if isinstance(row, BotFault)]


async def actions(house: House, match_id: str) -> list[tuple[int, int]]:
    return [(row.seat, row.action) for row in await house.rows(match_id) if isinstance(row, Acted)]


# names


async def test_a_name_is_the_first_comers_and_a_second_connection_of_the_same_bot_takes_over(open_house: Open) -> None:
    house = open_house()
    first = await RemoteSide.dialled(house.host)
    assert await reason(house.host.remote.dial_in(hello_of(token=b"x" * 32), RemoteSide())) is Reason.NAME_TAKEN
    look_alike = hello_of(name="Halver", token=b"x" * 32)
    assert await reason(house.host.remote.dial_in(look_alike, RemoteSide())) is Reason.NAME_TAKEN
    second = await RemoteSide.dialled(house.host)
    assert [refusal.reason for refusal in first.ends] == [Reason.NAME_TAKEN]
    first.leave()
    assert [hello.name for hello in house.host.remote.listed()] == ["@halver"], (
        "the old connection's end changes nothing"
    )
    second.leave()
    assert house.host.remote.listed() == []


async def test_a_name_stays_its_owners_over_a_restart_until_it_was_not_used_for_long(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = open_house()
    (await RemoteSide.dialled(before.host)).leave()
    after = open_house()
    stranger = hello_of(token=b"x" * 32)
    assert await reason(after.host.remote.dial_in(stranger, RemoteSide())) is Reason.NAME_TAKEN
    clock = after.host.remote._clock
    monkeypatch.setattr(after.host.remote, "_clock", lambda: clock() + NAME_KEPT_MS + 1_000)
    await after.host.remote.dial_in(stranger, RemoteSide())


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""}, {"name": "a b"}, {"name": "ж"}, {"name": "x" * 41}, {"version": "x" * 41}, {"version": "\n"},
        {"games": ()}, {"games": ("x",) * 101}, {"at_once": 257}, {"at_once": -1}, {"token": b"short"},
    ],
)  # fmt: skip
def test_a_hello_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    from undercroft.host import checked_hello

    given = {"name": "halver", "version": "1", "games": ("touchy",), "at_once": 1, "token": b"h" * 32} | wrong
    with pytest.raises(Refusal) as refused:
        checked_hello(**given)
    assert refused.value.reason is Reason.BAD_REQUEST


async def test_a_store_that_cannot_be_asked_refuses_a_hello_for_now(open_house: Open) -> None:
    house = open_house()
    house.store.unreadable = True
    assert await reason(house.host.remote.dial_in(hello_of(), RemoteSide())) is Reason.STORAGE_UNAVAILABLE
    house.store.unreadable = False


# seats


async def test_a_seat_is_for_a_bot_that_is_there_plays_the_game_and_has_room(open_house: Open) -> None:
    house = open_house(remote=SLOW)
    assert await reason(house.create("touchy", bots=("@halver", None))) is Reason.UNKNOWN_BOT
    side = await RemoteSide.dialled(house.host, games=("dungeon-of-fear",))
    assert await reason(house.create("touchy", bots=("@halver", None))) is Reason.BOT_REFUSED
    assert await reason(house.create("touchy", bots=("random", None), fallback_bot="@halver")) is Reason.UNKNOWN_BOT
    side.leave()
    side = await RemoteSide.dialled(house.host, at_once=1)
    for _ in range(21):
        await house.create("touchy", bots=("@halver", None))
    assert await reason(house.create("touchy", bots=("@halver", None))) is Reason.BOT_REFUSED, "its hands are full"
    assert side.link is not None
    assert len(side.turns) == 1
    side.leave()
    side = await RemoteSide.dialled(house.host)
    assert side.link is not None
    side.link.drain()
    assert await reason(house.create("touchy", bots=("@halver", None))) is Reason.BOT_REFUSED


async def test_the_log_keeps_whose_bot_sits_there_and_which_version(open_house: Open) -> None:
    house = open_house(remote=SLOW)
    await RemoteSide.dialled(house.host)
    rows = await house.rows(await house.create("touchy", bots=("@halver", None)))
    (row,) = [row for row in rows if isinstance(row, Seated) and row.kind == "bot"]
    assert (row.name, row.version, row.owner) == ("@halver", "1.2", hello_of().owner)
    assert "h" * 32 not in repr(rows)


async def test_a_challenged_bot_takes_the_open_seat_once(open_house: Open) -> None:
    house = open_house(remote=SLOW)
    side = await RemoteSide.dialled(house.host)
    info, codes = await house.host.create(_open_request())
    ((seat, code),) = codes
    assert await reason(house.host.challenge(code, "random")) is Reason.UNKNOWN_BOT
    assert await reason(house.host.challenge("0000-0000", "@halver")) is Reason.UNKNOWN_CODE
    for _ in range(2):
        info, taken = await house.host.challenge(code, "@halver")
        assert taken == seat
    assert info.seats[seat].name == "@halver"
    assert info.status == "running"
    assert (await side.turn()).ask.seat == seat
    assert await reason(house.host.join(code, b"z" * 32, "late")) is Reason.SEAT_TAKEN


def _open_request() -> Any:
    from .hosting import request_for

    return request_for("touchy", bots=("open", None))


# turns


async def test_a_bot_is_sent_what_its_seat_is_told_once_and_its_answer_is_played(open_house: Open) -> None:
    meter = Counting()
    house = open_house(meter=meter, remote=SLOW)
    side = await RemoteSide.dialled(house.host)
    match_id = await house.create("dungeon-of-fear", bots=("@halver", None))
    eyes = await house.watch(match_id, 1)
    first = await side.turn()
    live = house.host.memory.lives[match_id].match
    assert first.from_start
    assert first.ask.entries == live.entries(0)
    assert first.ask.view == live.glance(0).view_json
    assert first.ask.turn_id == f"{match_id}/0/{live.position.legal_seq[0]}"
    side.reply(first, first.ask.legal[-1])
    await eyes.until(lambda: eyes.newest.glance.legal)
    assert (await actions(house, match_id)) == [(0, first.ask.legal[-1])]
    await house.act(match_id, 1, eyes.newest.glance.texts[0], eyes.newest.seq)
    second = await side.turn(1)
    assert not second.from_start
    assert second.since == len(first.ask.entries)
    assert second.ask.entries == live.entries(0)
    assert meter.answers == ["acted"]


async def test_no_more_turns_are_asked_at_once_than_the_bot_takes(open_house: Open) -> None:
    house = open_house(remote=SLOW)
    side = await RemoteSide.dialled(house.host, at_once=2)
    for _ in range(4):
        await house.create("touchy", bots=("@halver", None))
    assert len(side.turns) == 2
    side.reply(side.turns[0])
    await until(lambda: len(side.turns) == 3)
    asked = [due.ask.match_id for due in side.turns]
    assert len(set(asked)) == 3


async def test_what_was_asked_on_a_lost_connection_is_asked_again_under_the_same_id_and_told_from_the_start(
    open_house: Open,
) -> None:
    meter = Counting()
    house = open_house(meter=meter, remote=SLOW)
    side = await RemoteSide.dialled(house.host)
    match_id = await house.create("touchy", bots=("@halver", None))
    first = await side.turn()
    side.leave()
    back = await RemoteSide.dialled(house.host)
    again = await back.turn()
    assert again.from_start
    assert again.ask == first.ask
    side.reply(first)  # a reply by the old connection comes to nothing
    assert side.of(TurnRefused) == []
    back.reply(again)
    await until(lambda: not house.host.memory.lives[match_id].bots_asked)
    assert len(await actions(house, match_id)) == 1
    assert meter.events == ["lost", "asked_again"]


async def test_a_restarted_server_asks_the_owner_for_what_is_still_due_and_nobody_else(open_house: Open) -> None:
    before = open_house(remote=SLOW)
    side = await RemoteSide.dialled(before.host)
    match_id = await before.create("touchy", bots=("@halver", None))
    first = await side.turn()
    await before.host.stop()
    assert side.of(TurnCalledOff) == [], "it isn't called off: it is asked for again"
    after = open_house(remote=SLOW)
    await after.host.start()
    await until(lambda: after.host.memory.lives)
    stranger = await RemoteSide.dialled(after.host, name="other", token=b"x" * 32)
    back = await RemoteSide.dialled(after.host)
    assert (await back.turn()).ask == first.ask
    assert stranger.turns == []
    back.reply(back.turns[0])
    await until(lambda: not after.host.memory.lives[match_id].bots_asked)
    assert len(await actions(after, match_id)) == 1


async def test_a_stranger_who_has_the_name_by_now_is_not_asked_for_the_seat_of_its_first_owner(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = open_house(remote=SLOW)
    side = await RemoteSide.dialled(before.host)
    await before.create("touchy", bots=("@halver", None))
    await side.turn()
    await before.host.stop()
    after = open_house(remote=SLOW)
    await after.host.start()
    clock = after.host.remote._clock
    monkeypatch.setattr(after.host.remote, "_clock", lambda: clock() + NAME_KEPT_MS + 1_000)
    stranger = await RemoteSide.dialled(after.host, token=b"x" * 32)
    await until(lambda: after.host.memory.lives)
    await asyncio.sleep(0.05)
    assert stranger.turns == []


async def test_the_first_reply_counts_and_a_second_one_is_told_so(open_house: Open) -> None:
    meter = Counting()
    house = open_house(meter=meter, remote=SLOW)
    side = await RemoteSide.dialled(house.host)
    match_id = await house.create("touchy", bots=("@halver", None))
    due = await side.turn()
    side.reply(due, due.ask.legal[0])
    side.reply(due, due.ask.legal[1])
    await until(lambda: not house.host.memory.lives[match_id].bots_asked)
    assert await actions(house, match_id) == [(0, due.ask.legal[0])]
    (refused,) = side.of(TurnRefused)
    assert (refused.turn_id, refused.refusal.reason) == (due.ask.turn_id, Reason.TURN_OVER)
    assert refused.refusal.details == {"why": "repeated"}
    assert meter.events == ["repeated"]


async def test_an_answer_outlasts_a_store_that_is_away_and_is_not_asked_for_again(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undercroft.host.bots._AGAIN_AFTER_S", 0.005)
    house = open_house(remote=SLOW)
    side = await RemoteSide.dialled(house.host)
    match_id = await house.create("touchy", bots=("@halver", None))
    due = await side.turn()
    house.store.broken = True
    side.reply(due, due.ask.legal[1])
    await until(lambda: house.store.refused >= 3)
    house.store.broken = False
    await until(lambda: not house.host.memory.lives[match_id].bots_asked)
    assert await actions(house, match_id) == [(0, due.ask.legal[1])]
    assert len(side.turns) == 1


# what a bot fails at


async def _stand_in_plays(house: House, match_id: str) -> list[tuple[str, str, str]]:
    await until(lambda: house.pool.asks)
    await until(lambda: not house.host.memory.lives[match_id].bots_asked)
    assert len(await actions(house, match_id)) == 1
    return await faults(house, match_id)


async def test_an_illegal_answer_is_refused_with_what_is_legal_and_a_stand_in_plays(open_house: Open) -> None:
    meter = Counting()
    house = open_house(meter=meter, remote=SLOW)
    side = await RemoteSide.dialled(house.host)
    match_id = await house.create("touchy", bots=("@halver", None))
    due = await side.turn()
    side.reply(due, 4711)
    assert await _stand_in_plays(house, match_id) == [("@halver", "illegal", "random")]
    (refused,) = side.of(TurnRefused)
    assert refused.refusal.reason is Reason.ILLEGAL_ACTION
    assert due.ask.texts[0] in refused.refusal.details["legal"]
    assert meter.answers == ["illegal"]


async def test_a_bot_that_gives_up_a_turn_has_crashed(open_house: Open) -> None:
    house = open_house(remote=SLOW)
    side = await RemoteSide.dialled(house.host)
    match_id = await house.create("touchy", bots=("@halver", None))
    assert side.link is not None
    side.link.failed((await side.turn()).ask.turn_id, "ValueError\x1b[2J")
    assert await _stand_in_plays(house, match_id) == [("@halver", "crash", "random")]
    assert "ValueError" not in repr(await house.rows(match_id)), "its words are for the log alone"


async def test_a_bot_that_hangs_is_told_that_it_is_late_and_so_is_its_late_answer(open_house: Open) -> None:
    meter = Counting()
    house = open_house(meter=meter, remote=QUICK)
    side = await RemoteSide.dialled(house.host)
    match_id = await house.create("touchy", bots=("@halver", None))
    due = await side.turn()
    assert await _stand_in_plays(house, match_id) == [("@halver", "timeout", "random")]
    assert side.of(TurnCalledOff) == [TurnCalledOff(due.ask.turn_id, late=True)]
    side.reply(due)
    (refused,) = side.of(TurnRefused)
    assert refused.refusal.details == {"why": "late"}
    assert meter.events == ["late"]
    assert meter.answers == ["timeout"]
    assert len(await actions(house, match_id)) == 1


async def test_a_bot_that_stays_away_is_waited_for_once_and_then_not_for_every_turn(open_house: Open) -> None:
    house = open_house(remote=QUICK)
    side = await RemoteSide.dialled(house.host)
    match_id = await house.create("touchy", bots=("@halver", "@halver"), options='{"end": 6, "fault": "none"}')
    await side.turn()
    side.leave()
    await until(
        lambda: match_id not in house.host.memory.lives or house.host.memory.lives[match_id].match.position.outcome
    )
    noted = await faults(house, match_id)
    assert {why for _, why, _ in noted} == {"away"}
    assert len(noted) == len(await actions(house, match_id))
    assert house.host.remote._bots == {} or all(bot.link is None for bot in house.host.remote._bots.values())


async def test_a_bot_that_was_forgotten_and_is_back_is_asked_whatever_was_still_to_be_looked_at(
    open_house: Open,
) -> None:
    house = open_house(remote=QUICK)
    side = await RemoteSide.dialled(house.host)
    (before,) = house.host.remote._bots.values()
    match_id = await house.create("touchy", bots=("@halver", None))
    side.leave()
    assert await _stand_in_plays(house, match_id) == [("@halver", "away", "random")]
    assert house.host.remote._bots == {}
    back = await RemoteSide.dialled(house.host)
    house.host.remote._idle(before)  # as its timer does, some time after it was lost
    await house.create("touchy", bots=("@halver", None))
    assert len(back.turns) == 1


async def test_turns_that_a_busy_bot_has_no_room_for_are_not_waited_for_forever(open_house: Open) -> None:
    house = open_house(remote=RemoteSettings(turn_seconds=60.0, away_seconds=0.15))
    side = await RemoteSide.dialled(house.host, at_once=1)
    await house.create("touchy", bots=("@halver", None))
    match_id = await house.create("touchy", bots=("@halver", None))
    assert await _stand_in_plays(house, match_id) == [("@halver", "crowded", "random")]
    assert len(side.turns) == 1


async def test_coming_and_going_wins_no_time(open_house: Open) -> None:
    house = open_house(remote=RemoteSettings(turn_seconds=0.3, away_seconds=60.0))
    match_id = ""
    for number in range(200):
        side = await RemoteSide.dialled(house.host)
        match_id = match_id or await house.create("touchy", bots=("@halver", None))
        if number and not side.turns:
            break
        await asyncio.sleep(0.01)
        side.leave()
    assert await _stand_in_plays(house, match_id) == [("@halver", "timeout", "random")]


async def test_a_bot_that_comes_back_without_the_game_is_replaced(open_house: Open) -> None:
    house = open_house(remote=SLOW)
    side = await RemoteSide.dialled(house.host)
    match_id = await house.create("touchy", bots=("@halver", None))
    await side.turn()
    side.leave()
    await RemoteSide.dialled(house.host, games=("connect-four",))
    assert await _stand_in_plays(house, match_id) == [("@halver", "refused", "random")]


async def test_a_bot_that_has_forgotten_is_told_everything_once(open_house: Open) -> None:
    house = open_house(remote=SLOW)
    side = await RemoteSide.dialled(house.host)
    match_id = await house.create("dungeon-of-fear", bots=("@halver", None))
    eyes = await house.watch(match_id, 1)
    assert side.link is not None
    side.reply(await side.turn())
    await eyes.until(lambda: eyes.newest.glance.legal)
    await house.act(match_id, 1, eyes.newest.glance.texts[0], eyes.newest.seq)
    turn_id = (await side.turn(1)).ask.turn_id
    side.link.forgotten(turn_id)
    again = await side.turn(2)
    assert (again.ask.turn_id, again.from_start, again.since) == (turn_id, True, 0)
    side.link.forgotten(turn_id)
    await until(lambda: house.pool.asks)
    assert [why for _, why, _ in await faults(house, match_id)] == ["crash"]


async def test_a_turn_that_falls_away_is_called_off_and_a_match_that_ends_is_told(open_house: Open) -> None:
    house = open_house(remote=SLOW)
    side = await RemoteSide.dialled(house.host)
    match_id = await house.create("dungeon-of-fear", bots=("@halver", None))
    eyes = await house.watch(match_id, 1)
    due = await side.turn()
    await _resign(house, match_id, eyes)
    assert side.of(TurnCalledOff) == [TurnCalledOff(due.ask.turn_id, late=False)]
    (closed,) = side.of(SeatClosed)
    assert (closed.match_id, closed.seat, closed.outcome.winners) == (match_id, 0, (0,))
    side.reply(due)
    assert side.of(TurnRefused)[0].refusal.details == {"why": "not_due"}


async def _resign(house: House, match_id: str, eyes: Any) -> None:
    from undercroft.match import Resign

    live = house.host.memory.lives[match_id]
    (watcher,) = live.watchers
    house.host.submit(watcher, Resign(1, "resign"), lambda outcome: None)
    await eyes.until(lambda: eyes.newest.glance.outcome)


async def test_clocks_for_each_move_leave_a_bot_no_more_time_than_a_person(open_house: Open) -> None:
    house = open_house(remote=SLOW)
    side = await RemoteSide.dialled(house.host)
    await house.create("touchy", bots=("@halver", None), time_control=TimeControl("per_move", 5_000))
    assert (await side.turn()).left_ms <= 5_000


async def test_a_bot_that_does_not_read_loses_its_connection_and_nothing_piles_up(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_module, "MOST_EVENTS", 10)
    house = open_house(remote=SLOW)
    side = await RemoteSide.dialled(house.host, deaf=True)
    assert side.link is not None
    for number in range(20):
        side.link.reply(f"no/such/{number}", 0)
    assert [refusal.reason for refusal in side.ends] == [Reason.RATE_LIMITED]
    assert house.host.remote.listed() == []


async def test_a_drained_bot_gets_no_new_turns_and_answers_those_it_has(open_house: Open) -> None:
    house = open_house(remote=SLOW)
    side = await RemoteSide.dialled(house.host, at_once=1)
    for _ in range(2):
        await house.create("touchy", bots=("@halver", None))
    assert side.link is not None
    side.link.drain()
    assert not side.link.drained
    side.reply(await side.turn())
    await asyncio.sleep(0)
    assert side.link.drained
    assert len(side.turns) == 1


async def test_a_rematch_seats_the_bot_again_and_says_so_if_it_is_not_there(open_house: Open) -> None:
    house = open_house(remote=SLOW)
    await house.host.start()
    side = await RemoteSide.dialled(house.host)
    match_id = await house.create("dungeon-of-fear", bots=("@halver", None))
    eyes = await house.watch(match_id, 1)
    await side.turn()
    await _resign(house, match_id, eyes)
    side.leave()
    (watcher,) = house.host.memory.lives[match_id].watchers
    house.host.submit(watcher, AskRematch(1, "again"), lambda outcome: None)
    await eyes.until(lambda: isinstance(eyes.facts[-1], RematchFailedFact))
    assert eyes.facts[-1].why == "bot_unavailable"
    back = await RemoteSide.dialled(house.host)
    house.host.submit(watcher, AskRematch(1, "once more"), lambda outcome: None)
    await eyes.until(lambda: isinstance(eyes.facts[-1], RematchedFact))
    info = await house.host.info(eyes.facts[-1].match_id)
    assert "@halver" in [seat.name for seat in info.seats]
    back.leave()


async def test_hosted_bots_are_asked_of_the_pool_as_before(open_house: Open) -> None:
    house = open_house(pool=ScriptedPool(lambda ask: None), remote=SLOW)
    await house.create("touchy", bots=("random", None))
    assert [ask.bot for ask in house.pool.asks] == ["random"]
