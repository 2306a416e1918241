"""Who is there is told to all who watch, and who stays away while another waits gives the match up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from undercroft.host import absence
from undercroft.host.live import LiveMatch
from undercroft.match import EndedFact, LeftFact, Reason, TimeControl
from undercroft.match.rows import Forfeited

from .hosting import Eyes, House, reason_of, request_for, until

Open = Callable[..., House]
CLOCK = TimeControl("fischer", 600_000)


@pytest.fixture(autouse=True)
def quick_news(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "NEWS_S", 0.0)
    monkeypatch.setattr(absence, "AGAIN_S", 0.01)


def shown(eyes: Eyes) -> dict[int, bool]:
    """Who is there, as these eyes were told last."""
    newest = (eyes.news or eyes.updates)[-1]
    return {presence.seat: presence.connected for presence in newest.presence}


def live_of(house: House, match_id: str) -> LiveMatch:
    return house.host.memory.lives[match_id]


def leave(house: House, eyes: Eyes, match_id: str, seat: int) -> None:
    (watcher,) = [watcher for watcher in live_of(house, match_id).watchers if watcher.reader == seat]
    house.host.unwatch(watcher)


def time_is_up(house: House, match_id: str, seat: int) -> None:
    """As if the seconds to return had passed."""
    gone = live_of(house, match_id).attendance.absences[seat]
    gone.end()
    house.host._absences._gone(live_of(house, match_id), seat)


async def abandoned(house: House, **more: Any) -> tuple[str, Eyes]:
    """A running match in which seat 1 was there and has gone, and seat 0 waits."""
    match_id = await house.create("dungeon-of-fear", time_control=CLOCK, **more)
    waiting, leaving = await house.watch(match_id, 0), await house.watch(match_id, 1)
    leave(house, leaving, match_id, 1)
    await waiting.until(lambda: waiting.news and shown(waiting) == {0: True, 1: False})
    return match_id, waiting


async def test_comings_and_goings_are_told_to_players_and_spectators_and_are_no_facts(house: House) -> None:
    match_id = await house.create("dungeon-of-fear")
    first, spectator = await house.watch(match_id, 0), await house.watch(match_id, None)
    assert shown(first) == shown(spectator) == {0: True, 1: False}
    second = await house.watch(match_id, 1)
    assert shown(second) == {0: True, 1: True}
    for eyes in (first, spectator):
        await eyes.until(lambda eyes=eyes: shown(eyes) == {0: True, 1: True})
    leave(house, second, match_id, 1)
    for eyes in (first, spectator):
        await eyes.until(lambda eyes=eyes: shown(eyes) == {0: True, 1: False})
        assert len(eyes.updates) == 1, "seq is a function of the log alone"
        assert all(news.seq == news.since == eyes.newest.seq and news.glance is None for news in eyes.news)


async def test_whoever_has_just_come_is_not_told_of_it_twice(house: House) -> None:
    match_id = await house.create("dungeon-of-fear")
    first = await house.watch(match_id, 0)
    second = await house.watch(match_id, 1)
    await first.until(lambda: shown(first) == {0: True, 1: True})
    assert second.news == []


async def test_hosted_bots_are_neither_there_nor_away(house: House) -> None:
    match_id = await house.create("dungeon-of-fear", bots=(None, "random"))
    assert shown(await house.watch(match_id, 0)) == {0: True}


async def test_who_flickers_does_not_flood_those_who_look_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = await house.create("dungeon-of-fear")
    waiting = await house.watch(match_id, 0)
    await until(lambda: live_of(house, match_id).attendance.telling is None)
    monkeypatch.setattr(absence, "NEWS_S", 3600.0)
    told = len(waiting.news)
    for _ in range(50):
        leave(house, await house.watch(match_id, 1), match_id, 1)
    assert len(waiting.news) == told
    assert live_of(house, match_id).attendance.telling is not None, "but the last word will be told"


async def test_who_stays_away_while_another_waits_has_abandoned_the_match(house: House) -> None:
    match_id, waiting = await abandoned(house)
    (gone,) = [presence for presence in waiting.news[-1].presence if presence.seat == 1]
    assert gone.until is not None, "the seconds left to return are told"
    time_is_up(house, match_id, 1)
    await waiting.until(lambda: waiting.newest.glance and waiting.newest.glance.outcome)
    (end,) = [fact for fact in waiting.facts if isinstance(fact, EndedFact)]
    assert end.outcome is not None
    assert (end.reason, end.outcome.returns, end.outcome.winners) == ("abandoned", (1, -1), (0,))
    assert live_of(house, match_id).attendance.absences == {}


async def test_who_returns_in_time_plays_on(house: House) -> None:
    match_id, waiting = await abandoned(house)
    await house.watch(match_id, 1)
    await waiting.until(lambda: shown(waiting) == {0: True, 1: True})
    assert live_of(house, match_id).attendance.absences == {}
    assert waiting.news[-1].presence[1].until is None


async def test_a_bot_takes_an_abandoned_seat_where_that_was_agreed(house: House) -> None:
    match_id, waiting = await abandoned(house, on_timeout="bot")
    time_is_up(house, match_id, 1)
    await waiting.until(lambda: any(isinstance(fact, LeftFact) for fact in waiting.facts))
    (left,) = [fact for fact in waiting.facts if isinstance(fact, LeftFact)]
    assert (left.seat, left.why, left.stand_in) == (1, "abandoned", "random")
    await waiting.until(lambda: list(shown(waiting)) == [0])  # the other is no player's seat any more


async def test_nobody_is_counted_out_where_nobody_waits(house: House) -> None:
    match_id, waiting = await abandoned(house)
    leave(house, waiting, match_id, 0)
    assert live_of(house, match_id).attendance.absences == {}
    await house.watch(match_id, 0)
    assert set(live_of(house, match_id).attendance.absences) == {1}


@pytest.mark.parametrize(
    ("more", "seconds"),
    [
        ({}, 0),
        ({"time_control": CLOCK}, 120),
        ({"time_control": TimeControl("per_move", 60_000)}, 120),
        ({"time_control": TimeControl("correspondence", 86_400_000)}, 0),
        ({"time_control": CLOCK, "bots": (None, "random")}, 0),
        ({"time_control": CLOCK, "abandon_s": 0}, 0),
        ({"abandon_s": 30}, 30),
    ],
)
async def test_a_match_can_be_abandoned_where_clocks_run_for_two_players_or_where_it_was_asked_for(
    house: House, more: dict[str, Any], seconds: int
) -> None:
    info, _ = await house.host.create(request_for("dungeon-of-fear", **more))
    assert info.abandon_s == seconds


@pytest.mark.parametrize("seconds", [-1, 1, 9, 86_401])
async def test_a_time_to_return_is_ten_seconds_to_a_day(house: House, seconds: int) -> None:
    with pytest.raises(Exception, match="abandoned after 10 to 86400") as refusal:
        await house.create("dungeon-of-fear", abandon_s=seconds)
    assert reason_of(refusal.value) is Reason.BAD_REQUEST


async def test_while_the_store_takes_nothing_nobody_is_gone_for_good(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, waiting = await abandoned(house)
    monkeypatch.setattr(house.host._absences, "_asleep", lambda: False)  # as if the heart hadn't noticed
    house.store.broken = True
    time_is_up(house, match_id, 1)
    await until(lambda: live_of(house, match_id).step is None)
    assert live_of(house, match_id).match.position.status == "running"
    house.store.broken = False
    await waiting.until(lambda: any(isinstance(fact, EndedFact) for fact in waiting.facts))


async def test_after_this_process_was_away_all_have_their_whole_time_to_return_again(house: House) -> None:
    match_id, _ = await abandoned(house)
    before = live_of(house, match_id).attendance.absences[1]
    house.host._heart.last -= 60_000
    time_is_up(house, match_id, 1)  # it fires before the heart has noticed
    assert live_of(house, match_id).match.position.status == "running"
    house.host._woke(60_000, house.host._heart.last + 60_000)
    assert live_of(house, match_id).attendance.absences[1].until > before.until


async def test_a_restored_match_counts_nobody_out_before_somebody_is_there(open_house: Open) -> None:
    first = open_house()
    match_id = await first.create("dungeon-of-fear", time_control=CLOCK)
    await first.host.stop()
    second = open_house()
    live = await second.host.memory.open(match_id)
    assert live.attendance.absences == {}
    await second.watch(match_id, 0)
    assert set(live.attendance.absences) == {1}
    rows = await second.rows(match_id)
    assert not any(isinstance(row, Forfeited) for row in rows)
