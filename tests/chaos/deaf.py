"""Clients that subscribe to many matches and never read what they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import grpc.aio

from tests.chaos.connections import bare_channel
from undercroft.v1 import match_pb2, match_pb2_grpc

_SMALL_WINDOW = ("grpc.http2.bdp_probe", 0)
"""What isn't read fills 64 KiB, not 4 MiB: the server feels it soon."""
_WANTS = match_pb2.Wants(board="en", sentences="en", labels="en", svg="en")


async def listen_to_nothing(address: str, match_ids: Sequence[str], seconds: float) -> None:
    """Watch matches for a while, all on one Play stream and each once more by Watch, and read none of it."""
    async with bare_channel(address, _SMALL_WINDOW) as channel:
        stub = match_pb2_grpc.MatchServiceStub(channel)
        play = stub.Play()
        watches = [stub.Watch(match_pb2.WatchRequest(match_id=match_id, wants=_WANTS)) for match_id in match_ids]
        try:
            async with asyncio.timeout(seconds):
                await play.write(match_pb2.PlayRequest(commands=map(_subscribe, range(len(match_ids)), match_ids)))
                await asyncio.Event().wait()
        except (TimeoutError, grpc.aio.AioRpcError, asyncio.InvalidStateError):
            pass  # the time is over, or another fault has ended the stream
        finally:
            for call in (play, *watches):
                call.cancel()


def _subscribe(number: int, match_id: str) -> match_pb2.PlayCommand:
    return match_pb2.PlayCommand(subscribe=match_pb2.Subscribe(subscription=number, match_id=match_id, wants=_WANTS))
