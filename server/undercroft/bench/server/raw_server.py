"""`python -m undercroft.bench.server.raw_server`: a gRPC server that passes bytes and does nothing else.

What a message costs here it costs anybody: the same grpc.aio with the same options, no protobuf, no task or queue of
our own. A stream is greeted with an empty message once it is ready. For every message that comes then, one goes to the
pair's other stream, if `Hello` says so, and one back. Prints its address, and ends with its stdin.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import grpc
import msgspec

from undercroft.bench.server.orders import RAW_METHOD, Hello
from undercroft.rpc.server import CHANNEL_OPTIONS

__all__ = ["RawServer"]

_read_hello = msgspec.json.Decoder(Hello).decode


class RawStream:
    """One seat's stream. The lock is free but for moments, and needed: gRPC refuses a second write beside another."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._writing = asyncio.Lock()

    async def write(self, message: bytes) -> None:
        """Send a message."""
        async with self._writing:
            await self._context.write(message)


class RawServer:
    """Streams by pair."""

    def __init__(self) -> None:
        self._pairs: dict[str, list[RawStream]] = {}

    async def move(self, _: Any, context: Any) -> None:
        """One stream, from its greeting to its end."""
        hello = _read_hello(await context.read())
        to_mover, to_other = bytes(hello.to_mover), bytes(hello.to_other)
        mine = RawStream(context)
        pair = self._pairs.setdefault(hello.pair, [])
        pair.append(mine)
        await mine.write(b"")
        while await context.read() is not grpc.aio.EOF:
            await mine.write(to_mover)
            if to_other:
                await pair[pair[0] is mine].write(to_other)
        self._pairs.pop(hello.pair, None)


async def _serve() -> None:
    server = grpc.aio.server(options=CHANNEL_OPTIONS)
    _, service, method = RAW_METHOD.split("/")
    handler: Any = grpc.stream_stream_rpc_method_handler(RawServer().move)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {method: handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    sys.stdout.write(f"127.0.0.1:{port}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    await server.stop(None)


if __name__ == "__main__":
    asyncio.run(_serve())
