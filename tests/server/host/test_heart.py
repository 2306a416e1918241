"""Servers say that they are alive, and clocks stand still while none is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

from undercroft.host import heart, timekeeper
from undercroft.host.heart import Heart
from undercroft.match import Reason, TimeControl
from undercroft.match.rows import Spared
from undercroft.store import StoreUnavailable

from .hosting import House, reason_of, request_for, until

Open = Callable[..., House]


PLAYS = [("hex", "1")]


class Beats:
    """A store that takes heartbeats only."""

    def __init__(self) -> None:
        self.beats: list[tuple[str, int]] = []
        self.said: list[tuple[str, list[tuple[str, str]]]] = []
        self.broken = False
        self.refused = 0

    async def beat(self, server: str, at_ms: int, plays: Sequence[tuple[str, str]]) -> None:
        if self.broken:
            self.refused += 1
            raise StoreUnavailable("gone")
        self.beats.append((server, at_ms))
        self.said += [(server, list(plays))] if plays else []


async def test_a_process_that_was_stopped_says_so_and_begins_a_new_span(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heart, "PERIOD_S", 0.001)
    times = iter([1_000, 2_000, 3_000, 60_000, *range(61_000, 10**6, 1_000)])
    store, woke = Beats(), list[tuple[int, int]]()
    beating = Heart(store, lambda: next(times), lambda ms, at: woke.append((ms, at)), lambda: PLAYS)  # type: ignore[arg-type]
    await beating.start()
    await until(lambda: len(store.beats) > 5)
    await beating.stop()
    assert woke == [(57_000, 60_000)]
    names = [name for name, _ in store.beats]
    assert len(set(names[:3])) == 1
    assert len(set(names[3:])) == 1
    assert names[0] != names[3]
    assert store.said == [(names[0], PLAYS), (names[3], PLAYS)]


async def test_time_before_the_store_takes_the_first_heartbeat_is_nobodys_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heart, "PERIOD_S", 0.001)
    times = iter(range(1_000, 10**6, 1_000))
    store, woke = Beats(), list[tuple[int, int]]()
    beating = Heart(store, lambda: next(times), lambda ms, at: woke.append((ms, at)), lambda: PLAYS)  # type: ignore[arg-type]
    assert not beating.missing(10**6), "before the start nothing is known"
    store.broken = True
    await beating.start()
    await until(lambda: store.refused > 3)
    store.broken = False
    await until(lambda: woke)
    await beating.stop()
    ((ms, at),) = woke
    assert at - ms == 1_000
    assert store.beats[0][1] == at


async def test_time_in_which_the_store_takes_nothing_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heart, "PERIOD_S", 0.001)
    times = iter(range(1_000, 10**6, 1_000))
    store, woke = Beats(), list[tuple[int, int]]()
    beating = Heart(store, lambda: next(times), lambda ms, at: woke.append((ms, at)), lambda: PLAYS)  # type: ignore[arg-type]
    await beating.start()
    await until(lambda: len(store.beats) > 2)
    store.broken = True
    last = store.beats[-1][1]
    await until(lambda: store.refused > 3)
    assert beating.missing(beating.last), "no flag falls meanwhile"
    store.broken = False
    await until(lambda: woke)
    await beating.stop()
    ((ms, at),) = woke
    assert at - ms == last
    names = {name: [beat for each, beat in store.beats if each == name] for name, _ in store.beats}
    assert len(names) == 2, "it lived twice"
    assert last in next(iter(names.values()))
    assert at in list(names.values())[-1]


async def test_a_store_that_refuses_a_match_is_in_trouble_though_it_takes_heartbeats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heart, "PERIOD_S", 0.001)
    times = iter(range(1_000, 10**6, 100))
    store, woke = Beats(), list[tuple[int, int]]()
    beating = Heart(store, lambda: next(times), lambda ms, at: woke.append((ms, at)), lambda: PLAYS)  # type: ignore[arg-type]
    await beating.start()
    beating.note_refusal()
    assert beating.missing(beating.last)
    await until(lambda: woke)
    await beating.stop()
    assert woke == [(200, 1_200)], "however short it was: the beat between was left out"
    assert store.beats[0][1] == 1_000
    assert store.beats[1][1] == 1_200


async def test_clocks_are_given_back_what_passed_while_the_store_took_nothing(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heart, "PERIOD_S", 0.02)
    house = open_house()
    await house.host.start()
    control = TimeControl("fischer", 600_000)
    info, _ = await house.host.create(request_for("dungeon-of-fear", time_control=control))
    eyes = await house.watch(info.match_id, 1)
    house.store.broken = True
    refused = await house.act(info.match_id, 0, "a1xa2", 3)
    assert reason_of(refused) is Reason.STORAGE_UNAVAILABLE
    house.store.broken = False
    await eyes.until(lambda: eyes.news)
    (spared,) = [row for row in await house.rows(info.match_id) if isinstance(row, Spared)]
    assert spared.ms > 0
    (clock,) = [clock for clock in eyes.news[-1].clocks if clock.seat == 0]
    live = house.host.memory.lives[info.match_id]
    began = min(live.match.position.created.at + spared.ms, spared.until)
    assert clock.began == began, "and all who watch are told"


async def test_who_lets_the_time_run_out_loses_by_itself(open_house: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeper, "PERIOD_S", 0.02)
    house = open_house()
    await house.host.start()
    control = TimeControl("per_move", 1_000, grace_ms=10)
    info, _ = await house.host.create(request_for("dungeon-of-fear", time_control=control))
    live = house.host.memory.lives[info.match_id]
    due = [(row.kind, row.at_ms) for row in await house.store.due(2**62, 9)]
    assert due == [("flag", live.match.position.created.at + 1_010)]
    await until(lambda: live.match.position.status == "finished")
    outcome = live.match.position.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("time", (1,))
    assert await house.store.due(2**62, 9) == []


async def test_a_clock_runs_on_after_a_restart_and_the_time_between_is_nobodys(open_house: Open) -> None:
    before = open_house()
    await before.host.start()
    info, _ = await before.host.create(request_for("dungeon-of-fear", time_control=TimeControl("fischer", 60_000)))
    began = before.host.memory.lives[info.match_id].match.position.created.at
    hour = 3_600_000
    after = open_house()
    # Another server comes up an hour after the last beat of the first.
    await after.store.beat("the next", began + hour)
    after.host._heart.last = began + hour
    await after.host.memory.open(info.match_id)
    live = after.host.memory.lives[info.match_id]
    await until(lambda: live.match.position.clocks is not None and live.match.position.clocks.spared_until)
    (spared,) = [row for row in await after.rows(info.match_id) if isinstance(row, Spared)]
    assert hour - 5_000 <= spared.ms <= hour
    clocks = live.match.position.clocks
    assert clocks is not None
    assert clocks.began[0] == began + spared.ms


async def test_a_match_that_left_memory_for_a_moment_is_spared_nothing(open_house: Open) -> None:
    house = open_house()
    await house.host.start()
    info, _ = await house.host.create(request_for("dungeon-of-fear", time_control=TimeControl("fischer", 60_000)))
    del house.host.memory.lives[info.match_id]
    await house.host.memory.open(info.match_id)
    assert [row for row in await house.rows(info.match_id) if isinstance(row, Spared)] == []


async def test_a_match_without_clocks_has_no_flag(open_house: Open) -> None:
    house = open_house()
    await house.create("dungeon-of-fear")
    assert await house.store.due(2**62, 9) == []


async def test_nobody_has_a_restored_match_before_its_clocks_were_given_back_what_they_are_owed(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a flag could fall for time in which no server was alive."""
    before = open_house()
    await before.host.start()
    info, _ = await before.host.create(request_for("dungeon-of-fear", time_control=TimeControl("fischer", 60_000)))
    began = before.host.memory.lives[info.match_id].match.position.created.at
    await before.host.stop()
    after = open_house()
    after.host._heart.last = began + 3_600_000
    asked, answer = asyncio.Event(), asyncio.Event()

    async def asleep(since: int, until_ms: int, game: str, version: str) -> list[tuple[int, int]]:
        asked.set()
        await answer.wait()
        return [(since, until_ms)]

    monkeypatch.setattr(after.store, "asleep", asleep)
    first = asyncio.ensure_future(after.host.memory.open(info.match_id))
    await asked.wait()
    second = asyncio.ensure_future(after.host.memory.open(info.match_id))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not second.done()
    answer.set()
    assert await first is await second


async def test_no_flag_falls_for_time_that_this_process_slept_through(open_house: Open) -> None:
    house = open_house()
    await house.host.start()
    control = TimeControl("per_move", 1_000, grace_ms=0)
    info, _ = await house.host.create(request_for("dungeon-of-fear", time_control=control))
    live = house.host.memory.lives[info.match_id]
    clocks = live.match.position.clocks
    assert clocks is not None
    clocks.began[0] -= 60_000  # as if the process had been stopped for a minute, and its heart hadn't noticed yet
    house.host._heart.last -= 60_000
    house.host._due(live, timekeeper.FLAG)
    assert not live.queue
    assert live.step is None
    house.host._heart.last += 60_000
    house.host._due(live, timekeeper.FLAG)
    assert live.step is not None
