"""`undercroft.rpc.crowd`: spectators keep nobody waiting, and none of them is forgotten."""

from __future__ import annotations

import asyncio

from undercroft.rpc.crowd import AT_ONCE, Crowd


def told(streams: list[asyncio.Event]) -> int:
    return sum(stream.is_set() for stream in streams)


async def test_a_crowd_is_told_a_few_at_a_time_and_others_have_their_turn_between() -> None:
    crowd, streams = Crowd(), [asyncio.Event() for _ in range(3 * AT_ONCE + 1)]
    for stream in streams:
        crowd.tell(stream)
    assert told(streams) == 0
    seen = []
    while told(streams) < len(streams):
        await asyncio.sleep(0)
        seen.append(told(streams))
    assert seen == [AT_ONCE, 2 * AT_ONCE, 3 * AT_ONCE, 3 * AT_ONCE + 1]


async def test_who_waits_longest_is_told_first_and_keeps_the_place_when_more_becomes_due() -> None:
    crowd, streams = Crowd(), [asyncio.Event() for _ in range(2 * AT_ONCE)]
    for stream in (*streams, *reversed(streams)):
        crowd.tell(stream)
    await asyncio.sleep(0)
    assert told(streams[:AT_ONCE]) == AT_ONCE
    assert told(streams[AT_ONCE:]) == 0


async def test_a_stream_that_was_told_can_be_told_again() -> None:
    crowd, stream = Crowd(), asyncio.Event()
    for _ in range(3):
        crowd.tell(stream)
        async with asyncio.timeout(5):
            await stream.wait()
        stream.clear()
