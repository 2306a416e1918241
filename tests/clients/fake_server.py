"""A server in the test's own loop that speaks the wire faithfully, and fails where a test says so.

The state outlives the gRPC server, so that a restart is a stop and a start.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any

import grpc
import grpc.aio
from google.protobuf import any_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from undercroft.v1 import (
    bot_pb2,
    bot_pb2_grpc,
    game_pb2,
    game_pb2_grpc,
    match_pb2,
    match_pb2_grpc,
    refusal_pb2,
)

from .counting import TEXTS, CountingMatch

SPECTATOR = -2


@dataclass(frozen=True)
class Drop:
    """The stream ends with this status."""

    code: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE


class RefusalError(Exception):
    def __init__(self, reason: refusal_pb2.Reason.ValueType, **details: str) -> None:
        super().__init__(refusal_pb2.Reason.Name(reason))
        self.reason = reason
        self.details = details

    def frame(self, command_id: str = "") -> refusal_pb2.Refusal:
        return refusal_pb2.Refusal(
            command_id=command_id, reason=self.reason, message="because of the test", details=self.details
        )


@dataclass(eq=False)
class Reader:
    """One subscription on one stream."""

    stream: PlayStream
    number: int
    match: CountingMatch
    seat: int
    wants: match_pb2.Wants
    since: int

    def push(self, *, snapshot: bool = False) -> None:
        update = self.match.update(self.number, self.seat, self.since, self.wants, snapshot=snapshot)
        self.since = update.seq
        self.stream.put(match_pb2.PlayEvent(update=update))

    def end(self, why: match_pb2.SubscriptionEnded.Why.ValueType) -> None:
        ended = match_pb2.SubscriptionEnded(subscription=self.number, why=why)
        self.stream.put(match_pb2.PlayEvent(ended=ended))
        self.stream.readers.pop(self.number, None)
        if self in self.stream.server.readers[self.match.match_id]:
            self.stream.server.readers[self.match.match_id].remove(self)


@dataclass(eq=False)
class PlayStream:
    """One Play call: frames wait in a queue, and a `Drop` among them ends the stream just there."""

    server: FakeServer
    queue: asyncio.Queue[match_pb2.PlayEvent | Drop] = field(default_factory=asyncio.Queue)
    readers: dict[int, Reader] = field(default_factory=dict)

    def put(self, item: match_pb2.PlayEvent | Drop) -> None:
        self.queue.put_nowait(item)

    def fault(self, stage: str) -> bool:
        """Whether the stream ends at this stage."""
        if self.server.faults[stage]:
            self.put(self.server.faults[stage].popleft())
            return True
        return False


class FakeServer(
    match_pb2_grpc.MatchServiceServicer, game_pb2_grpc.GameServiceServicer, bot_pb2_grpc.BotServiceServicer
):
    """`faults` and `refusals` hold, for each stage, what happens the next times it is reached.

    Stages of Play: `open`, `subscribed` (the snapshot is out), `received` (an act, not carried out), `applied` (carried
    out, not answered), `answered`. Unary calls fail at the stage of their name before doing anything, or at
    `NAME:done` after.
    """

    def __init__(self) -> None:
        self.matches: dict[str, CountingMatch] = {}
        self.readers: defaultdict[str, list[Reader]] = defaultdict(list)
        self.streams: list[PlayStream] = []
        self.faults: defaultdict[str, deque[Drop]] = defaultdict(deque)
        self.refusals: defaultdict[str, deque[RefusalError]] = defaultdict(deque)
        self.frames: list[match_pb2.PlayRequest] = []
        self.opened = 0
        self.ended = 0
        self.calls: list[str] = []
        self.port = 0
        self.holding = False
        self._requests: dict[str, match_pb2.CreateMatchResponse] = {}
        self._grpc: grpc.aio.Server | None = None

    async def start(self) -> None:
        server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
        match_pb2_grpc.add_MatchServiceServicer_to_server(self, server)
        game_pb2_grpc.add_GameServiceServicer_to_server(self, server)
        bot_pb2_grpc.add_BotServiceServicer_to_server(self, server)
        self.port = server.add_insecure_port(f"127.0.0.1:{self.port}")
        await server.start()
        self._grpc = server

    async def stop(self) -> None:
        if self._grpc is not None:
            await self._grpc.stop(0)
            self._grpc = None

    @property
    def target(self) -> str:
        return f"127.0.0.1:{self.port}"

    def new_match(self, tokens: Iterable[bytes], target: int = 10) -> CountingMatch:
        """A match whose seats are taken with these tokens."""
        kept = list(tokens)
        match = CountingMatch(f"m{len(self.matches)}", target, len(kept))
        match.tokens = {token: seat for seat, token in enumerate(kept)}
        match.names = {seat: f"player {seat}" for seat in range(len(kept))}
        self.matches[match.match_id] = match
        return match

    def publish(self, match: CountingMatch) -> None:
        """Send every reader what it is due, unless the test holds updates back."""
        if not self.holding:
            for reader in list(self.readers[match.match_id]):
                reader.push()

    def goodbye(self, milliseconds: int) -> None:
        """Tell every stream that the server goes."""
        goodbye = match_pb2.Goodbye(reconnect_after_ms=milliseconds)
        for stream in self.streams:
            stream.put(match_pb2.PlayEvent(goodbye=goodbye))

    def drop(self, code: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE) -> None:
        """End every stream."""
        for stream in self.streams:
            stream.put(Drop(code))

    async def Play(self, request_iterator: Any, context: Any) -> AsyncIterator[match_pb2.PlayResponse]:  # noqa: N802
        self.opened += 1
        if self.refusals["open"]:
            self.ended += 1
            await _abort(context, self.refusals["open"].popleft())
        stream = PlayStream(self)
        self.streams.append(stream)
        stream.fault("open")
        reading = asyncio.create_task(self._read(request_iterator, stream))
        try:
            while True:
                item = await stream.queue.get()
                if isinstance(item, Drop):
                    if item.code is grpc.StatusCode.OK:
                        return
                    await context.abort(item.code, "dropped by the test")
                    return
                yield match_pb2.PlayResponse(events=[item])
        finally:
            reading.cancel()
            self.streams.remove(stream)
            for reader in stream.readers.values():
                if reader in self.readers[reader.match.match_id]:
                    self.readers[reader.match.match_id].remove(reader)
            self.ended += 1

    async def _read(self, requests: Any, stream: PlayStream) -> None:
        async for request in requests:
            self.frames.append(request)
            for command in request.commands:
                self._command(stream, command)
        stream.put(Drop(grpc.StatusCode.OK))

    def _command(self, stream: PlayStream, command: match_pb2.PlayCommand) -> None:
        kind = command.WhichOneof("command")
        if kind == "subscribe":
            self._subscribe(stream, command.subscribe)
        elif kind == "unsubscribe":
            if command.unsubscribe.subscription in stream.readers:
                stream.readers[command.unsubscribe.subscription].end(match_pb2.SubscriptionEnded.WHY_UNSUBSCRIBED)
        else:
            self._ask(stream, command)

    def _subscribe(self, stream: PlayStream, wish: match_pb2.Subscribe) -> None:
        try:
            if self.refusals["subscribe"]:
                raise self.refusals["subscribe"].popleft()
            match = self._match(wish.match_id)
            seat = self._seat(match, wish.seat_token) if wish.seat_token else SPECTATOR
        except RefusalError as error:
            why = match_pb2.SubscriptionEnded.WHY_REFUSED
            ended = match_pb2.SubscriptionEnded(subscription=wish.subscription, why=why, refusal=error.frame())
            stream.put(match_pb2.PlayEvent(ended=ended))
            return
        for other in list(self.readers[match.match_id]):
            if other.seat == seat != SPECTATOR:
                other.end(match_pb2.SubscriptionEnded.WHY_TAKEN_OVER)
        reader = Reader(stream, wish.subscription, match, seat, wish.wants, wish.since)
        stream.readers[wish.subscription] = reader
        self.readers[match.match_id].append(reader)
        reader.push(snapshot=True)
        stream.fault("subscribed")

    def _ask(self, stream: PlayStream, command: match_pb2.PlayCommand) -> None:
        body = getattr(command, command.WhichOneof("command") or "")
        if stream.fault("received"):
            return
        try:
            if self.refusals["act"]:
                raise self.refusals["act"].popleft()
            if body.subscription not in stream.readers:
                raise RefusalError(refusal_pb2.REASON_UNKNOWN_SUBSCRIPTION)
            reader = stream.readers[body.subscription]
            seq = self._carry_out(reader, command, body)
        except RefusalError as error:
            stream.put(match_pb2.PlayEvent(refusal=error.frame(body.command_id)))
            return
        if not stream.fault("applied"):
            accepted = match_pb2.Accepted(subscription=body.subscription, command_id=body.command_id, seq=seq)
            stream.put(match_pb2.PlayEvent(accepted=accepted))
            stream.fault("answered")
        self.publish(reader.match)

    def _carry_out(self, reader: Reader, command: match_pb2.PlayCommand, body: Any) -> int:
        match, seat = reader.match, reader.seat
        content = type(body)()
        content.CopyFrom(body)
        content.subscription = 0
        known = match.answers.get((seat, body.command_id))
        if known is not None:
            if known[0] != content.SerializeToString(deterministic=True):
                raise RefusalError(refusal_pb2.REASON_COMMAND_ID_REUSED)
            return known[1]
        if command.HasField("act"):
            self._act(match, seat, command.act)
        elif command.HasField("say"):
            match.say(seat, command.say.text)
        else:
            raise RefusalError(refusal_pb2.REASON_UNSUPPORTED)
        match.answers[seat, body.command_id] = (content.SerializeToString(deterministic=True), match.seq)
        return match.seq

    def _act(self, match: CountingMatch, seat: int, action: match_pb2.Action) -> None:
        if match.over:
            raise RefusalError(refusal_pb2.REASON_MATCH_OVER)
        if action.seq > match.seq:
            raise RefusalError(refusal_pb2.REASON_SEQ_AHEAD)
        if action.seq < match.list_seq:
            raise RefusalError(refusal_pb2.REASON_STALE, seq=str(match.list_seq))
        if seat not in match.to_act:
            raise RefusalError(refusal_pb2.REASON_NOT_YOUR_TURN)
        text = action.text if action.HasField("text") else dict(enumerate(TEXTS)).get(action.code, "")
        if text not in TEXTS:
            raise RefusalError(refusal_pb2.REASON_ILLEGAL_ACTION, legal=json.dumps(TEXTS))
        match.play(seat, text)

    def _match(self, match_id: str) -> CountingMatch:
        if match_id not in self.matches:
            raise RefusalError(refusal_pb2.REASON_UNKNOWN_MATCH)
        return self.matches[match_id]

    def _seat(self, match: CountingMatch, token: bytes) -> int:
        if token not in match.tokens:
            raise RefusalError(refusal_pb2.REASON_UNKNOWN_SEAT)
        return match.tokens[token]

    async def _unary(self, name: str, context: Any, answer: Any) -> Any:
        """Answer a unary call, or fail where the test says so."""
        self.calls.append(name)
        if self.faults[name]:
            await context.abort(self.faults[name].popleft().code, "dropped by the test")
        try:
            if self.refusals[name]:
                raise self.refusals[name].popleft()
            result = answer()
        except RefusalError as error:
            await _abort(context, error)
        if self.faults[f"{name}:done"]:
            await context.abort(self.faults[f"{name}:done"].popleft().code, "dropped by the test")
        return result

    async def CreateMatch(self, request: match_pb2.CreateMatchRequest, context: Any) -> Any:  # noqa: N802
        return await self._unary("CreateMatch", context, lambda: self._create(request))

    def _create(self, request: match_pb2.CreateMatchRequest) -> match_pb2.CreateMatchResponse:
        if request.request_id in self._requests:
            return self._requests[request.request_id]
        if request.game != "counting":
            raise RefusalError(refusal_pb2.REASON_UNKNOWN_GAME, nearest='["counting"]')
        target = json.loads(request.options or "{}").get("target", 10)
        fills = list(request.seats) or [match_pb2.SeatFill(open=match_pb2.SeatFill.Open())] * 2
        match = CountingMatch(f"m{len(self.matches)}", target, len(fills))
        for seat, fill in enumerate(fills):
            if fill.HasField("mine"):
                match.tokens[fill.mine.seat_token] = seat
                match.names[seat] = fill.mine.name
            elif fill.HasField("bot"):
                match.names[seat] = fill.bot
            else:
                match.codes[f"CODE-{match.match_id}-{seat}"] = seat
        self.matches[match.match_id] = match
        codes = [match_pb2.SeatCode(seat=seat, code=code) for code, seat in match.codes.items()]
        answer = match_pb2.CreateMatchResponse(match=match.public(), codes=codes)
        self._requests[request.request_id] = answer
        return answer

    async def JoinMatch(self, request: match_pb2.JoinMatchRequest, context: Any) -> Any:  # noqa: N802
        return await self._unary("JoinMatch", context, lambda: self._join(request))

    def _join(self, request: match_pb2.JoinMatchRequest) -> match_pb2.JoinMatchResponse:
        for match in self.matches.values():
            if request.code in match.codes:
                seat = match.codes[request.code]
                if match.tokens.setdefault(request.seat_token, seat) != seat or (
                    seat in match.names and match.names[seat] != request.name
                ):
                    raise RefusalError(refusal_pb2.REASON_SEAT_TAKEN)
                match.names[seat] = request.name
                return match_pb2.JoinMatchResponse(match=match.public(), seat=seat)
        raise RefusalError(refusal_pb2.REASON_UNKNOWN_CODE)

    async def GetMatch(self, request: match_pb2.GetMatchRequest, context: Any) -> Any:  # noqa: N802
        answer = await self._unary("GetMatch", context, lambda: self._match(request.match_id).public())
        return match_pb2.GetMatchResponse(match=answer)

    async def ListMatches(self, request: match_pb2.ListMatchesRequest, context: Any) -> Any:  # noqa: N802
        return await self._unary("ListMatches", context, lambda: self._page(request))

    def _page(self, request: match_pb2.ListMatchesRequest) -> match_pb2.ListMatchesResponse:
        size = request.page_size or 50
        start = int(request.page_token or 0)
        found = [match.public() for match in reversed(self.matches.values())]
        found = [match for match in found if not request.statuses or match.status in request.statuses]
        more = str(start + size) if start + size < len(found) else ""
        return match_pb2.ListMatchesResponse(matches=found[start : start + size], next_page_token=more)

    async def GetRecord(self, request: match_pb2.GetRecordRequest, context: Any) -> Any:  # noqa: N802
        return await self._unary("GetRecord", context, lambda: self._record(request))

    def _record(self, request: match_pb2.GetRecordRequest) -> match_pb2.GetRecordResponse:
        match = self._match(request.match_id)
        if not match.over:
            raise RefusalError(refusal_pb2.REASON_RECORD_CLOSED)
        actions = [{"seat": i % match.seats, "action": text} for i, text in enumerate(match.actions)]
        return match_pb2.GetRecordResponse(record=json.dumps({"format": "undercroft-record/1", "actions": actions}))

    async def ListGames(self, request: game_pb2.ListGamesRequest, context: Any) -> Any:  # noqa: N802
        return await self._unary("ListGames", context, lambda: game_pb2.ListGamesResponse(games=[_game()]))

    async def GetGame(self, request: game_pb2.GetGameRequest, context: Any) -> Any:  # noqa: N802
        answer = game_pb2.GetGameResponse(
            game=_game(),
            rules={"en": "# Counting"},
            options_schema='{"type": "object"}',
            view_schema="{}",
            entry_schema="{}",
            bots=["random"],
        )
        return await self._unary("GetGame", context, lambda: answer)

    async def ListBots(self, request: bot_pb2.ListBotsRequest, context: Any) -> Any:  # noqa: N802
        bots = [
            bot_pb2.BotInfo(name="random", summaries={"en": "Plays anything."}, options_schema='{"type": "object"}')
        ]
        return await self._unary("ListBots", context, lambda: bot_pb2.ListBotsResponse(bots=bots))


def _game() -> game_pb2.Game:
    return game_pb2.Game(
        id="counting",
        version="1",
        titles={"en": "Counting", "ru": "Счёт"},
        summaries={"en": "Count to the target."},
        seats=[2, 3],
        levels={"easy": "random"},
        action_pattern=r"\+[123]",
    )


_CODES = {
    "SHUTTING_DOWN": code_pb2.UNAVAILABLE,
    "STORAGE_UNAVAILABLE": code_pb2.UNAVAILABLE,
    "RATE_LIMITED": code_pb2.RESOURCE_EXHAUSTED,
}


async def _abort(context: Any, error: RefusalError) -> None:
    name = refusal_pb2.Reason.Name(error.reason).removeprefix("REASON_")
    detail = any_pb2.Any()
    detail.Pack(error_details_pb2.ErrorInfo(reason=name, domain="undercroft", metadata=error.details))
    code = _CODES.get(name, code_pb2.FAILED_PRECONDITION)
    status = rpc_status.to_status(status_pb2.Status(code=code, message="because of the test", details=[detail]))
    await context.abort(status.code, status.details, status.trailing_metadata)
