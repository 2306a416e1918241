"""Nobody is charged with time in which nobody could be served, whatever comes before the heart has noticed it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from undercroft.host import heart
from undercroft.host.pipeline import now_ms
from undercroft.match import Answer, Reason, Refusal, Say, TimeControl
from undercroft.match.rows import Acted, Spared
from undercroft.store import AppendResult, StoreUnavailable

from .hosting import House, reason_of, request_for, until

Open = Callable[..., House]

HOUR = 3_600_000
CONTROL = TimeControl("fischer", 60_000)


@pytest.fixture(autouse=True)
def _slow_heart(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that has noticed nothing yet when a command comes."""
    monkeypatch.setattr(heart, "PERIOD_S", 3_600.0)


async def timed_match(house: House) -> str:
    await house.host.start()
    info, _ = await house.host.create(request_for("dungeon-of-fear", time_control=CONTROL))
    return info.match_id


def sleep(house: House, match_id: str, ms: int) -> None:
    """As if the process had been stopped for so long: all that it knows is older."""
    house.host._heart.last -= ms
    clocks = house.host.memory.lives[match_id].match.position.clocks
    assert clocks is not None
    clocks.began = [began - ms if began >= 0 else began for began in clocks.began]


async def test_an_action_that_came_while_the_process_was_stopped_is_in_time(open_house: Open) -> None:
    house = open_house()
    match_id = await timed_match(house)
    sleep(house, match_id, HOUR)
    assert isinstance(await house.act(match_id, 0, "a1xa2", 3), Answer)
    rows = await house.rows(match_id)
    assert [type(row) for row in rows[-2:]] == [Spared, Acted]
    clocks = house.host.memory.lives[match_id].match.position.clocks
    assert clocks is not None
    assert clocks.left[0] > 50_000


async def test_so_is_one_that_waited_in_line_when_the_process_was_stopped(open_house: Open) -> None:
    house = open_house()
    match_id = await timed_match(house)
    live = house.host.memory.lives[match_id]
    house.store.gate = asyncio.Event()
    house.host._pipeline.submit(live, Say(0, "s", "hello"), lambda _: None)
    acting = asyncio.ensure_future(house.act(match_id, 0, "a1xa2", 3))
    await until(lambda: live.queue)
    # The answer for what is on its way comes with clocks of before, so the stop is told to those that it will bring.
    assert live.step is not None
    assert live.step.position.clocks is not None
    live.step.position.clocks.began[0] -= HOUR
    house.host._heart.last -= HOUR
    house.store.gate.set()
    house.store.gate = None
    assert isinstance(await acting, Answer)
    assert [type(row) for row in (await house.rows(match_id))[-2:]] == [Spared, Acted]


async def test_what_the_heart_notices_later_is_not_given_twice(open_house: Open) -> None:
    house = open_house()
    match_id = await timed_match(house)
    sleep(house, match_id, HOUR)
    await house.act(match_id, 0, "a1xa2", 3)
    await house.host._heart._beat()
    await until(lambda: house.host._heart.last > 0 and not house.host.memory.lives[match_id].step)
    spared = [row.ms for row in await house.rows(match_id) if isinstance(row, Spared)]
    assert HOUR <= sum(spared) < HOUR + 60_000


async def test_an_action_after_a_store_took_nothing_is_not_charged_with_that_time(open_house: Open) -> None:
    house = open_house()
    match_id = await timed_match(house)
    house.store.broken = True
    assert reason_of(await house.act(match_id, 0, "a1xa2", 3)) is Reason.STORAGE_UNAVAILABLE
    sleep(house, match_id, 50_000)
    house.store.broken = False
    assert isinstance(await house.act(match_id, 0, "a1xa2", 3), Answer)
    clocks = house.host.memory.lives[match_id].match.position.clocks
    assert clocks is not None
    assert clocks.left[0] > 50_000


async def test_an_action_is_refused_together_with_the_time_that_is_to_be_given_back_before_it(open_house: Open) -> None:
    house = open_house()
    match_id = await timed_match(house)
    sleep(house, match_id, HOUR)
    append = house.store.append

    def refuse_once(batch: Any, done: Any) -> None:
        house.store.append = append  # type: ignore[method-assign]
        done([AppendResult.UNAVAILABLE] * len(batch))

    house.store.append = refuse_once  # type: ignore[method-assign]
    assert reason_of(await house.act(match_id, 0, "a1xa2", 3)) is Reason.STORAGE_UNAVAILABLE
    assert isinstance(await house.act(match_id, 0, "a1xa2", 3), Answer)


