"""Clients that subscribe to many matches and never read what they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import grpc.aio

from tests.chaos.connections import bare_channel
from tests.chaos.timeline import now
from undercroft.v1 import match_pb2, match_pb2_grpc

_SMALL_WINDOW = ("grpc.http2.bdp_probe", 0)
"""What isn't read fills 64 KiB, not 4 MiB: the server feels it soon."""
_WANTS = match_pb2.Wants(board="en", sentences="en", labels="en", svg="en")
_AGAIN_S = 0.1


async def listen_to_nothing(address: str, match_ids: Sequence[str], seconds: float) -> None:
    """Watch matches for a while, all on one Play stream and each once more by Watch, and read none of it."""
    end = now() + seconds
    async with bare_channel(address, _SMALL_WINDOW) as channel:
        stub = match_pb2_grpc.MatchServiceStub(channel)
        while now() < end:
            watches = [stub.Watch(match_pb2.WatchRequest(match_id=match_id, wants=_WANTS)) for match_id in match_ids]
            play = stub.Play(wait_for_ready=True)
            try:
                async with asyncio.timeout(end - now()):
                    await _subscribe(play, match_ids)
            except (TimeoutError, grpc.aio.AioRpcError, asyncio.InvalidStateError):
                await asyncio.sleep(_AGAIN_S)  # the time is over, or another fault has ended the stream
            finally:
                for call in (play, *watches):
                    call.cancel()


async def _subscribe(
    play: grpc.aio.StreamStreamCall[match_pb2.PlayRequest, match_pb2.PlayResponse], match_ids: Sequence[str]
) -> None:
    """Ask for everything, and wait for the end of the stream."""
    ended = asyncio.Event()
    play.add_done_callback(lambda _: ended.set())
    wishes = [
        match_pb2.Subscribe(subscription=number, match_id=match_id, wants=_WANTS)
        for number, match_id in enumerate(match_ids)
    ]
    await play.write(match_pb2.PlayRequest(commands=[match_pb2.PlayCommand(subscribe=wish) for wish in wishes]))
    await ended.wait()
