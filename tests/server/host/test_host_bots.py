"""Hosted bots: asked when it is their turn, also after a restart; one that fails costs one decision and is noted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from undercroft.game import CHANCE
from undercroft.host.bots import LAST_RESORT
from undercroft.host.pool import BotAsk, BotFailure, BotPool
from undercroft.match import Answer
from undercroft.match.chance import derive_seed
from undercroft.match.rows import Acted, BotFault, Created, Ended

from .hosting import PATIENCE, TOUCHY, House, ScriptedPool, until

Open = Callable[..., House]


async def over(house: House, match_id: str) -> bool:
    return any(isinstance(row, Ended) for row in await house.rows(match_id))


async def to_the_end(house: House, match_id: str) -> None:
    """A match that is over and that nobody watches leaves memory, so the store is asked."""
    async with asyncio.timeout(PATIENCE):
        while (await house.host.info(match_id)).status != "finished":  # noqa: ASYNC110 - as in `until`
            await asyncio.sleep(0.001)


async def test_a_bot_that_fails_is_replaced_for_that_decision_and_the_last_resort_always_plays(
    open_house: Open,
) -> None:
    """The bot, then the match's fallback, then a legal action drawn here; at its next turn the bot is asked again."""
    pool = ScriptedPool(lambda ask: BotFailure("timeout", "private detail"))
    house = open_house(pool=pool)
    match_id = await house.create("touchy", '{"end": 4}', bots=(None, "clumsy"), fallback_bot="steady")
    eyes = await house.watch(match_id, 0)
    for turn in range(2):
        assert isinstance(await house.act(match_id, 0, "one", eyes.newest.seq), Answer)
        await eyes.until(lambda turn=turn: len(eyes.facts) == 3 + 2 * (turn + 1) or eyes.newest.glance.outcome)
        if eyes.newest.glance.outcome:
            break
    rows = await house.rows(match_id)
    faults = [row for row in rows if isinstance(row, BotFault)]
    assert [(row.bot, row.why, row.replaced_by) for row in faults[:2]] == [
        ("clumsy", "timeout", "steady"),
        ("steady", "timeout", LAST_RESORT),
    ]
    assert [ask.bot for ask in pool.asks] == ["clumsy", "steady"] * (len(pool.asks) // 2)
    assert "private detail" not in repr(rows)
    played = [row for row in rows if isinstance(row, Acted)]
    assert played[1].seat == 1
    assert played[1].text in {"one", "two", "boom"}
    assert "BotFault" not in repr(eyes.facts)
    assert "clumsy" not in repr(eyes.facts[3:]), "nobody at the table is told"


async def test_when_the_fallback_itself_sits_there_the_last_resort_is_next(open_house: Open) -> None:
    pool = ScriptedPool(lambda ask: BotFailure("crash", ""))
    house = open_house(pool=pool)
    match_id = await house.create("touchy", '{"end": 6}', bots=("random", "random"))
    await to_the_end(house, match_id)
    rows = await house.rows(match_id)
    assert {row.replaced_by for row in rows if isinstance(row, BotFault)} == {LAST_RESORT}
    assert len([row for row in rows if isinstance(row, BotFault)]) == len(
        [row for row in rows if isinstance(row, Acted)]
    )


async def test_a_bot_is_told_what_its_seat_is_told_and_nothing_else(open_house: Open) -> None:
    house = open_house()
    match_id = await house.create("dungeon-of-fear", bots=("random", "heuristic"))
    await to_the_end(house, match_id)
    live = (await house.host.memory.open(match_id)).match
    (created,) = [row for row in await house.rows(match_id) if isinstance(row, Created)]
    for ask in house.pool.asks:
        entries = live.entries(ask.seat)
        assert ask.entries == entries[: len(ask.entries)]
        seq = ask.legal and next(
            seq
            for seq in range(500)
            if derive_seed(bytes.fromhex(created.secret), "bot", ask.seat, seq) == ask.rng_seed
        )
        assert seq == len(ask.entries) + 2, "the seed is that of this decision"
        assert json.loads(ask.view)["you"] == ask.seat
    assert len({ask.rng_seed for ask in house.pool.asks}) == len(house.pool.asks)
    assert set(house.pool.forgotten) == {(match_id, 0), (match_id, 1)}


async def test_bots_are_asked_again_after_a_restart(open_house: Open) -> None:
    before = open_house(pool=ScriptedPool(lambda ask: None))
    match_id = await before.create("touchy", bots=("random", "random"))
    assert [ask.seat for ask in before.pool.asks] == [0]
    await before.host.stop()
    after = open_house()
    await after.host.start()
    await to_the_end(after, match_id)
    assert after.pool.asks[0].entries == before.pool.asks[0].entries
    assert after.pool.asks[0].rng_seed == before.pool.asks[0].rng_seed


async def test_without_wake_all_bots_are_asked_when_somebody_comes(open_house: Open) -> None:
    before = open_house(pool=ScriptedPool(lambda ask: None))
    match_id = await before.create("touchy", bots=(None, "random"))
    eyes = await before.watch(match_id, 0)
    await before.act(match_id, 0, "one", eyes.newest.seq)
    await before.host.stop()
    after = open_house(wake_all=False)
    await after.host.start()
    assert not after.pool.asks
    eyes = await after.watch(match_id, 0)
    await eyes.until(lambda: eyes.newest.glance.legal)
    assert len(after.pool.asks) == 1


async def test_a_replacement_that_was_noted_holds_after_a_restart(open_house: Open) -> None:
    before = open_house(pool=ScriptedPool(lambda ask: BotFailure("crash", "") if ask.bot == "clumsy" else None))
    match_id = await before.create("touchy", bots=("clumsy", None), fallback_bot="steady")
    await until(lambda: len(before.pool.asks) == 2)
    await before.host.stop()
    after = open_house()
    await after.host.start()
    await until(lambda: any(ask.bot == "steady" for ask in after.pool.asks))
    assert [ask.bot for ask in after.pool.asks] == ["steady"]
    assert (await after.watch(match_id, 1)).newest


async def test_a_bots_action_outlasts_a_store_that_is_away_for_a_while(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undercroft.host.bots._AGAIN_AFTER_S", 0.005)
    house = open_house()
    match_id = await house.create("touchy", bots=(None, "random"))
    eyes = await house.watch(match_id, 0)
    assert isinstance(await house.act(match_id, 0, "one", eyes.newest.seq), Answer)
    house.store.broken = True
    await until(lambda: len(house.pool.asks) >= 3)
    house.store.broken = False
    await eyes.until(lambda: eyes.newest.glance.legal)
    acted = [row for row in await house.rows(match_id) if isinstance(row, Acted)]
    assert [row.seat for row in acted] == [0, 1]


async def test_two_hosts_that_ask_the_same_bot_play_its_action_once(open_house: Open) -> None:
    ours = open_house(pool=ScriptedPool(lambda ask: BotFailure("crash", "") if ask.bot == "clumsy" else 1))
    theirs = open_house(pool=ScriptedPool(lambda ask: BotFailure("crash", "") if ask.bot == "clumsy" else 2))
    match_id = await ours.create("touchy", '{"end": 30}', bots=(None, "clumsy"), fallback_bot="steady")
    mine, other = await ours.watch(match_id, 0), None
    for turn in range(4):
        other = await theirs.watch(match_id, 0)
        seq = mine.newest.seq if turn == 0 else ours.host.memory.lives[match_id].match.position.counts[0]
        await asyncio.gather(*(house.act(match_id, 0, "one", seq, f"t{turn}") for house in (ours, theirs)))
        for house in (ours, theirs):
            await until(
                lambda house=house, seq=seq: (
                    house.host.memory.lives[match_id].match.position.counts[0] >= seq + 2
                    and not house.host.memory.lives[match_id].bots_asked
                )
            )
    rows = await ours.rows(match_id)
    acted = [row for row in rows if isinstance(row, Acted) and row.seat != CHANCE]
    assert [row.seat for row in acted] == [0, 1] * 4
    assert len([row for row in rows if isinstance(row, BotFault)]) == 4
    assert other is not None


async def test_people_are_answered_at_a_pace_and_bots_are_not(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wait fills up what the bot didn't need; it isn't added to it."""
    waits: list[float] = []
    house = open_house()
    loop = asyncio.get_running_loop()
    call_later = loop.call_later

    def noted(delay: float, *more: object) -> object:
        if getattr(more[0], "__name__", "") == "_send":
            waits.append(delay)
            return call_later(0, *more)  # type: ignore[arg-type]
        return call_later(delay, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(loop, "call_later", noted)
    with_person = await house.create("touchy", bots=("random", None), pace_ms=None)
    await until(lambda: waits)
    assert 0 < waits[0] <= 0.3
    among_bots = await house.create("touchy", bots=("random", "random"), pace_ms=None)
    await to_the_end(house, among_bots)
    assert len(waits) == 1
    assert (await house.rows(with_person))[0].pace_ms == 300  # type: ignore[union-attr]


async def test_a_match_that_ends_calls_off_whoever_still_thinks(open_house: Open) -> None:
    asks: list[BotAsk] = []
    house = open_house(pool=ScriptedPool(lambda ask: asks.append(ask)))
    match_id = await house.create("touchy", bots=("random", None))
    live = house.host.memory.lives[match_id]
    handle = live.bots_asked[0].handle
    await house.host.stop()
    assert handle.cancelled
    assert not live.bots_asked


async def test_real_bots_in_processes_play_and_a_crashing_one_is_noted(open_house: Open) -> None:
    pool = BotPool(1, TOUCHY)
    await pool.start()
    try:
        house = open_house(pool=pool)
        await house.host.start()
        match_id = await house.create("touchy", '{"end": 15}', bots=("clumsy", "random"))
        await to_the_end(house, match_id)
        rows = await house.rows(match_id)
        faults = [row for row in rows if isinstance(row, BotFault)]
        acted = [row for row in rows if isinstance(row, Acted)]
        assert {(row.seat, row.bot, row.why, row.replaced_by) for row in faults} == {(0, "clumsy", "crash", "random")}
        assert len(faults) == len([row for row in acted if row.seat == 0])
        assert "xyzzy" not in repr(rows)
        assert await over(house, match_id)
    finally:
        await pool.close()
