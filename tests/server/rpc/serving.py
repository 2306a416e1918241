"""Real servers on loopback, and a client that shows everything that arrives."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc

from undercroft.registry import Registry, load_registry
from undercroft.rpc.server import Server, ServerConfig
from undercroft.v1 import (
    bot_pb2_grpc,
    game_pb2_grpc,
    match_pb2,
    match_pb2_grpc,
    refusal_pb2,
)

TESTS = Path(__file__).parents[2]
TOUCHY = TESTS / "server" / "touchy_plugins"
GOOFSPIEL = TESTS / "third_party" / "undercroft_goofspiel" / "src"

PATIENCE = 6.0
"""Seconds that no test waits for unless a promise is broken."""

TOKENS = (b"a" * 32, b"b" * 32)


class Served:
    """A running server and a channel to it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.channel = grpc.aio.insecure_channel(server.address)
        self.matches = match_pb2_grpc.MatchServiceStub(self.channel)
        self.games = game_pb2_grpc.GameServiceStub(self.channel)
        self.bots = bot_pb2_grpc.BotServiceStub(self.channel)

    async def create(self, game: str = "touchy", **more: Any) -> match_pb2.CreateMatchResponse:
        return await self.matches.CreateMatch(request_for(game, **more), timeout=PATIENCE)

    async def match(self, game: str = "touchy", **more: Any) -> str:
        return (await self.create(game, **more)).match.match_id

    def play(self) -> Stream:
        return Stream(self.matches.Play())


@asynccontextmanager
async def serving(
    directory: Path, plugins: Path | None = TOUCHY, registry: Registry | None = None, **config: Any
) -> AsyncIterator[Served]:
    """A server on a store in a directory, until the block ends."""
    server = Server(
        ServerConfig(
            **{"store": str(directory / "s.sqlite3"), "listen": "127.0.0.1:0", "plugins_dir": plugins} | config
        ),
        registry or load_registry(plugins),
    )
    await server.start()
    served = Served(server)
    try:
        yield served
    finally:
        await served.channel.close()
        await server.stop()


def request_for(
    game: str = "touchy", bots: Sequence[str | None] = (None, None), tokens: Sequence[bytes] = TOKENS, **more: Any
) -> match_pb2.CreateMatchRequest:
    """Seats are ours where no bot is named; `open` leaves one open."""
    seats = [
        match_pb2.SeatFill(mine=match_pb2.SeatFill.Mine(seat_token=tokens[seat], name=f"P{seat}"))
        if bot is None
        else match_pb2.SeatFill(open=match_pb2.SeatFill.Open())
        if bot == "open"
        else match_pb2.SeatFill(bot=bot)
        for seat, bot in enumerate(bots)
    ]
    values: dict[str, Any] = {"request_id": secrets.token_hex(16), "game": game, "seats": seats, "pace_ms": 0}
    return match_pb2.CreateMatchRequest(**values | more)


def subscribe(number: int, match_id: str, seat: int | None, **more: Any) -> match_pb2.PlayCommand:
    token = b"" if seat is None else TOKENS[seat]
    return match_pb2.PlayCommand(
        subscribe=match_pb2.Subscribe(**{"subscription": number, "match_id": match_id, "seat_token": token} | more)
    )


def act(number: int, action: str | int, seq: int, command_id: str) -> match_pb2.PlayCommand:
    by: dict[str, Any] = {"text": action} if isinstance(action, str) else {"code": action}
    return match_pb2.PlayCommand(act=match_pb2.Action(subscription=number, command_id=command_id, seq=seq, **by))


class Stream:
    """A Play stream that keeps every event in the order it came."""

    def __init__(self, call: Any) -> None:
        self.call = call
        self.events: list[match_pb2.PlayEvent] = []
        self.over = False
        self._news = asyncio.Event()
        self._reader = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        try:
            while (frame := await self.call.read()) is not grpc.aio.EOF:
                self.events += frame.events
                self._news.set()
        except (grpc.aio.AioRpcError, asyncio.CancelledError):
            pass
        self.over = True
        self._news.set()

    async def send(self, *commands: match_pb2.PlayCommand) -> None:
        await self.call.write(match_pb2.PlayRequest(commands=commands))

    async def until(self, true: Callable[[], Any]) -> Any:
        """Wait until something is there, and give it back."""
        async with asyncio.timeout(PATIENCE):
            while not (found := true()):
                if self.over:
                    raise AssertionError(f"the stream is over: {self.events[-3:]}")
                self._news.clear()
                await self._news.wait()
            return found

    async def ended(self) -> grpc.StatusCode:
        """The status with which the server ends the stream."""
        async with asyncio.timeout(PATIENCE):
            while not self.over:
                self._news.clear()
                await self._news.wait()
            return await self.call.code()

    async def close(self) -> None:
        self.call.cancel()
        await asyncio.wait([self._reader], timeout=PATIENCE)

    def of(self, kind: str) -> list[Any]:
        return [getattr(event, kind) for event in self.events if event.WhichOneof("event") == kind]

    def updates(self, number: int) -> list[match_pb2.Update]:
        return [update for update in self.of("update") if update.subscription == number]

    def facts(self, number: int) -> list[match_pb2.Fact]:
        return [fact for update in self.updates(number) for fact in update.facts]

    async def snapshot(self, number: int, match_id: str, seat: int | None, **more: Any) -> match_pb2.Update:
        await self.send(subscribe(number, match_id, seat, **more))
        updates = await self.until(lambda: self.updates(number))
        assert updates[0].snapshot
        return updates[0]

    async def answer(self, command: match_pb2.PlayCommand) -> Any:
        """Send a command with a command id, and give back its `Accepted` or `Refusal`."""
        command_id = command.act.command_id
        already = len(self._answers(command_id))
        await self.send(command)
        return (await self.until(lambda: self._answers(command_id)[already:]))[0]

    def _answers(self, command_id: str) -> list[Any]:
        return [each for each in [*self.of("accepted"), *self.of("refusal")] if each.command_id == command_id]


def name_of(reason: int) -> str:
    return refusal_pb2.Reason.Name(reason).removeprefix("REASON_")  # type: ignore[arg-type]