async def test_an_action_that_was_carried_out_before_gets_its_first_answer_though_the_store_takes_nothing(
    open_house: Open,
) -> None:
    house = open_house()
    match_id = await timed_match(house)
    first = await house.act(match_id, 0, "a1xa2", 3, "once")
    assert isinstance(first, Answer)
    sleep(house, match_id, HOUR)
    house.store.broken = True
    assert await house.act(match_id, 0, "a1xa2", 3, "once") == first


async def test_what_a_store_can_not_take_at_the_restart_stays_owed(open_house: Open) -> None:
    before = open_house()
    match_id = await timed_match(before)
    after = await restarted_later(open_house)
    after.store.broken = True
    live = await after.host.memory.open(match_id)
    await until(lambda: live.owed_ms)
    owed = live.owed_ms
    assert HOUR - 5_000 <= owed < HOUR + 60_000
    assert reason_of(await after.act(match_id, 0, "a1xa2", 3)) is Reason.STORAGE_UNAVAILABLE
    assert live.owed_ms == owed
    after.store.broken = False
    assert isinstance(await after.act(match_id, 0, "a1xa2", 3), Answer)
    assert live.owed_ms == 0
    assert [row.ms >= owed for row in await after.rows(match_id) if isinstance(row, Spared)] == [True]


async def restarted_later(open_house: Open) -> House:
    """Another server, which comes up an hour after the last beat of the first."""
    after = open_house()
    after.host._heart.last = now_ms() + HOUR
    await after.store.beat("the next", after.host._heart.last)
    return after


@pytest.mark.parametrize(("version", "spared"), [("1", False), ("2", True)])
async def test_time_in_which_only_servers_with_another_version_were_alive_is_nobodys(
    open_house: Open, version: str, spared: bool
) -> None:
    before = open_house()
    match_id = await timed_match(before)
    began = before.host._heart.last
    plays = [("connect-four", "1"), ("dungeon-of-fear", version)]
    for at in (began, began + HOUR + 60_000):
        await before.store.beat("meanwhile", at, plays)
    after = await restarted_later(open_house)
    live = await after.host.memory.open(match_id)
    await until(lambda: not live.step and not live.queue)
    given = sum(row.ms for row in await after.rows(match_id) if isinstance(row, Spared))
    assert (given >= HOUR - 5_000) is spared


async def test_what_the_heart_notices_while_a_match_is_restored_is_given_with_what_was_before(open_house: Open) -> None:
    before = open_house()
    match_id = await timed_match(before)
    after = await restarted_later(open_house)
    asleep = after.store.asleep

    async def stopped_meanwhile(since: int, until: int, game: str, version: str) -> Any:
        gaps = await asleep(since, until, game, version)
        after.host._woke(5_000, until + 5_000)
        return gaps

    after.store.asleep = stopped_meanwhile  # type: ignore[method-assign]
    live = await after.host.memory.open(match_id)
    await until(lambda: not live.step)
    (spared,) = [row for row in await after.rows(match_id) if isinstance(row, Spared)]
    assert HOUR <= spared.ms < HOUR + 60_000


async def test_a_match_that_can_not_be_told_what_it_is_owed_is_not_kept(open_house: Open) -> None:
    before = open_house()
    match_id = await timed_match(before)
    after = await restarted_later(open_house)
    asleep = after.store.asleep

    async def unreadable(since: int, until: int, game: str, version: str) -> Any:
        after.store.asleep = asleep  # type: ignore[method-assign]
        raise StoreUnavailable

    after.store.asleep = unreadable  # type: ignore[method-assign]
    with pytest.raises(Refusal) as refused:
        await after.host.memory.open(match_id)
    assert refused.value.reason is Reason.STORAGE_UNAVAILABLE
    live = await after.host.memory.open(match_id)
    await until(lambda: not live.step)
    assert [row.ms >= HOUR for row in await after.rows(match_id) if isinstance(row, Spared)] == [True]


async def test_a_match_without_clocks_is_given_nothing(open_house: Open) -> None:
    house = open_house()
    await house.host.start()
    match_id = await house.create("dungeon-of-fear")
    house.host._heart.last -= HOUR
    await house.act(match_id, 0, "a1xa2", 3)
    assert [row for row in await house.rows(match_id) if isinstance(row, Spared)] == []
