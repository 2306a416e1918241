"""Unary calls: what they give, and how they outlive a server that is away."""

from __future__ import annotations

import time

import grpc
import pytest

from undercroft.v1 import refusal_pb2
from undercroft_client import (
    Backoff,
    Bot,
    Client,
    ClientError,
    ConnectionLost,
    MatchStatus,
    Mine,
    Open,
    Reason,
    Refused,
    SeatKind,
    new_token,
)

from .fake_server import Drop, FakeServer, RefusalError

AWAY = Drop(grpc.StatusCode.UNAVAILABLE)
STORM = Drop(grpc.StatusCode.CANCELLED)


async def test_games_and_bots_are_listed(client: Client) -> None:
    (game,) = await client.games()
    assert (game.id, game.seats, game.title("ru"), game.title("fr")) == ("counting", (2, 3), "Счёт", "Counting")
    details = await client.game("counting")
    assert details.rules == {"en": "# Counting"}
    assert details.options_schema == {"type": "object"}
    (bot,) = await client.bots("counting")
    assert (bot.name, bot.summary()) == ("random", "Plays anything.")


async def test_a_match_is_made_and_joined(client: Client) -> None:
    created = await client.create_match("counting", seats=[Mine("Ann"), Open(), Bot("random")], options={"target": 4})
    assert created.seat == 0
    assert len(created.token) == 32
    assert [code.seat for code in created.codes] == [1]
    assert created.match.options == {"target": 4}
    joined = await client.join(created.codes[0].code, "Bob")
    assert joined.seat == 1
    assert [seat.name for seat in joined.match.seats] == ["Ann", "Bob", "random"]
    match = await client.match(created.match.match_id)
    assert match.status is MatchStatus.RUNNING
    assert match.seats[1].kind is SeatKind.PLAYER


async def test_a_match_without_a_seat_of_ones_own_says_so(client: Client) -> None:
    created = await client.create_match("counting")
    assert [code.seat for code in created.codes] == [0, 1]
    with pytest.raises(ClientError, match="Mine"):
        _ = created.token


async def test_matches_come_over_page_borders(client: Client, server: FakeServer) -> None:
    for _ in range(7):
        server.new_match([new_token(), new_token()])
    found = [match.match_id async for match in client.matches(page_size=3)]
    assert found == [f"m{n}" for n in reversed(range(7))]
    assert server.calls.count("ListMatches") == 3
    assert [match async for match in client.matches(statuses=["finished"])] == []


@pytest.mark.parametrize("stage", ["CreateMatch", "CreateMatch:done"])
async def test_a_lost_answer_makes_no_second_match(client: Client, server: FakeServer, stage: str) -> None:
    server.faults[stage].extend([AWAY, STORM])
    created = await client.create_match("counting", seats=[Mine("Ann"), Open()])
    assert list(server.matches) == [created.match.match_id]
    assert server.calls.count("CreateMatch") == 3


@pytest.mark.parametrize("stage", ["JoinMatch", "JoinMatch:done"])
async def test_a_lost_answer_takes_no_second_seat(client: Client, server: FakeServer, stage: str) -> None:
    created = await client.create_match("counting", seats=[Open(), Open()])
    server.faults[stage].append(AWAY)
    joined = await client.join(created.codes[1].code, "Bob")
    assert server.matches[created.match.match_id].tokens == {joined.token: 1}


async def test_a_refusal_keeps_its_reason_and_details(client: Client) -> None:
    with pytest.raises(Refused) as caught:
        await client.create_match("chess")
    assert caught.value.reason is Reason.UNKNOWN_GAME
    assert caught.value.nearest == ["counting"]
    assert caught.value.message == "because of the test"


async def test_a_refusal_is_not_tried_again(client: Client, server: FakeServer) -> None:
    with pytest.raises(Refused, match="because"):
        await client.match("nowhere")
    assert server.calls == ["GetMatch"]


async def test_a_passing_refusal_is_tried_again(client: Client, server: FakeServer) -> None:
    server.refusals["ListGames"].append(RefusalError(refusal_pb2.REASON_STORAGE_UNAVAILABLE))
    assert len(await client.games()) == 1


async def test_a_call_that_came_too_often_is_made_again_after_the_seconds_it_was_told(
    client: Client, server: FakeServer
) -> None:
    began = time.monotonic()
    server.refusals["CreateMatch"].append(RefusalError(refusal_pb2.REASON_RATE_LIMITED, seconds="0.2"))
    created = await client.create_match("counting", seats=[Mine("Ann"), Open()])
    assert list(server.matches) == [created.match.match_id]
    assert time.monotonic() - began >= 0.2


async def test_nobody_waits_longer_than_the_patience(client: Client, server: FakeServer) -> None:
    server.refusals["JoinMatch"].append(RefusalError(refusal_pb2.REASON_RATE_LIMITED, seconds="3600"))
    with pytest.raises(Refused) as caught:
        await client.join("WRONG", "Eve")
    assert (caught.value.reason, caught.value.retry_after) == (Reason.RATE_LIMITED, 3600.0)
    assert server.calls == ["JoinMatch"]


async def test_a_server_that_stays_away_is_a_lost_connection() -> None:
    async with Client("127.0.0.1:1", patience=0.05, backoff=Backoff(0.001, 0.01)) as client:
        with pytest.raises(ConnectionLost):
            await client.games()


async def test_a_storage_that_stays_away_keeps_its_reason(server: FakeServer) -> None:
    server.refusals["ListGames"].extend([RefusalError(refusal_pb2.REASON_STORAGE_UNAVAILABLE)] * 100)
    async with Client(server.target, patience=0.1, backoff=Backoff(0.01, 0.02)) as client:
        with pytest.raises(Refused) as caught:
            await client.games()
    assert caught.value.reason is Reason.STORAGE_UNAVAILABLE


async def test_a_record_comes_as_text_and_as_values(client: Client, server: FakeServer) -> None:
    match = server.new_match([new_token(), new_token()], target=3)
    with pytest.raises(Refused) as caught:
        await client.record(match.match_id)
    assert caught.value.reason is Reason.RECORD_CLOSED
    match.play(0, "+3")
    assert (await client.record(match.match_id))["actions"] == [{"seat": 0, "action": "+3"}]
    assert '"undercroft-record/1"' in await client.record_json(match.match_id)


async def test_a_client_that_is_not_open_says_so() -> None:
    client = Client("127.0.0.1:1")
    with pytest.raises(ClientError, match="async with"):
        await client.games()
    with pytest.raises(ClientError, match="async with"):
        client.seat("m", new_token())
