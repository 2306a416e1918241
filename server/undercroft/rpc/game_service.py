"""GameService: what can be played here."""

from __future__ import annotations

import json
from typing import Any, Final

import grpc
import msgspec

from undercroft.game import Game, GameSpec
from undercroft.host import Host, LadderEntry, find_game
from undercroft.match import Reason, Refusal
from undercroft.rpc.calls import refusing
from undercroft.v1 import game_pb2, game_pb2_grpc

__all__ = ["GameServicer", "schema_of"]

Context = grpc.aio.ServicerContext[Any, Any]

DEFAULT_ENTRIES: Final = 100
MOST_ENTRIES: Final = 1000


class GameServicer(game_pb2_grpc.GameServiceServicer):
    """The games of a registry."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._registry = host.registry
        self._told: dict[str, game_pb2.GetGameResponse] = {}

    @refusing
    async def ListGames(  # noqa: N802, D102 - documented in the proto, as are all below
        self, request: game_pb2.ListGamesRequest, context: Context
    ) -> game_pb2.ListGamesResponse:
        return game_pb2.ListGamesResponse(games=[_game_message(spec) for spec in self._registry.specs()])

    @refusing
    async def GetGame(  # noqa: N802, D102
        self, request: game_pb2.GetGameRequest, context: Context
    ) -> game_pb2.GetGameResponse:
        game = find_game(self._registry, request.game)
        told = self._told.get(game.spec.id)
        if told is None:
            told = self._told[game.spec.id] = self._all_of(game)
        return told

    @refusing
    async def GetLadder(  # noqa: N802, D102
        self, request: game_pb2.GetLadderRequest, context: Context
    ) -> game_pb2.GetLadderResponse:
        if not 0 <= request.limit <= MOST_ENTRIES:
            raise Refusal(Reason.BAD_REQUEST, f"a ladder is shown with 1 to {MOST_ENTRIES} bots", field="limit")
        entries = await self._host.ladder(request.game)
        shown = entries[: request.limit or DEFAULT_ENTRIES]
        return game_pb2.GetLadderResponse(entries=[_entry_message(entry) for entry in shown])

    def _all_of(self, game: Game[Any, Any, Any, Any]) -> game_pb2.GetGameResponse:
        """Takes milliseconds, for which nobody else is served, and is always the same."""
        return game_pb2.GetGameResponse(
            game=_game_message(game.spec),
            rules=self._host.asked_of_game(game.spec.id, lambda: {lang: game.rules(lang) for lang in game.spec.titles}),
            options_schema=schema_of(game.options_type),
            view_schema=schema_of(game.view_type),
            entry_schema=schema_of(game.entry_type),
            bots=self._host.asked_of_game(game.spec.id, lambda: self._registry.bots_for(game)),
        )


def _game_message(spec: GameSpec) -> game_pb2.Game:
    return game_pb2.Game(
        id=spec.id,
        version=spec.version,
        titles=spec.titles,
        summaries=spec.summaries,
        seats=spec.seats,
        levels=spec.levels,
        action_pattern=spec.action_pattern,
    )


def _entry_message(entry: LadderEntry) -> game_pb2.LadderEntry:
    return game_pb2.LadderEntry(
        name=entry.bot.name,
        version=entry.bot.version,
        rating=entry.rating,
        mean=entry.mean,
        deviation=entry.deviation,
        matches=entry.matches,
        won=entry.won,
        drawn=entry.drawn,
        lost=entry.lost,
        faulted=entry.faulted,
    )


def schema_of(kind: Any) -> str:
    """The JSON Schema of a type."""
    return json.dumps(msgspec.json.schema(kind), ensure_ascii=False)
