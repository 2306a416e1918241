"""Ladders: every rated match counts exactly once, whatever crashes, and for both sides alike on every server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.host.ladder import Ladder, LadderEntry
from undercroft.host.pool import BotAsk, BotFailure
from undercroft.match import Reason, Refusal
from undercroft.match.rated import RatedBot, RatedResult
from undercroft.registry import load_registry

from .hosting import House, ScriptedPool, reason_of, request_for, until

Open = Callable[..., House]
GAME = "connect-four"
A, B, C = RatedBot("a", "1"), RatedBot("b", "1"), RatedBot("c", "1")


def first_column(ask: BotAsk) -> int:
    """Seat 0 puts four on top of each other."""
    return ask.seat


async def play(house: House, bots: tuple[str, str] = ("heuristic", "random"), **more: Any) -> str:
    match_id = await house.create(GAME, bots=bots, rated=True, **more)
    await ended(house, match_id)
    return match_id


async def ended(house: House, match_id: str) -> None:
    async with asyncio.timeout(60):
        while (await house.host.info(match_id)).status != "finished":  # noqa: ASYNC110
            await asyncio.sleep(0.001)


def counts(entries: Sequence[LadderEntry]) -> list[tuple[str, int, int, int, int, int]]:
    return [(each.bot.name, each.matches, each.won, each.drawn, each.lost, each.faulted) for each in entries]


# ---- the fold


def test_who_wins_rises_and_uncertainty_falls() -> None:
    ladder = Ladder()
    for _ in range(10):
        ladder.take(RatedResult(((A,), (B,)), (0,)))
    first, second = ladder.entries()
    assert (first.bot, second.bot) == (A, B)
    assert first.mean > 25 > second.mean
    assert first.deviation < 25 / 3
    assert first.rating == first.mean - 3 * first.deviation


def test_a_draw_of_equals_moves_nobody_and_counts() -> None:
    ladder = Ladder()
    ladder.take(RatedResult(((A,), (B,))))
    first, second = ladder.entries()
    assert first.mean == pytest.approx(second.mean)
    assert counts(ladder.entries()) == [("a", 1, 0, 1, 0, 0), ("b", 1, 0, 1, 0, 0)]


def test_a_match_in_which_a_bot_failed_is_nobodys_victory_and_counted_apart() -> None:
    ladder = Ladder()
    ladder.take(RatedResult(((A,), (B,)), (0,)))
    before = {entry.bot: (entry.mean, entry.deviation) for entry in ladder.entries()}
    ladder.take(RatedResult(((A,), (B,)), (0,), failed=(B,)))
    assert {entry.bot: (entry.mean, entry.deviation) for entry in ladder.entries()} == before
    assert counts(ladder.entries()) == [("a", 1, 1, 0, 0, 0), ("b", 1, 0, 0, 1, 1)]


def test_another_version_is_another_bot() -> None:
    ladder = Ladder()
    ladder.take(RatedResult(((A,), (RatedBot("a", "2"),)), (1,)))
    assert [entry.bot.version for entry in ladder.entries()] == ["2", "1"]


def test_partners_win_together_and_of_three_sides_one_wins() -> None:
    ladder = Ladder()
    ladder.take(RatedResult(((A, B), (C,)), (0,)))
    assert counts(ladder.entries()) == [("a", 1, 1, 0, 0, 0), ("b", 1, 1, 0, 0, 0), ("c", 1, 0, 0, 1, 0)]
    three = Ladder()
    three.take(RatedResult(((A,), (B,), (C,)), (1,)))
    assert three.entries()[0].bot == B


@given(st.lists(st.tuples(st.sampled_from([(A, B), (B, C), (C, A)]), st.sampled_from([(), (0,), (1,)])), max_size=30))
def test_every_result_counts_once_for_each_of_its_bots(results: list[Any]) -> None:
    ladder = Ladder()
    for (one, other), winners in results:
        ladder.take(RatedResult(((one,), (other,)), winners))
    entries = ladder.entries()
    assert sum(entry.matches for entry in entries) == 2 * len(results)
    assert sum(entry.won for entry in entries) == sum(entry.lost for entry in entries)
    assert entries == sorted(entries, key=lambda entry: (-entry.rating, entry.bot))


# ---- on a host


async def test_a_rated_match_counts_once_however_often_one_looks_and_restarts(open_house: Open) -> None:
    house = open_house(pool=ScriptedPool(first_column))
    for _ in range(3):
        await play(house)
    expected = [("heuristic", 3, 3, 0, 0, 0), ("random", 3, 0, 0, 3, 0)]
    assert counts(await house.host.ladder(GAME)) == expected
    ladder = await house.host.ladder(GAME)
    assert counts(ladder) == expected
    other = open_house(pool=ScriptedPool(first_column))
    assert await other.host.ladder(GAME) == ladder, "another server on the store comes to the same"
    await play(other)
    assert counts(await house.host.ladder(GAME))[0] == ("heuristic", 4, 4, 0, 0, 0)
    assert await house.host.ladder(GAME) == await other.host.ladder(GAME)


async def test_an_end_that_wasnt_written_counts_only_once_it_is(open_house: Open) -> None:
    """The store fails at the very end; the bot is asked again, and the match ends and counts once."""
    house = open_house(pool=ScriptedPool(first_column))
    house.store.unwelcome = lambda append: append.rated is not None
    match_id = await house.create(GAME, bots=("heuristic", "random"), rated=True)
    await until(lambda: house.store.refused > 0)
    assert not await house.host.ladder(GAME)
    assert (await house.host.info(match_id)).status == "running"
    house.store.unwelcome = None
    await ended(house, match_id)
    assert counts(await house.host.ladder(GAME)) == [("heuristic", 1, 1, 0, 0, 0), ("random", 1, 0, 0, 1, 0)]


async def test_a_process_that_dies_before_the_end_leaves_it_to_the_next_one(open_house: Open) -> None:
    asked = 0

    def until_five(ask: BotAsk) -> int | None:
        nonlocal asked
        asked += 1
        return ask.seat if asked < 5 else None

    house = open_house(pool=ScriptedPool(until_five))
    match_id = await house.create(GAME, bots=("heuristic", "random"), rated=True)
    await until(lambda: asked == 5)
    other = open_house(pool=ScriptedPool(first_column))
    await other.host.start()
    await ended(other, match_id)
    assert counts(await house.host.ladder(GAME)) == [("heuristic", 1, 1, 0, 0, 0), ("random", 1, 0, 0, 1, 0)]


async def test_who_asks_and_goes_away_makes_no_match_count_twice(open_house: Open) -> None:
    house = open_house(pool=ScriptedPool(first_column))
    for _ in range(3):
        await play(house)
    for wait in (0.0, 0.001, 0.01):
        asking = asyncio.ensure_future(house.host.ladder(GAME))
        await asyncio.sleep(wait)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    several = await asyncio.gather(*(house.host.ladder(GAME) for _ in range(5)))
    assert all(counts(ladder) == [("heuristic", 3, 3, 0, 0, 0), ("random", 3, 0, 0, 3, 0)] for ladder in several)


async def test_a_bot_that_fails_is_counted_apart(open_house: Open) -> None:
    def clumsy(ask: BotAsk) -> int | BotFailure:
        return BotFailure("crash", "no") if ask.bot == "heuristic" else ask.legal[0]

    house = open_house(pool=ScriptedPool(clumsy))
    await play(house)
    assert counts(await house.host.ladder(GAME)) == [("heuristic", 0, 0, 0, 0, 1)]


async def test_a_match_that_isnt_rated_doesnt_count_and_one_that_is_says_so(open_house: Open) -> None:
    house = open_house(pool=ScriptedPool(first_column))
    plain = await house.create(GAME, bots=("heuristic", "random"))
    await ended(house, plain)
    assert not await house.host.ladder(GAME)
    assert not (await house.host.info(plain)).rated
    assert (await house.host.info(await play(house))).rated


async def test_hosted_bots_have_the_version_of_their_distribution(open_house: Open) -> None:
    house = open_house(pool=ScriptedPool(first_column))
    await play(house)
    (version,) = {entry.bot.version for entry in await house.host.ladder(GAME)}
    assert version
    assert load_registry().bot_version("heuristic") == version
    assert load_registry().bot_version("@somebody") == ""


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"bots": (None, "random")}, "bots on all seats"),
        ({"bots": ("open", "random")}, "bots on all seats"),
        ({"bots": ("random", "random")}, "a different bot on each side"),
        ({"bots": ("heuristic", "random"), "seed": 1}, "chance of the server's own"),
        ({"bots": ("heuristic", "random"), "options": '{"columns": 5}'}, "default options"),
    ],
)
async def test_what_compares_no_bots_isnt_rated(open_house: Open, more: dict[str, Any], why: str) -> None:
    house = open_house(allow_seed=True)
    with pytest.raises(Refusal, match=why) as refused:
        await house.host.create(request_for(GAME, rated=True, **more))
    assert refused.value.reason is Reason.BAD_REQUEST
    assert refused.value.details == {"field": "rated"}


async def test_an_unknown_game_has_no_ladder(house: House) -> None:
    with pytest.raises(Refusal) as refused:
        await house.host.ladder("tag")
    assert reason_of(refused.value) is Reason.UNKNOWN_GAME


async def test_a_store_that_cant_be_read_is_told_of(house: House) -> None:
    house.store.unreadable = True
    with pytest.raises(Refusal) as refused:
        await house.host.ladder(GAME)
    assert refused.value.reason is Reason.STORAGE_UNAVAILABLE
