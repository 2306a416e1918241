"""Keeps the Play stream up: opens it, writes, reads, and makes it anew when it is lost."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final

import grpc
import grpc.aio

from undercroft.v1 import match_pb2
from undercroft_client.connection import Backoff, Connection, ConnectionState
from undercroft_client.enums import Reason
from undercroft_client.errors import CallFailed, ClientError, ConnectionLost, Refused
from undercroft_client.play import Play, ServerGoing
from undercroft_client.status import error_of

__all__ = ["Call", "Link", "hopeless"]

Call = grpc.aio.StreamStreamCall[match_pb2.PlayRequest, match_pb2.PlayResponse]

FRAME_BYTES: Final = 1 << 17
"""A frame isn't made longer than this: half of what a server takes as one message."""

FRAME_COMMANDS: Final = 1_000
"""A frame holds no more commands: a quarter of what a server takes."""

_PASSING: Final = (Reason.SHUTTING_DOWN, Reason.STORAGE_UNAVAILABLE, Reason.RATE_LIMITED, Reason.INTERNAL)
"""Refusals of the stream that may not meet the next attempt."""

_HOPELESS: Final = frozenset(
    {"UNAUTHENTICATED", "PERMISSION_DENIED", "UNIMPLEMENTED", "INVALID_ARGUMENT", "NOT_FOUND", "FAILED_PRECONDITION"}
)
"""Statuses of the stream that another attempt wouldn't change."""


class Link:
    """The one Play stream of a client, kept open while somebody needs it.

    `max_wait` is how many seconds a lost connection is tried again (None: for ever); then every subscription ends.
    """

    def __init__(
        self,
        open_call: Callable[[], Call],
        play: Play,
        backoff: Backoff,
        max_wait: float | None,
        tell: Callable[[Connection], None],
    ) -> None:
        self._open_call = open_call
        self._play = play
        self._backoff = backoff
        self._max_wait = max_wait
        self._tell = tell
        self._attempt = 0
        self._lost_at: float | None = None
        self._ever = False
        self._up = False
        self._going = False

    async def run(self) -> None:
        """Keep the stream up until cancelled."""
        while True:
            await self._play.needed.wait()
            error = await self._connection()
            self._up = False
            if self._play.needed.is_set():
                await self._lost(error)
            else:
                self._tell(Connection(ConnectionState.IDLE))

    async def _connection(self) -> ClientError:
        """One connection from open to end; why it ended."""
        self._going = False
        call = self._open_call()
        writer = asyncio.create_task(self._write(call))
        try:
            return await self._read(call)
        except grpc.aio.AioRpcError as error:
            return error_of(error)
        finally:
            # An abandoned call is never collected (grpc/grpc #43462), so it is always cancelled.
            call.cancel()
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _write(self, call: Call) -> None:
        """The only writer of a call: two writes at once are an error of gRPC's."""
        try:
            await _send(call, self._play.opening())
            while not self._going:
                await self._play.due.wait()
                if not self._going:
                    await _send(call, self._play.take())
            await call.done_writing()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            pass  # the reader learns why

    async def _read(self, call: Call) -> ClientError:
        going: ServerGoing | None = None
        while isinstance(frame := await call.read(), match_pb2.PlayResponse):
            self._connected()
            going = self._receive(frame)
            if going is not None:
                await self._drain(call, going)
                return going
        return ConnectionLost("the server ended the connection")

    def _receive(self, frame: match_pb2.PlayResponse) -> ServerGoing | None:
        going: ServerGoing | None = None
        for event in frame.events:
            try:
                self._play.receive(event)
            except ServerGoing as error:
                going = error
        return going

    async def _drain(self, call: Call, going: ServerGoing) -> None:
        """Read what a server that goes still answers, for as long as it told us to wait; write nothing more."""
        self._going = True
        self._play.due.set()
        loop = asyncio.get_running_loop()
        end = loop.time() + (going.seconds or 0.0)
        with contextlib.suppress(TimeoutError, grpc.aio.AioRpcError):
            async with asyncio.timeout_at(end):
                while isinstance(frame := await call.read(), match_pb2.PlayResponse):
                    self._receive(frame)
        going.seconds = max(0.0, end - loop.time())

    def _connected(self) -> None:
        if not self._up:
            self._up = True
            self._attempt = 0
            self._lost_at = None
            self._tell(Connection(ConnectionState.CONNECTED, again=self._ever))
            self._ever = True

    async def _lost(self, error: ClientError) -> None:
        """Wait before the next attempt, or give up."""
        now = asyncio.get_running_loop().time()
        self._lost_at = now if self._lost_at is None else self._lost_at
        self._attempt += 1
        delay = self._delay(error)
        if hopeless(error):
            self._give_up(error)
        elif self._max_wait is not None and now + delay - self._lost_at > self._max_wait:
            self._give_up(ConnectionLost(f"no connection for {now - self._lost_at:.1f} s: {error}"))
        else:
            self._tell(Connection(ConnectionState.LOST, delay, self._attempt, str(error)))
            await asyncio.sleep(delay)

    def _delay(self, error: ClientError) -> float:
        delay = self._backoff.delay(self._attempt)
        if isinstance(error, ServerGoing):
            return delay + (error.seconds or 0.0)
        if isinstance(error, Refused):
            return delay + error.retry_after
        return delay

    def _give_up(self, error: ClientError) -> None:
        self._attempt = 0
        self._lost_at = None
        self._tell(Connection(ConnectionState.GIVEN_UP, why=str(error)))
        self._play.fail(error)


def hopeless(error: ClientError) -> bool:
    """Whether another attempt would end as this one did."""
    if isinstance(error, Refused):
        return error.reason not in _PASSING
    return isinstance(error, CallFailed) and error.code in _HOPELESS


async def _send(call: Call, commands: Sequence[match_pb2.PlayCommand]) -> None:
    """Write commands in as few frames as their size allows."""
    frame = match_pb2.PlayRequest()
    size = 0
    for command in commands:
        size += command.ByteSize()
        if frame.commands and (size > FRAME_BYTES or len(frame.commands) == FRAME_COMMANDS):
            await call.write(frame)
            frame = match_pb2.PlayRequest()
            size = command.ByteSize()
        frame.commands.append(command)
    if frame.commands:
        await call.write(frame)
