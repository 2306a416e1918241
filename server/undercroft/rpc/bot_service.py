"""BotService: who plays here, and bots that dial in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

import grpc

from undercroft.game import Game
from undercroft.host import BotHello, Host, find_game
from undercroft.match import Reason, Refusal
from undercroft.registry import BrokenPlugin
from undercroft.rpc.allowances import Allowances
from undercroft.rpc.bot_connection import BotConnection
from undercroft.rpc.calls import refusing
from undercroft.rpc.encode import match_message
from undercroft.rpc.game_service import schema_of
from undercroft.v1 import bot_pb2, bot_pb2_grpc

__all__ = ["BotServicer"]

Context = grpc.aio.ServicerContext[Any, Any]

_SUMMARIES: Final = {
    "en": "plays from elsewhere; version: {}",
    "ru": "играет с другой машины; версия: {}",
}


class BotServicer(bot_pb2_grpc.BotServiceServicer):
    """The bots of a registry, and those that dial in."""

    def __init__(self, host: Host, allowances: Allowances) -> None:
        self._host = host
        self._registry = host.registry
        self._allowances = allowances
        self._connections: set[BotConnection] = set()
        self._leaving: int | None = None

    def open_streams(self) -> dict[str, int]:
        """How many streams are open, by method."""
        return {"Serve": len(self._connections)}

    def say_goodbye(self, reconnect_after_ms: int) -> None:
        """Tell every bot to dial in again, now and as they come."""
        self._leaving = reconnect_after_ms
        for connection in self._connections:
            connection.say_goodbye(reconnect_after_ms)

    @refusing
    async def ListBots(  # noqa: N802, D102 - documented in the proto, as are all below
        self, request: bot_pb2.ListBotsRequest, context: Context
    ) -> bot_pb2.ListBotsResponse:
        game = find_game(self._registry, request.game) if request.game else None
        there = [
            _remote_info(hello) for hello in self._host.remote.listed() if game is None or game.spec.id in hello.games
        ]
        return bot_pb2.ListBotsResponse(bots=[*self._bots(game), *there])

    @refusing
    async def Challenge(  # noqa: N802, D102
        self, request: bot_pb2.ChallengeRequest, context: Context
    ) -> bot_pb2.ChallengeResponse:
        allowance = self._allowances.of(context)
        allowance.guess()
        try:
            info, seat = await self._host.challenge(request.code, request.bot)
        except Refusal as refusal:
            if refusal.reason is Reason.UNKNOWN_CODE:
                allowance.guessed_wrong()
            raise
        return bot_pb2.ChallengeResponse(match=match_message(info), seat=seat)

    @refusing
    async def Serve(  # type: ignore[override]  # noqa: N802, D102 - reads and writes by itself, as Play does
        self, request_iterator: AsyncIterator[bot_pb2.ServeRequest], context: Context
    ) -> None:
        connection = BotConnection(self._host.remote, context, self._allowances.of(context))
        self._connections.add(connection)
        if self._leaving is not None:
            connection.say_goodbye(self._leaving)
        try:
            await connection.run()
        finally:
            self._connections.discard(connection)

    def _bots(self, game: Game[Any, Any, Any, Any] | None) -> Iterator[bot_pb2.BotInfo]:
        playing = None
        if game is not None:
            playing = set(self._host.asked_of_game(game.spec.id, lambda: self._registry.bots_for(game)))
        for spec in self._registry.bot_specs():
            if playing is not None and spec.name not in playing:
                continue
            try:
                options_type = self._registry.bot(spec.name).bot_class.options_type
            except BrokenPlugin:
                continue
            yield bot_pb2.BotInfo(name=spec.name, summaries=spec.summaries, options_schema=schema_of(options_type))


def _remote_info(hello: BotHello) -> bot_pb2.BotInfo:
    said = hello.version or "–"
    summaries = {lang: text.format(said) for lang, text in _SUMMARIES.items()}
    return bot_pb2.BotInfo(name=hello.name, summaries=summaries, version=hello.version)
