"""MatchService: making, joining, playing, watching."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc

from undercroft.game import SPECTATOR
from undercroft.host import Host, Outlet, Superseded, Watcher
from undercroft.match import Reason, Refusal
from undercroft.rpc.allowances import Allowances
from undercroft.rpc.calls import refusing
from undercroft.rpc.connection import Connection
from undercroft.rpc.crowd import Crowd
from undercroft.rpc.decode import action_of, claim_of, create_request, match_query, wants_of
from undercroft.rpc.encode import match_message, put_accepted, put_update
from undercroft.rpc.errors import ended_message
from undercroft.v1 import match_pb2, match_pb2_grpc

__all__ = ["MatchServicer"]

Context = grpc.aio.ServicerContext[Any, Any]


class MatchServicer(match_pb2_grpc.MatchServiceServicer):
    """The service in front of a host."""

    def __init__(self, host: Host, allowances: Allowances) -> None:
        self._host = host
        self._allowances = allowances
        self._connections: set[Connection] = set()
        self._observers: set[_Observer] = set()
        self._leaving: int | None = None
        self._crowd = Crowd()

    def open_streams(self) -> dict[str, int]:
        """How many streams are open, by method."""
        return {"Play": len(self._connections), "Watch": len(self._observers)}

    def say_goodbye(self, reconnect_after_ms: int) -> None:
        """Tell every stream to connect again, now and as they come."""
        self._leaving = reconnect_after_ms
        for connection in self._connections:
            connection.say_goodbye(reconnect_after_ms)
        for observer in self._observers:
            observer.say_goodbye(reconnect_after_ms)

    @refusing
    async def CreateMatch(  # noqa: N802, D102 - documented in the proto, as are all below
        self, request: match_pb2.CreateMatchRequest, context: Context
    ) -> match_pb2.CreateMatchResponse:
        self._allowances.of(context).make_match()
        info, codes = await self._host.create(create_request(request))
        return match_pb2.CreateMatchResponse(
            match=match_message(info),
            codes=[match_pb2.SeatCode(seat=seat, code=code) for seat, code in codes],
        )

    @refusing
    async def JoinMatch(  # noqa: N802, D102
        self, request: match_pb2.JoinMatchRequest, context: Context
    ) -> match_pb2.JoinMatchResponse:
        allowance = self._allowances.of(context)
        allowance.guess()
        try:
            info, seat = await self._host.join(request.code, request.seat_token, request.name, request.entropy_hash)
        except Refusal as refusal:
            if refusal.reason is Reason.UNKNOWN_CODE:
                allowance.guessed_wrong()
            raise
        return match_pb2.JoinMatchResponse(match=match_message(info), seat=seat)

    @refusing
    async def GetMatch(  # noqa: N802, D102
        self, request: match_pb2.GetMatchRequest, context: Context
    ) -> match_pb2.GetMatchResponse:
        return match_pb2.GetMatchResponse(match=match_message(await self._host.info(request.match_id)))

    @refusing
    async def ListMatches(  # noqa: N802, D102
        self, request: match_pb2.ListMatchesRequest, context: Context
    ) -> match_pb2.ListMatchesResponse:
        infos, after = await self._host.matches(match_query(request))
        return match_pb2.ListMatchesResponse(matches=[match_message(info) for info in infos], next_page_token=after)

    @refusing
    async def GetRecord(  # noqa: N802, D102
        self, request: match_pb2.GetRecordRequest, context: Context
    ) -> match_pb2.GetRecordResponse:
        record = await self._host.record(request.match_id, request.seat_token)
        return match_pb2.GetRecordResponse(record=record.decode())

    @refusing
    async def Act(self, request: match_pb2.ActRequest, context: Context) -> match_pb2.ActResponse:  # noqa: N802, D102
        if not request.HasField("action"):
            raise Refusal(Reason.BAD_REQUEST, "there is no action", field="action")
        self._allowances.of(context).act()
        action = request.action
        answer = await self._host.act(
            request.match_id, request.seat_token, action.command_id, action.seq, action_of(action)
        )
        response = match_pb2.ActResponse()
        put_accepted(response.accepted, 0, answer)
        return response

    @refusing
    async def Play(  # type: ignore[override]  # noqa: N802, D102 - reads and writes by itself: 2 times faster
        self, request_iterator: AsyncIterator[match_pb2.PlayRequest], context: Context
    ) -> None:
        connection = Connection(self._host, context, self._allowances.of(context), self._crowd)
        self._connections.add(connection)
        if self._leaving is not None:
            connection.say_goodbye(self._leaving)
        try:
            await connection.run()
        finally:
            self._connections.discard(connection)

    @refusing
    async def Watch(  # type: ignore[override]  # noqa: N802, D102 - writes by itself: no generators to pass through
        self, request: match_pb2.WatchRequest, context: Context
    ) -> None:
        observer = _Observer(self._crowd)
        self._observers.add(observer)
        if self._leaving is not None:
            observer.say_goodbye(self._leaving)
        watcher = None
        try:
            watcher = await self._host.watch(
                request.match_id,
                request.seat_token,
                request.since,
                wants_of(request.wants),
                observer,
                claim_of(request),
            )
            await observer.run(watcher, context)
        except Superseded:
            await context.write(match_pb2.WatchResponse(ended=ended_message(0, None)))
        finally:
            self._observers.discard(observer)
            if watcher is not None:
                self._host.unwatch(watcher)


class _Observer(Outlet):
    """The stream of one Watch call."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._due = asyncio.Event()
        self._due.set()
        self._last: match_pb2.WatchResponse | None = None

    def wake(self, watcher: Watcher) -> None:
        """Something is due; spectators are in no hurry."""
        if watcher.reader == SPECTATOR:
            self._crowd.tell(self._due)
        else:
            self._due.set()

    def ended(self, watcher: Watcher, refusal: Refusal | None) -> None:
        """End the stream: the seat is followed from elsewhere, or the match can't be shown."""
        self._end(match_pb2.WatchResponse(ended=ended_message(0, refusal)))

    def say_goodbye(self, reconnect_after_ms: int) -> None:
        """End the stream: the server is going."""
        self._end(match_pb2.WatchResponse(goodbye=match_pb2.Goodbye(reconnect_after_ms=reconnect_after_ms)))

    def _end(self, last: match_pb2.WatchResponse) -> None:
        self._last = self._last or last
        self._due.set()

    async def run(self, watcher: Watcher, context: Context) -> None:
        """Send what is due, as it becomes due, until the stream ends."""
        while self._last is None:
            await self._due.wait()
            self._due.clear()
            while (update := watcher.take()) is not None:
                response = match_pb2.WatchResponse()
                put_update(response.update, 0, update)
                await context.write(response)
        await context.write(self._last)
