"""Rematches: made once, as the match before was, and found by everybody, whatever stops on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn

import pytest

from undercroft.host import Wants, rematches, timekeeper
from undercroft.host.codes import rematch_key, request_key
from undercroft.host.timekeeper import REMATCH
from undercroft.match import (
    Abort,
    Answer,
    AskRematch,
    Command,
    NewMatch,
    Refusal,
    RematchedFact,
    RematchFailedFact,
    Resign,
    Say,
    TimeControl,
)
from undercroft.match.chance import secret_of_rematch
from undercroft.match.rows import Created, Rematched, RematchFailed, Seated
from undercroft.registry import UnknownBot, UnknownGame
from undercroft.store import Append, MatchQuery

from .hosting import PATIENCE, REGISTRY, TOKENS, Eyes, House, ScriptedPool, until

Open = Callable[..., House]

DUNGEON = REGISTRY.game("dungeon-of-fear")


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeper, "PERIOD_S", 0.01)
    monkeypatch.setattr(rematches, "AGAIN_AFTER_S", 0.01)


async def tell(house: House, match_id: str, command: Command) -> None:
    """Have a command of a seat carried out."""
    live = await house.host.memory.open(match_id)
    outcome: asyncio.Future[Answer | Refusal] = asyncio.get_running_loop().create_future()
    house.host._pipeline.submit(live, command, outcome.set_result)
    assert isinstance(await outcome, Answer)


async def over(house: House, *args: Any, **more: Any) -> str:
    """A match that its first seat has given up."""
    match_id = await house.create(*args, **more)
    await tell(house, match_id, Resign(0, "r"))
    return match_id


async def all_ask(house: House, match_id: str, command_id: str = "again") -> None:
    position = (await house.host.memory.open(match_id)).match.position
    for seat, occupant in enumerate(position.occupants):
        if occupant.token_hash:
            await tell(house, match_id, AskRematch(seat, command_id))


async def row_of(house: House, match_id: str, kind: type[Any]) -> Any:
    """The one row of a kind, once it is on disk."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = [row for row in await house.rows(match_id) if isinstance(row, kind)]
            if found:
                (row,) = found
                return row
            await asyncio.sleep(0.001)


async def created_by(house: House, match_id: str) -> Created:
    row: Created = await row_of(house, match_id, Created)
    return row


async def rematch_of(house: House, match_id: str) -> str:
    """The id of a match's rematch, once everybody was told."""
    row: Rematched = await row_of(house, match_id, Rematched)
    return row.match_id


async def all_matches(house: House) -> set[str]:
    return {info.match_id for info in (await house.host.matches(MatchQuery()))[0]}


def of_a_new_match(append: Append) -> bool:
    return append.expected == 0


def with_the_news(append: Append) -> bool:
    return any(b'"rematched"' in row for row in append.rows)


# ---- what is made


async def test_once_all_have_asked_there_is_a_match_with_the_seats_turned_and_the_same_tokens(house: House) -> None:
    match_id = await over(house)
    readers: tuple[int | None, ...] = (0, 1, None)
    eyes = [await house.watch(match_id, seat) for seat in readers]
    await tell(house, match_id, AskRematch(0, "again"))
    assert await all_matches(house) == {match_id}
    await tell(house, match_id, AskRematch(1, "again"))
    new_id = await rematch_of(house, match_id)
    for each in eyes:
        await each.until(lambda each=each: RematchedFact(new_id, (1, 0)) in each.facts)
    info = await house.host.info(new_id)
    assert [(seat.kind, seat.name) for seat in info.seats] == [("player", "P1"), ("player", "P0")]
    assert info.status == "running"
    for seat, token in enumerate(TOKENS):
        assert (await house.host.watch(new_id, token, 0, Wants(), Eyes())).reader == 1 - seat
    assert await all_matches(house) == {match_id, new_id}


async def test_all_that_was_asked_for_is_asked_for_again_and_what_must_be_new_is_new(house: House) -> None:
    asked = {
        "options": '{"clock": "public"}',
        "record": "own",
        "spectators": "after_end",
        "fallback_bot": "heuristic",
        "pace_ms": 7,
        "time_control": TimeControl("fischer", 60_000, 2_000),
        "on_timeout": "bot",
    }
    match_id = await over(house, **asked)
    await all_ask(house, match_id)
    new_id = await rematch_of(house, match_id)
    old, new = await created_by(house, match_id), await created_by(house, new_id)
    made_new = {"match_id", "seats", "secret", "seeded", "unfilled_s", "request_hash", "rematch_of"}
    for field in set(NewMatch.__struct_fields__) - made_new:
        assert getattr(new, field) == getattr(old, field), field
        assert getattr(new, field) != getattr(NewMatch, field, None), f"{field}: this test asks for the default"
    assert (new.rematch_of, new.seeded, new.game) == (match_id, False, old.game)
    assert len({old.secret, new.secret, secret_of_rematch(bytes.fromhex(old.secret)).hex()}) == 3


