"""The raw server does what a move costs on the wire and no more: bytes of the sizes asked for, the ways they go."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest

from undercroft.bench.server.figures import Sizes
from undercroft.bench.server.load.raw import raw_transport
from undercroft.bench.server.load.window import Window
from undercroft.bench.server.orders import RAW_METHOD, Hello
from undercroft.bench.server.plan import SHAPES, Shape
from undercroft.bench.server.server_process import RawServerProcess

SIZES = Sizes(act=44, to_mover=750, to_other=720, moves_a_frame=3)


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    with RawServerProcess(tmp_path) as server:
        yield server.address


async def greeted(channel: grpc.aio.Channel, hello: Hello) -> Any:
    stream: Any = channel.stream_stream(RAW_METHOD)()
    await stream.write(msgspec.json.encode(hello))
    assert await stream.read() == b""
    return stream


async def test_a_message_is_answered_on_both_streams_of_its_pair_and_on_no_other(address: str) -> None:
    async with grpc.aio.insecure_channel(address) as channel:
        mover, other = [await greeted(channel, Hello("one", 750, 720)) for _ in range(2)]
        stranger, alone = await greeted(channel, Hello("two", 5, 6)), await greeted(channel, Hello("three", 40))
        for _ in range(3):
            await mover.write(bytes(44))
            assert (len(await mover.read()), len(await other.read())) == (750, 720)
        await other.write(bytes(44))
        assert (len(await other.read()), len(await mover.read())) == (750, 720)
        await alone.write(bytes(44))
        assert len(await alone.read()) == 40
        await stranger.done_writing()
        assert await stranger.read() is grpc.aio.EOF


@pytest.mark.parametrize("kind", ["echo", "fan"])
@pytest.mark.parametrize("shape", SHAPES)
async def test_as_many_moves_are_under_way_as_there_are_matches(address: str, shape: Shape, kind: Any) -> None:
    raw = raw_transport(shape, address, 6, kind, SIZES)
    await raw.open()
    for _ in range(2):
        once = Once()
        await raw.run(once, 0.0)
        assert once.moves == 6
    await raw.close()


class Once(Window):
    """Nothing goes on, so what counts is what was under way at a time."""

    def __init__(self) -> None:
        super().__init__(0.0, 0.0)

    def completed(self, began: float, moves: float = 1.0) -> None:
        self.moves += moves
