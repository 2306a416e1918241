"""On the wire: who is there, the seconds to return, and spectators who see a match late."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from undercroft.v1 import match_pb2

from .serving import Served, act, serving, subscribe


@pytest.fixture(scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    folder: Path = tmp_path_factory.mktemp("presence")
    async with serving(folder) as served:
        yield served


def presence(update: match_pb2.Update) -> dict[int, bool]:
    return {each.seat: each.connected for each in update.presence}


async def test_news_of_presence_has_no_facts_and_no_status_and_leaves_all_else_as_it_was(served: Served) -> None:
    match_id = await served.match("dungeon-of-fear", abandon_seconds=60)
    first, second = served.play(), served.play()
    await first.send(subscribe(1, match_id, 0))
    snapshot = await first.until(lambda: next(iter(first.updates(1)), None))
    assert presence(snapshot) == {0: True, 1: False}
    assert [each.seconds_left for each in snapshot.presence if each.HasField("seconds_left")] == [60]
    await second.send(subscribe(1, match_id, 1))
    news = await first.until(lambda: [each for each in first.updates(1) if presence(each) == {0: True, 1: True}])
    assert (news[0].status, len(news[0].facts), news[0].HasField("legal"), news[0].view) == (0, 0, False, "")
    assert news[0].since == news[0].seq == snapshot.seq
    assert not any(each.HasField("seconds_left") for each in news[0].presence)
    await second.close()
    gone = await first.until(
        lambda: [each for each in first.updates(1)[2:] if presence(each) == {0: True, 1: False}],
    )
    (left,) = [each.seconds_left for each in gone[0].presence if each.HasField("seconds_left")]
    assert 50 < left <= 60
    await first.send(act(1, snapshot.legal.texts[0], snapshot.seq, "a"))
    assert (await first.until(lambda: first.of("accepted")))[0].command_id == "a"
    await first.close()


async def test_a_match_says_how_late_spectators_are_and_when_it_is_abandoned(served: Served) -> None:
    made = (await served.create("dungeon-of-fear", abandon_seconds=60, spectator_delay=5)).match
    found = (await served.matches.GetMatch(match_pb2.GetMatchRequest(match_id=made.match_id))).match
    assert (found.abandon_seconds, found.spectator_delay) == (60, 5)


async def test_a_late_spectator_is_sent_nothing_that_it_may_not_have_yet(served: Served) -> None:
    match_id = await served.match("blind-attack", spectator_delay=4)
    stream = served.play()
    await stream.send(*(subscribe(number, match_id, seat) for number, seat in ((0, 0), (1, 1), (2, None))))
    told = [0, 0]
    for turn in range(6):
        seat = turn % 2
        update = await stream.until(
            lambda seat=seat: next(
                (each for each in stream.updates(seat) if each.legal.texts and each.seq > told[seat]), None
            )
        )
        told[seat] = update.seq
        await stream.send(act(seat, update.legal.texts[0], update.seq, f"t{turn}"))
        await stream.until(lambda turn=turn: [each for each in stream.of("accepted") if each.command_id == f"t{turn}"])
        late = stream.updates(2)[-1]
        assert late.seq <= max(0, stream.updates(seat)[-1].seq - 4)
        assert not late.clocks
    resign = match_pb2.PlayCommand(resign=match_pb2.Resign(subscription=0, command_id="r"))
    await stream.send(resign)
    await stream.until(lambda: stream.updates(2)[-1].HasField("outcome"))
    assert stream.updates(2)[-1].seq == stream.updates(1)[-1].seq
    whole = [update.since for update in stream.updates(2)[1:] if update.facts]
    assert whole == [update.seq for update in stream.updates(2) if update.facts or update.snapshot][:-1]
    await stream.close()
