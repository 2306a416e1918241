"""Ladders over the wire: what everybody may know of rated matches, and nothing of a match before its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from undercroft.v1 import game_pb2, match_pb2
from undercroft_client import Bot, Client, Reason, Refused

from .serving import Served, serving


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    async with serving(tmp_path, plugins=None) as running:
        yield running


async def play(served: Served, *bots: str) -> match_pb2.Match:
    match_id = await served.match("connect-four", bots=bots, rated=True)
    async with asyncio.timeout(60):
        while True:
            match = (await served.matches.GetMatch(match_pb2.GetMatchRequest(match_id=match_id))).match
            if match.status == match_pb2.MATCH_STATUS_FINISHED:
                return match
            await asyncio.sleep(0.01)


async def ladder(served: Served, **more: Any) -> list[game_pb2.LadderEntry]:
    answer = await served.games.GetLadder(game_pb2.GetLadderRequest(game="connect-four", **more))
    return list(answer.entries)


async def test_the_bots_of_rated_matches_are_listed_the_best_first(served: Served) -> None:
    assert await ladder(served) == []
    match = await play(served, "heuristic", "random")
    assert match.rated
    entries = await ladder(served)
    assert {entry.name for entry in entries} == {"heuristic", "random"}
    assert [entry.rating for entry in entries] == sorted((entry.rating for entry in entries), reverse=True)
    for entry in entries:
        assert (entry.matches, entry.won + entry.drawn + entry.lost, entry.faulted) == (1, 1, 0)
        assert entry.version
        assert entry.rating == pytest.approx(entry.mean - 3 * entry.deviation)
    assert len(await ladder(served, limit=1)) == 1


async def test_the_python_client_makes_rated_matches_and_reads_ladders(served: Served) -> None:
    async with Client(served.server.address) as client:
        created = await client.create_match("connect-four", seats=[Bot("heuristic"), Bot("random")], rated=True)
        assert created.match.rated
        async with asyncio.timeout(60):
            while not (entries := await client.ladder("connect-four", limit=5)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert {entry.name for entry in entries} == {"heuristic", "random"}
        for game, limit, reason in (("tag", 0, Reason.UNKNOWN_GAME), ("connect-four", 1001, Reason.BAD_REQUEST)):
            with pytest.raises(Refused) as refused:
                await client.ladder(game, limit)
            assert refused.value.reason is reason
        with pytest.raises(Refused, match="a different bot on each side"):
            await client.create_match("connect-four", seats=[Bot("random"), Bot("random")], rated=True)
