"""What must happen later happens, whatever became of the process that said so."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from undercroft.host import timekeeper
from undercroft.host.timekeeper import BOT, BOT_OVERDUE_MS, FLAG, UNFILLED, Timekeeper
from undercroft.match import Reason, Refusal
from undercroft.match.time_control import TimeControl
from undercroft.registry import load_registry
from undercroft.store import Due, StoreUnavailable

from .hosting import TESTS, House, ScriptedPool, request_for, until

Open = Callable[..., House]
GOOFSPIEL = TESTS / "third_party" / "undercroft_goofspiel" / "src"


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeper, "PERIOD_S", 0.01)


class Rows:
    """A store that holds due rows only, and notes what was asked of it."""

    def __init__(self, *rows: Due, unreadable: bool = False) -> None:
        self.rows = list(rows)
        self.asked: list[int] = []
        self._unreadable = unreadable

    async def due(self, until_ms: int, limit: int) -> list[Due]:
        self.asked.append(until_ms)
        if self._unreadable:
            self._unreadable = False
            raise StoreUnavailable
        return [row for row in self.rows if row.at_ms <= until_ms][:limit]


async def kept(
    rows: Rows, now: int, looks: int, lame: str = "", unreadable: tuple[str, ...] = ()
) -> list[tuple[str, str]]:
    """What a timekeeper does in so many looks. Each of the `unreadable` can't be read at first."""
    done: list[tuple[str, str]] = []
    still = set(unreadable)

    async def open_match(match_id: str) -> Any:
        if match_id == lame:
            raise Refusal(Reason.MATCH_SUSPENDED, "its game is gone")
        if match_id in still:
            still.remove(match_id)
            raise Refusal(Reason.STORAGE_UNAVAILABLE, "the disk is full")
        return match_id

    keeper = Timekeeper(rows, open_match, lambda live, kind: done.append((str(live), kind)), lambda: now)  # type: ignore[arg-type]
    keeper.start()
    await until(lambda: len(rows.asked) >= looks)
    await keeper.stop()
    return done


async def test_at_the_start_every_bot_is_asked_even_if_the_clock_was_set_back() -> None:
    assert await kept(Rows(Due("m", 9_999_999, BOT), Due("n", 9_999_999, UNFILLED)), 5, 1) == [("m", BOT)]


async def test_a_clock_that_runs_for_days_brings_no_match_into_memory_at_the_start() -> None:
    assert await kept(Rows(Due("m", 9_999_999, FLAG)), 5, 3) == []


async def test_a_bot_that_owes_a_decision_is_asked_at_the_start_however_soon_a_rivals_time_is_up(
    open_house: Open,
) -> None:
    """Both choose at once: the player's flag comes first, and must not hide the bot."""
    house = open_house(pool=ScriptedPool(lambda ask: None), registry=load_registry(GOOFSPIEL))
    await house.create("goofspiel", bots=("random", None), time_control=TimeControl("per_move", 5_000))
    (row,) = await house.store.due(2**62, 10)
    assert row.kind == BOT
    assert row.at_ms < int(time.time() * 1000) + BOT_OVERDUE_MS - 10_000


@pytest.mark.parametrize("unreadable", [("rows",), ("m",)])
async def test_at_the_start_every_bot_is_asked_also_if_the_store_can_not_be_read_yet(unreadable: tuple[str]) -> None:
    rows = Rows(Due("m", 9_999_999, BOT), unreadable="rows" in unreadable)
    assert ("m", BOT) in await kept(rows, 5, 3, unreadable=unreadable)


async def test_at_the_start_a_match_that_cannot_be_opened_is_not_tried_for_ever() -> None:
    rows = Rows(Due("bad", 9_999_999, BOT))
    assert await kept(rows, 5, 3, lame="bad") == []
    assert rows.asked[1:] == [5] * len(rows.asked[1:])


async def test_later_only_what_is_due_is_done() -> None:
    done = await kept(Rows(Due("m", 100, UNFILLED), Due("n", 200, UNFILLED)), 150, 3)
    assert set(done) == {("m", UNFILLED)}


async def test_one_match_that_cannot_be_opened_keeps_nobody_waiting() -> None:
    done = await kept(Rows(Due("bad", 1, BOT), Due("good", 2, BOT)), 5, 2, lame="bad")
    assert ("good", BOT) in done


async def test_a_bots_turn_leaves_a_row_that_is_due_once_its_answer_is_late(open_house: Open) -> None:
    house = open_house(pool=ScriptedPool(lambda ask: None))
    match_id = await house.create("dungeon-of-fear", bots=("random", None))
    (row,) = await house.store.due(2**62, 10)
    created = house.host.memory.lives[match_id].match.position.created
    assert (row.match_id, row.kind) == (match_id, BOT)
    assert row.at_ms == created.at + BOT_OVERDUE_MS


async def test_a_match_whose_seats_nobody_took_is_called_off_also_after_a_restart(open_house: Open) -> None:
    before = open_house(unfilled_s=1)
    info, codes = await before.host.create(request_for("dungeon-of-fear", bots=(None, "open")))
    await before.host.stop()
    after = open_house(unfilled_s=9_999)
    await after.host.start()

    async def status() -> str:
        return (await after.host.info(info.match_id)).status

    assert await status() == "open"
    await until(lambda: info.match_id in after.host.memory.lives)
    live = after.host.memory.lives[info.match_id]
    await until(lambda: live.match.position.status == "aborted")
    assert await status() == "aborted"
    with pytest.raises(Refusal) as refused:
        await after.host.join(codes[0][1], b"e" * 32, "Eve")
    assert refused.value.reason is Reason.MATCH_OVER
    assert await after.store.due(2**62, 10) == []


async def test_a_match_that_was_filled_goes_on(open_house: Open) -> None:
    house = open_house(unfilled_s=9_999)
    _, codes = await house.host.create(request_for("dungeon-of-fear", bots=(None, "open")))
    assert [row.kind for row in await house.store.due(2**62, 10)] == [UNFILLED]
    await house.host.join(codes[0][1], b"e" * 32, "Eve")
    assert await house.store.due(2**62, 10) == []
