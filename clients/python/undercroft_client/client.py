"""The client: one channel, the calls, and any number of seats over one stream."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Self

import grpc

from undercroft.v1 import bot_pb2, game_pb2, match_pb2
from undercroft_client.bot_serving import BotServing, Decide, ServeCall
from undercroft_client.bot_turns import BotListener
from undercroft_client.calls import Calls, Metadata
from undercroft_client.channel import Wire
from undercroft_client.connection import Backoff, Connection, ConnectionListener, ConnectionState
from undercroft_client.enums import MatchStatus, RecordPolicy, SpectatorPolicy, TimeoutPolicy
from undercroft_client.errors import ClientError
from undercroft_client.fills import SeatFill, TimeControl, options_to_wire, seat_to_wire, time_to_wire, tokens_of
from undercroft_client.link import Call, Link
from undercroft_client.play import Play
from undercroft_client.session import SeatSession
from undercroft_client.tokens import SeatToken, new_id, new_token
from undercroft_client.updates import Wants
from undercroft_client.values import (
    BotInfo,
    Challenged,
    Created,
    GameDetails,
    GameInfo,
    Joined,
    LadderEntry,
    MatchInfo,
    SeatCode,
    json_object,
)

__all__ = ["Client"]

_log = logging.getLogger(__name__)

_NOT_OPEN: Final = "the client isn't open: use `async with Client(...) as client`"


class Client:
    """A connection to a server, for use in one event loop: `async with Client("127.0.0.1:7070") as client: …`.

    `target` is `host:port`, or `ipv4:host:port,host:port` for several nodes of one fleet. `credentials` encrypt (None:
    plain text). `metadata` goes with every call, for servers that ask who calls. A call is tried again for `patience`
    seconds while the server is away. Seats are resumed for `max_wait` seconds (None: for ever) at the pace of
    `backoff`. `options` are gRPC's channel arguments.

    Every call raises `Refused` if the server refuses, `ConnectionLost` if it can't be reached, `CallFailed` for any
    other gRPC status.
    """

    def __init__(
        self,
        target: str,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        metadata: Metadata = (),
        patience: float = 10.0,
        max_wait: float | None = None,
        backoff: Backoff | None = None,
        options: Sequence[tuple[str, Any]] = (),
    ) -> None:
        self.target = target
        self.connection = Connection(ConnectionState.IDLE)
        self._credentials = credentials
        self._metadata = tuple(metadata)
        self._backoff = Backoff() if backoff is None else backoff
        self._options = options
        self._call = Calls(patience, self._backoff, self._metadata)
        self._play = Play(self._backoff.most)
        self._link = Link(self._open_play, self._play, self._backoff, max_wait, self._tell)
        self._listeners: list[ConnectionListener] = []
        self._opened: Wire | None = None
        self._task: asyncio.Task[None] | None = None

    def __repr__(self) -> str:
        return f"Client({self.target!r}, {self.connection.state})"

    async def open(self) -> Self:
        """Get ready to connect; nothing is sent before it is needed. `async with` does it."""
        if self._opened is None:
            self._opened = Wire(self.target, self._credentials, self._backoff.most, self._options)
            self._task = asyncio.create_task(self._run())
        return self

    async def close(self) -> None:
        """End every session and the connection. Seats stay: whoever has their tokens comes back to them."""
        self._play.fail(None)
        task, self._task = self._task, None
        wire, self._opened = self._opened, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if wire is not None:
            await wire.close()
            self._tell(Connection(ConnectionState.CLOSED))

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def on_connection(self, listener: ConnectionListener) -> Callable[[], None]:
        """Call `listener` with every change of the sessions' connection, now on; returns what ends that.

        `LOST` comes with the seconds until the next attempt, `CONNECTED` with `again=True` once the server answers.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def games(self) -> tuple[GameInfo, ...]:
        """The games of the server, by id."""
        answer = await self._call(self._wire.games.ListGames, game_pb2.ListGamesRequest())
        return tuple(map(GameInfo.from_wire, answer.games))

    async def game(self, game: str) -> GameDetails:
        """One game, with rules, schemas and bots."""
        answer = await self._call(self._wire.games.GetGame, game_pb2.GetGameRequest(game=game))
        return GameDetails.from_wire(answer)

    async def bots(self, game: str | None = None) -> tuple[BotInfo, ...]:
        """The bots of the server and the levels; with a game, those that play it."""
        answer = await self._call(self._wire.bots.ListBots, bot_pb2.ListBotsRequest(game=game or ""))
        return tuple(map(BotInfo.from_wire, answer.bots))

    async def ladder(self, game: str, limit: int = 0) -> tuple[LadderEntry, ...]:
        """The bots that have played rated matches of a game, the best first; at most `limit` (1 to 1000; 0 is 100)."""
        request = game_pb2.GetLadderRequest(game=game, limit=limit)
        answer = await self._call(self._wire.games.GetLadder, request)
        return tuple(map(LadderEntry.from_wire, answer.entries))

    async def create_match(
        self,
        game: str,
        *,
        seats: Sequence[SeatFill] = (),
        options: Mapping[str, Any] | str = "",
        record: RecordPolicy | str = RecordPolicy.UNSPECIFIED,
        spectators: SpectatorPolicy | str = SpectatorPolicy.UNSPECIFIED,
        fallback_bot: str = "",
        pace_ms: int | None = None,
        seed: int | None = None,
        time_control: TimeControl | None = None,
        on_timeout: TimeoutPolicy | str = TimeoutPolicy.UNSPECIFIED,
        spectator_delay: int = 0,
        abandon_seconds: int | None = None,
        rated: bool = False,
        request_id: str | None = None,
    ) -> Created:
        """Make a match; `seats` say who sits where, in order (none: the game's fewest, all open).

        `options` are a mapping or a JSON object; what isn't in them has its default. `pace_ms`: hosted bots answer
        people no sooner. `seed` fixes chance, where the server allows it. Spectators get facts at least
        `spectator_delay` facts late. A player who stays away for `abandon_seconds` while another one is there gives the
        match up (None: the server's default, 0: never). With `rated` its end counts for the ladder of the game, if the
        server's bots have all seats. The same `request_id` with the same content makes no second
        match; keep it, and the tokens in `seats`, to ask
        again later.
        """
        fills = tuple(seats)
        request = match_pb2.CreateMatchRequest(
            request_id=request_id or new_id(),
            game=game,
            options=options_to_wire(options),
            seats=map(seat_to_wire, fills),
            record=match_pb2.RecordPolicy.Value(RecordPolicy(record).wire_name),
            spectators=match_pb2.SpectatorPolicy.Value(SpectatorPolicy(spectators).wire_name),
            fallback_bot=fallback_bot,
            pace_ms=pace_ms,
            seed=seed,
            time_control=time_to_wire(time_control),
            on_timeout=match_pb2.TimeoutPolicy.Value(TimeoutPolicy(on_timeout).wire_name),
            spectator_delay=spectator_delay,
            abandon_seconds=abandon_seconds,
            rated=rated,
        )
        answer = await self._call(self._wire.matches.CreateMatch, request)
        codes = tuple(SeatCode(code.seat, code.code) for code in answer.codes)
        return Created(MatchInfo.from_wire(answer.match), codes, tokens_of(fills))

    async def join(self, code: str, name: str, token: bytes | None = None) -> Joined:
        """Take a seat with a join code, under a name of 1 to 40 characters. No token: a new one is made."""
        mine = new_token() if token is None else SeatToken(token)
        request = match_pb2.JoinMatchRequest(code=code, name=name, seat_token=bytes(mine))
        answer = await self._call(self._wire.matches.JoinMatch, request)
        return Joined(MatchInfo.from_wire(answer.match), answer.seat, mine)

    async def challenge(self, code: str, bot: str) -> Challenged:
        """Seat a bot that has dialled in (`@NAME`) on the open seat of a join code."""
        request = bot_pb2.ChallengeRequest(code=code, bot=bot)
        answer = await self._call(self._wire.bots.Challenge, request)
        return Challenged(MatchInfo.from_wire(answer.match), answer.seat)

    def serve_bot(
        self,
        decide: Decide,
        *,
        name: str,
        token: bytes,
        games: Iterable[str],
        version: str = "",
        at_once: int = 1,
        max_wait: float | None = None,
        listener: BotListener | None = None,
    ) -> BotServing:
        """A bot of one's own, which others seat as `@NAME`: `run()` has `decide` answer its turns, `at_once` at a time.

        `token` proves the name: 32 random bytes, kept (`new_token()`). A lost connection is tried again for `max_wait`
        seconds (None: for ever). `listener` hears what becomes of the bot.
        """
        hello = bot_pb2.Hello(name=name, version=version, games=games, concurrency=at_once, bot_token=bytes(token))
        return BotServing(self._open_serve, hello, decide, self._backoff, max_wait, listener or BotListener())

    async def match(self, match_id: str) -> MatchInfo:
        """What everybody may know of a match."""
        answer = await self._call(self._wire.matches.GetMatch, match_pb2.GetMatchRequest(match_id=match_id))
        return MatchInfo.from_wire(answer.match)

    async def matches(
        self, *, game: str = "", statuses: Iterable[MatchStatus | str] = (), page_size: int = 0
    ) -> AsyncIterator[MatchInfo]:
        """Matches of the server, newest first, fetched by pages of `page_size` (1 to 200; 0 is 50) as needed."""
        request = match_pb2.ListMatchesRequest(game=game, page_size=page_size)
        request.statuses.extend(match_pb2.MatchStatus.Value(MatchStatus(status).wire_name) for status in statuses)
        while True:
            answer = await self._call(self._wire.matches.ListMatches, request)
            for match in answer.matches:
                yield MatchInfo.from_wire(match)
            request.page_token = answer.next_page_token
            if not request.page_token:
                return

    async def record_json(self, match_id: str, token: bytes | None = None) -> str:
        """The record of a finished match as JSON, letter for letter; a policy of `own` wants the seat's token."""
        request = match_pb2.GetRecordRequest(match_id=match_id, seat_token=bytes(token or b""))
        answer = await self._call(self._wire.matches.GetRecord, request)
        return answer.record

    async def record(self, match_id: str, token: bytes | None = None) -> dict[str, Any]:
        """The record of a finished match, as a dictionary."""
        return json_object(await self.record_json(match_id, token))

    def seat(self, match_id: str, token: bytes, wants: Wants | None = None, since: int = 0) -> SeatSession:
        """Follow a match from the seat this token proves, and play for it. Facts after number `since` are sent.

        Nothing is awaited: what the server thinks of it shows when the session is used.
        """
        if not token:
            raise ClientError("a seat needs its token; use watch() to look on")
        return self._session(match_id, SeatToken(token), wants, since)

    def watch(self, match_id: str, wants: Wants | None = None, since: int = 0) -> SeatSession:
        """Follow a match as somebody who sits nowhere."""
        return self._session(match_id, None, wants, since)

    def _session(self, match_id: str, token: SeatToken | None, wants: Wants | None, since: int) -> SeatSession:
        if self._task is None:
            raise ClientError(_NOT_OPEN)
        return SeatSession(self._play, self._play.add(match_id, token, wants or Wants(), since))

    @property
    def _wire(self) -> Wire:
        if self._opened is None:
            raise ClientError(_NOT_OPEN)
        return self._opened

    def _open_play(self) -> Call:
        return self._wire.matches.Play(metadata=self._metadata)

    def _open_serve(self) -> ServeCall:
        return self._wire.bots.Serve(metadata=self._metadata)

    async def _run(self) -> None:
        try:
            await self._link.run()
        except Exception as error:
            _log.exception("the connection's task has failed")
            self._play.fail(ClientError(f"the connection's task has failed: {error!r}"))
            raise

    def _tell(self, connection: Connection) -> None:
        self.connection = connection
        for listener in tuple(self._listeners):
            try:
                listener(connection)
            except Exception:
                _log.exception("a listener to the connection has failed")