async def test_whoever_sat_down_sits_down_again_whoever_has_played_on_for_them(open_house: Open) -> None:
    """Of three, the first leaves, and a bot stays in the seat; before anybody acts the match is called off."""
    house = open_house(pool=ScriptedPool(lambda ask: None))
    match_id = await house.create("psychos-of-the-underground", bots=(None, None, "heuristic"))
    await tell(house, match_id, Resign(0, "r"))
    assert (await house.host.memory.open(match_id)).match.position.occupants[0].kind == "bot"
    await tell(house, match_id, Abort(1, "x"))
    await all_ask(house, match_id)
    new_id = await rematch_of(house, match_id)
    seats = [(row.kind, row.name) for row in await house.rows(new_id) if isinstance(row, Seated)]
    assert seats == [("bot", "heuristic"), ("player", "P0"), ("player", "P1")]


async def test_a_rematch_can_have_a_rematch(house: House) -> None:
    ids = [await over(house)]
    for _ in range(3):
        await all_ask(house, ids[-1])
        ids.append(await rematch_of(house, ids[-1]))
        await tell(house, ids[-1], Resign(0, "r"))
    assert len(set(ids)) == 4
    names = [[seat.name for seat in (await house.host.info(match_id)).seats] for match_id in ids]
    assert names == [["P0", "P1"], ["P1", "P0"]] * 2


async def test_a_seed_fixes_the_rematch_too_but_not_where_seeds_are_not_allowed(open_house: Open) -> None:
    house, elsewhere = open_house(allow_seed=True), open_house()
    secrets = []
    for where in (house, house, elsewhere):
        match_id = await over(house, seed=5)
        await all_ask(where, match_id)
        new = await created_by(where, await rematch_of(where, match_id))
        assert new.seeded == (where is house)
        secrets.append(new.secret)
    assert secrets[0] == secrets[1] != secrets[2]


# ---- a process that stops


@pytest.mark.parametrize("unwelcome", [of_a_new_match, with_the_news])
async def test_a_server_that_stops_before_the_match_or_before_the_news_is_made_good_by_the_next(
    open_house: Open, unwelcome: Callable[[Append], bool]
) -> None:
    """What its store refuses is for the next one as if it had never come to it."""
    before, after = open_house(), open_house()
    match_id = await over(before)
    before.store.unwelcome = unwelcome
    await all_ask(before, match_id)
    await until(lambda: before.store.refused)
    await before.host.stop()
    made = await all_matches(before) - {match_id}
    assert [(row.match_id, row.kind) for row in await after.store.due(2**62, 9)] == [(match_id, REMATCH)]
    await after.host.start()
    new_id = await rematch_of(after, match_id)
    assert await all_matches(after) == {match_id, new_id}
    assert made <= {new_id}
    assert await after.store.due(2**62, 9) == []


async def test_a_server_that_wakes_nobody_makes_it_good_when_somebody_comes_back(open_house: Open) -> None:
    """As the one inside `undercroft play`, which shares its store with others of its kind."""
    before, after = open_house(wake_all=False), open_house(wake_all=False)
    match_id = await over(before)
    before.store.unwelcome = with_the_news
    await all_ask(before, match_id)
    await until(lambda: before.store.refused)
    await before.host.stop()
    await after.host.start()
    eyes = await after.watch(match_id, 0)
    await eyes.until(lambda: any(isinstance(fact, RematchedFact) for fact in eyes.facts))


# ---- once


