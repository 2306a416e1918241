"""One Serve stream: a bot's hello and replies come in, and a single writer sends whatever is due to it."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import grpc

from undercroft.host import BotLink, BotOutlet, RemoteBots, checked_hello
from undercroft.match import Reason, Refusal
from undercroft.rpc.allowances import Allowance
from undercroft.rpc.encode_bots import put_bot_event
from undercroft.rpc.errors import refusal_message
from undercroft.rpc.reading import Unreadable, unreadable
from undercroft.v1 import bot_pb2, match_pb2

__all__ = ["BotConnection"]

Context = grpc.aio.ServicerContext[bot_pb2.ServeRequest, bot_pb2.ServeResponse]

HELLO_S: Final = 10.0
"""A stream that hasn't said hello by then is ended."""


class BotConnection(BotOutlet):
    """A bot's stream, from its hello to its end."""

    def __init__(self, remote: RemoteBots, context: Context, allowance: Allowance) -> None:
        self._remote = remote
        self._context = context
        self._allowance = allowance
        self._due = asyncio.Event()
        self._last: bot_pb2.ServeResponse | None = None

    async def run(self) -> None:
        """Serve the stream until the bot or the server ends it.

        Raises:
            Refusal: of the hello.
        """
        message = await self._hello()
        self._allowance.dial_in()
        hello = checked_hello(
            message.name, message.version, tuple(message.games), message.concurrency, message.bot_token
        )
        link = await self._remote.dial_in(hello, self)
        reader = asyncio.ensure_future(self._read(link))
        writer = asyncio.ensure_future(self._write(link))
        try:
            done, _ = await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.gather(*done)
        finally:
            link.close()
            for task in (reader, writer):
                task.cancel()
            # Last, as a stream that was cancelled may be so once more when its connection goes.
            await asyncio.gather(reader, writer, return_exceptions=True)

    def wake(self) -> None:
        """Something is due."""
        self._due.set()

    def ended(self, refusal: Refusal) -> None:
        """Say why, and end the stream."""
        self._end(bot_pb2.ServeResponse(refusal=refusal_message(refusal)))

    def say_goodbye(self, reconnect_after_ms: int) -> None:
        """Tell the bot to dial in again, and end the stream."""
        self._end(bot_pb2.ServeResponse(goodbye=match_pb2.Goodbye(reconnect_after_ms=reconnect_after_ms)))

    def _end(self, last: bot_pb2.ServeResponse) -> None:
        self._last = self._last or last
        self._due.set()

    async def _hello(self) -> bot_pb2.Hello:
        try:
            async with asyncio.timeout(HELLO_S):
                frame: Any = await self._context.read()
        except TimeoutError as error:
            raise Refusal(Reason.BAD_REQUEST, "a bot says hello first", field="hello") from error
        if isinstance(frame, Unreadable):
            raise unreadable()
        if frame is grpc.aio.EOF or not frame.HasField("hello"):
            raise Refusal(Reason.BAD_REQUEST, "a bot says hello first", field="hello")
        hello: bot_pb2.Hello = frame.hello
        return hello

    async def _read(self, link: BotLink) -> None:
        while True:
            frame: Any = await self._context.read()
            if frame is grpc.aio.EOF:
                return
            await self._allowance.read(1)
            if isinstance(frame, Unreadable):
                link.refuse("", unreadable())
                continue
            match frame.WhichOneof("message"):
                case "reply":
                    _take(link, frame.reply)
                case "drain":
                    link.drain()
                case _:
                    why = "after the hello a bot sends replies, or that it drains"
                    link.refuse("", Refusal(Reason.BAD_REQUEST, why, field="message"))

    async def _write(self, link: BotLink) -> None:
        settings = self._remote.settings
        welcome = bot_pb2.Welcome(
            name=link.hello.name,
            turn_milliseconds=round(1_000 * settings.turn_seconds),
            away_milliseconds=round(1_000 * settings.away_seconds),
        )
        await self._context.write(bot_pb2.ServeResponse(welcome=welcome))
        while self._last is None:
            await self._due.wait()
            self._due.clear()
            while self._last is None and (event := link.take()) is not None:
                response = bot_pb2.ServeResponse()
                put_bot_event(response, event)
                await self._context.write(response)
            if link.drained:
                return
        await self._context.write(self._last)


def _take(link: BotLink, reply: bot_pb2.TurnReply) -> None:
    if reply.forgotten:
        link.forgotten(reply.turn_id)
    elif reply.failed:
        link.failed(reply.turn_id, reply.note)
    else:
        link.reply(reply.turn_id, reply.action)
