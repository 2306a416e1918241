"""Matches between two seats of ours, played at a pace, many in one process; each seat has a stream of its own."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from contextlib import suppress
from random import Random
from typing import Any

import grpc

from tests.load.followers import channel_to
from undercroft.v1 import match_pb2, match_pb2_grpc

__all__ = ["Players"]

STREAMS_A_CONNECTION = 20
PATIENCE_S = 60.0


class _Seat:
    """One seat's stream: its newest update, and a call back for each."""

    def __init__(self, stub: Any, match: _Match) -> None:
        self.update: match_pb2.Update | None = None
        self._match = match
        self._call: Any = stub.Play()
        self._number = 0
        self._reader = asyncio.get_running_loop().create_task(self._read())

    async def follow(self, match_id: str, token: bytes) -> None:
        """Let go of what was followed so far, and follow this."""
        commands = []
        if self._number:
            gone = match_pb2.Unsubscribe(subscription=self._number)
            commands.append(match_pb2.PlayCommand(unsubscribe=gone))
        self._number += 1
        self.update = None
        subscribe = match_pb2.Subscribe(subscription=self._number, match_id=match_id, seat_token=token)
        commands.append(match_pb2.PlayCommand(subscribe=subscribe))
        await self._call.write(match_pb2.PlayRequest(commands=commands))

    async def act(self, code: int, seq: int) -> None:
        action = match_pb2.Action(subscription=self._number, command_id=secrets.token_hex(8), seq=seq, code=code)
        await self._call.write(match_pb2.PlayRequest(commands=[match_pb2.PlayCommand(act=action)]))

    async def resign(self) -> None:
        resign = match_pb2.Resign(subscription=self._number, command_id=secrets.token_hex(8))
        await self._call.write(match_pb2.PlayRequest(commands=[match_pb2.PlayCommand(resign=resign)]))

    async def _read(self) -> None:
        while (frame := await self._call.read()) is not grpc.aio.EOF:
            for event in frame.events:
                kind = event.WhichOneof("event")
                if kind == "update" and event.update.subscription == self._number:
                    self._take(event.update)
                elif kind == "refusal":
                    self._match.refused(str(event.refusal))

    def _take(self, update: match_pb2.Update) -> None:
        if update.status:  # without one, it's a part of many facts, or news of who is there
            self.update = update
            self._match.told()


class _Match:
    """A match after another, as soon as one is over. `due` are the moments at which actions were to be played."""

    def __init__(self, players: Players, stub: Any) -> None:
        self._players = players
        self._stub = stub
        self._seats = [_Seat(stub, self) for _ in range(2)]
        self.due: deque[float] = deque()
        self.match_id = ""
        self._waits = [0, 0]
        self._asked_at = 0.0
        self.ready = asyncio.Event()
        self._over = asyncio.Event()

    async def begin(self) -> None:
        """Make a match and sit down on both sides."""
        self.ready.clear()
        self._over.clear()
        tokens = [secrets.token_bytes(32) for _ in self._seats]
        fills = [match_pb2.SeatFill(mine=match_pb2.SeatFill.Mine(seat_token=token, name="load")) for token in tokens]
        request = match_pb2.CreateMatchRequest(
            request_id=secrets.token_hex(16), game=self._players.game, options=self._players.options, seats=fills
        )
        self.match_id = (await self._stub.CreateMatch(request)).match.match_id
        for seat, token in zip(self._seats, tokens, strict=True):
            await seat.follow(self.match_id, token)
        await self.ready.wait()

    async def finish(self) -> None:
        """Have one side resign, and wait until the match is over; no other begins."""
        self.ready.clear()
        await self._seats[0].resign()
        await self._over.wait()

    @property
    def busy(self) -> bool:
        """An action is due or under way."""
        return bool(self.due or self._asked_at)

    def told(self) -> None:
        """A seat has a new update."""
        updates = [seat.update for seat in self._seats]
        if self._asked_at and all(each and each.seq > seq for each, seq in zip(updates, self._waits, strict=True)):
            self._players.latencies_ms.append(1000 * (time.perf_counter() - self._asked_at))
            self._asked_at = 0.0
        if any(each is not None and each.HasField("outcome") for each in updates):
            self._over.set()
            if self.ready.is_set():
                self.ready.clear()
                self._players.later(self.begin())
        elif all(updates):
            self.ready.set()
            self.play_on()

    def refused(self, why: str) -> None:
        self._players.refusals.append(why)

    def play_on(self) -> None:
        """Play the next action if one is due and none is under way."""
        if not self.due or self._asked_at or not self.ready.is_set():
            return
        for seat in self._seats:
            update = seat.update
            if update is not None and update.HasField("legal"):
                self._asked_at = self.due.popleft()
                self._waits = [each.update.seq if each.update else 0 for each in self._seats]
                code = self._players.choose(update.legal)
                self._players.later(seat.act(code, update.seq))
                return


class Players:
    """`matches` of them at any time, of one game with these options (JSON)."""

    def __init__(self, address: str, game: str, options: str, matches: int) -> None:
        self.game, self.options = game, options
        self.latencies_ms: list[float] = []
        self.refusals: list[str] = []
        self._address = address
        self._count = matches
        self._random = Random(1)
        self._matches: list[_Match] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> list[str]:
        """Begin all of them; their ids."""
        each = STREAMS_A_CONNECTION // 2
        stubs = [match_pb2_grpc.MatchServiceStub(channel_to(self._address)) for _ in range(0, self._count, each)]
        self._matches = [_Match(self, stubs[number // each]) for number in range(self._count)]
        return await self.begin()

    async def begin(self) -> list[str]:
        """Leave all matches and begin others; their ids."""
        await asyncio.gather(*(match.begin() for match in self._matches))
        return [match.match_id for match in self._matches]

    async def finish(self) -> None:
        """End all matches; `begin` makes others."""
        await asyncio.gather(*(match.finish() for match in self._matches))

    async def play(self, rate: float, seconds: float) -> dict[str, Any]:
        """Play `rate` actions a second, turn by turn over all matches.

        Gives for every action how long it took both seats to have it, from the moment it was due: an action that waits
        for the one before it isn't forgiven.
        """
        self.latencies_ms, self.refusals = [], []
        began = time.perf_counter()
        for number in range(round(rate * seconds)):
            at = began + number / rate
            if (early := at - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            match = self._matches[number % len(self._matches)]
            if match.ready.is_set():  # a match that is just being made isn't waited for
                match.due.append(at)
                match.play_on()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while any(match.busy for match in self._matches):  # noqa: ASYNC110 - many end, one by one
                    await asyncio.sleep(0.01)
        unanswered = sum(match.busy for match in self._matches)
        return {"latencies_ms": self.latencies_ms, "refusals": self.refusals, "unanswered": unanswered}

    def choose(self, legal: match_pb2.LegalActions) -> int:
        """An action that captures nothing, if there is one, so that matches last."""
        quiet = [code for code, text in zip(legal.codes, legal.texts, strict=True) if "x" not in text]
        return self._random.choice(quiet or list(legal.codes))

    def later(self, work: Any) -> None:
        """Have something done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