async def test_of_two_servers_that_are_at_it_one_makes_the_match_and_both_tell_of_it(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = houses = open_house(), open_house()
    match_id = await over(ours)
    together = asyncio.Barrier(2)

    def asks_with_the_other(asks: Callable[[bytes], Awaitable[str | None]]) -> Callable[[bytes], Awaitable[str | None]]:
        alone = True

        async def asked(key: bytes) -> str | None:
            nonlocal alone
            found = await asks(key)
            if alone:
                alone = False
                await together.wait()  # both know of no such match before either writes one
            return found

        return asked

    for house in houses:
        monkeypatch.setattr(house.store, "match_of_request", asks_with_the_other(house.store.match_of_request))
    await all_ask(ours, match_id)
    eyes = [await house.watch(match_id, seat) for seat, house in enumerate(houses)]
    new_id = await rematch_of(ours, match_id)
    assert await all_matches(ours) == {match_id, new_id}
    await eyes[0].until(lambda: RematchedFact(new_id, (1, 0)) in eyes[0].facts)
    await tell(theirs, match_id, Say(1, "s", "hello"))  # whoever is behind catches up with its next command
    await eyes[1].until(lambda: RematchedFact(new_id, (1, 0)) in eyes[1].facts)


def test_no_clients_request_can_take_the_rematchs_place() -> None:
    key = rematch_key("0123456789ab")
    assert key not in {request_key(text) for text in ("0123456789ab", "undercroft rematch 0123456789ab", " " * 16)}


async def test_what_is_said_meanwhile_does_not_put_it_off(open_house: Open) -> None:
    house = open_house(wake_all=False)
    match_id = await over(house)
    house.store.unwelcome = of_a_new_match
    await all_ask(house, match_id)
    await tell(house, match_id, Say(0, "s", "again!"))
    assert [(row.match_id, row.kind) for row in await house.store.due(2**62, 9)] == [(match_id, REMATCH)]


async def test_a_match_that_has_left_memory_is_brought_back_for_it(open_house: Open) -> None:
    house = open_house(idle_matches=0)
    match_id = await over(house)
    await all_ask(house, match_id)
    assert await rematch_of(house, match_id)


# ---- what can't be made


async def test_while_the_store_takes_no_match_it_is_tried_again_and_nobody_is_told_anything(house: House) -> None:
    match_id = await over(house)
    eyes = await house.watch(match_id, 0)
    house.store.unwelcome = of_a_new_match
    await all_ask(house, match_id)
    await until(lambda: house.store.refused >= 3)
    assert not any(isinstance(fact, RematchedFact | RematchFailedFact) for fact in eyes.facts)
    assert await all_matches(house) == {match_id}
    house.store.unwelcome = None
    assert await rematch_of(house, match_id)


def _no_game(game_id: str) -> NoReturn:
    raise UnknownGame(game_id)


def _no_bot(spec: str, game: Any) -> NoReturn:
    raise UnknownBot(spec)


def _other_seats(options: Any) -> tuple[int, ...]:
    return (3, 4)


def _hidden_fault(*_: Any) -> NoReturn:
    raise RuntimeError("the secret of seat 1")


@pytest.mark.parametrize(
    ("where", "name", "fault", "why"),
    [
        (REGISTRY, "game", _no_game, "game_unavailable"),
        (DUNGEON, "start", _hidden_fault, "game_unavailable"),
        (REGISTRY, "bot", _no_bot, "bot_unavailable"),
        (DUNGEON, "seat_counts", _other_seats, "options_refused"),
        (rematches, "rematch_key", _hidden_fault, "server_fault"),
    ],
)
async def test_everybody_is_told_that_there_can_be_none_and_in_a_word_why_and_may_ask_again(
    house: House, monkeypatch: pytest.MonkeyPatch, where: Any, name: str, fault: Any, why: str
) -> None:
    match_id = await over(house)
    eyes = [await house.watch(match_id, 0), await house.watch(match_id, None)]
    with monkeypatch.context() as patch:
        patch.setattr(where, name, fault)
        await all_ask(house, match_id)
        assert (await row_of(house, match_id, RematchFailed)).why == why
    for each in eyes:
        await each.until(lambda each=each: RematchFailedFact(why) in each.facts)
    assert await house.store.due(2**62, 9) == []
    assert await all_matches(house) == {match_id}
    await all_ask(house, match_id, "once more")
    assert await rematch_of(house, match_id)


async def test_a_spectator_is_told_nothing_that_a_list_of_matches_does_not_tell(house: House) -> None:
    match_id = await over(house)
    eyes = await house.watch(match_id, None)
    await all_ask(house, match_id)
    await eyes.until(lambda: [fact for fact in eyes.facts if isinstance(fact, RematchedFact)])
    (new_id,) = await all_matches(house) - {match_id}
    assert eyes.facts[-1] == RematchedFact(new_id, (1, 0))
