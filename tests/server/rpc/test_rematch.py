"""Rematches over the wire: two clients go on together, and whoever comes back later finds the way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from undercroft.v1 import match_pb2

from .serving import Served, Stream, act, name_of, serving


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    async with serving(tmp_path) as running:
        yield running


async def rematch(stream: Stream, number: int, command_id: str = "again") -> Any:
    """Ask from a subscription's seat; the `Accepted` or the `Refusal`."""
    ask = match_pb2.PlayCommand(rematch=match_pb2.Rematch(subscription=number, command_id=command_id))
    await stream.send(ask)

    def answers() -> list[Any]:
        every = [*stream.of("accepted"), *stream.of("refusal")]
        return [each for each in every if (each.subscription, each.command_id) == (number, command_id)]

    return (await stream.until(answers))[-1]


async def resign(stream: Stream, number: int) -> None:
    await stream.send(match_pb2.PlayCommand(resign=match_pb2.Resign(subscription=number, command_id="resign")))
    await stream.until(lambda: [each for each in stream.of("accepted") if each.command_id == "resign"])


def told(stream: Stream, number: int, kind: str) -> list[Any]:
    return [getattr(fact, kind) for fact in stream.facts(number) if fact.WhichOneof("fact") == kind]


async def test_two_clients_ask_and_go_on_in_the_match_that_both_are_told_of(served: Served) -> None:
    match_id = await served.match("dungeon-of-fear")
    streams = [served.play(), served.play()]
    for seat, stream in enumerate(streams):
        await stream.snapshot(seat, match_id, seat)
    await streams[0].snapshot(2, match_id, None)
    early = await rematch(streams[0], 0, "early")
    assert name_of(early.reason) == "FORBIDDEN"
    await resign(streams[0], 0)
    for seat, stream in enumerate(streams):
        assert isinstance(await rematch(stream, seat), match_pb2.Accepted)
    readers = [(streams[0], 0), (streams[1], 1), (streams[0], 2)]
    for stream, number in readers:
        await stream.until(lambda stream=stream, number=number: told(stream, number, "rematched"))
    after_the_end = []
    for stream, number in readers:
        facts = stream.facts(number)
        (end,) = [place for place, fact in enumerate(facts) if fact.HasField("ended")]
        after_the_end.append([fact.SerializeToString(deterministic=True) for fact in facts[end:]])
    # Seats and a spectator are told the same, byte for byte, and only once nothing is hidden any more.
    assert after_the_end[0] == after_the_end[1] == after_the_end[2]
    assert [fact.seat for fact in told(streams[1], 1, "rematch_asked")] == [0, 1]
    (news,) = told(streams[1], 1, "rematched")
    assert list(news.seats) == [1, 0]
    seqs = []
    for seat, stream in enumerate(streams):
        first = await stream.snapshot(10, news.match_id, seat)
        assert (first.seat, first.status) == (news.seats[seat], match_pb2.MATCH_STATUS_RUNNING)
        assert [each.name for each in first.match.seats] == ["P1", "P0"]
        seqs.append(first.seq)
    assert isinstance(await streams[1].answer(act(10, "a1xa2", seqs[1], "move")), match_pb2.Accepted)
    for stream in streams:
        await stream.close()


async def test_the_next_match_hides_a_secret_of_its_own_though_the_first_ones_is_open(served: Served) -> None:
    """The first match's secret is told at its end, and nothing of the second's chance follows from it."""
    created = await served.create("dungeon-of-fear")
    stream = served.play()
    for seat in (0, 1):
        await stream.snapshot(seat, created.match.match_id, seat)
    await resign(stream, 0)
    for seat in (0, 1):
        await rematch(stream, seat)
    (news,) = await stream.until(lambda: told(stream, 0, "rematched"))
    first = await stream.snapshot(10, news.match_id, 0)
    assert len(first.match.commitment) == 32
    assert first.match.commitment != created.match.commitment
    await stream.close()


async def test_who_comes_back_after_a_restart_finds_the_rematch_among_the_facts(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        match_id = await served.match("dungeon-of-fear", bots=(None, "random"))
        stream = served.play()
        await stream.snapshot(0, match_id, 0)
        await resign(stream, 0)
        await rematch(stream, 0)
        (news,) = await stream.until(lambda: told(stream, 0, "rematched"))
        await stream.close()
    async with serving(tmp_path) as served:
        stream = served.play()
        await stream.snapshot(0, match_id, 0)
        assert told(stream, 0, "rematched") == [news]
        assert isinstance(await rematch(stream, 0), match_pb2.Accepted), "asked before, and answered alike"
        assert len(told(stream, 0, "rematch_asked")) == 1
        assert (await stream.snapshot(1, news.match_id, 0)).seat == 1
        await stream.close()


async def test_spectators_and_matches_with_open_seats_are_refused(served: Served) -> None:
    match_id = await served.match("dungeon-of-fear", bots=(None, "open"))
    stream = served.play()
    await stream.snapshot(0, match_id, 0)
    await stream.snapshot(1, match_id, None)
    await stream.send(match_pb2.PlayCommand(abort=match_pb2.Abort(subscription=0, command_id="abort")))
    for number in (0, 1):
        assert name_of((await rematch(stream, number)).reason) == "FORBIDDEN"
    await stream.close()
