"""Real play: random legal actions in both seats of many matches, the next as soon as both seats have seen the last."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from random import random
from time import monotonic
from typing import Final

from undercroft.bench.server.figures import Sizes
from undercroft.bench.server.load.new_matches import NewMatches
from undercroft.bench.server.load.scales import Scales
from undercroft.bench.server.load.streams import Frames, Streams
from undercroft.bench.server.load.tables import PlayStream, Seat, Table
from undercroft.bench.server.load.window import CLOSED, Window
from undercroft.bench.server.plan import BenchFailed, Shape
from undercroft.v1 import match_pb2

__all__ = ["RealPlay"]

_METHOD: Final = f"/{match_pb2.DESCRIPTOR.services_by_name['MatchService'].full_name}/Play"
_MORE_THAN_LIKELY: Final = 1.5


class RealPlay:
    """Plays on a server. A match that ends is followed by one that was made before the slice began.

    What isn't counted as a move happens in a slice all the same: two subscriptions for every match that begins.
    """

    def __init__(self, address: str, game: str, shape: Shape) -> None:
        self._streams = Streams(address, _METHOD, shape)
        self._shared = self._open_stream() if shape == "multiplexed" else None
        self._new = NewMatches(self._streams.channels[0], game)
        self._resting: list[Table] = []
        self._without_match: list[Table] = []
        self._busy = 0
        self._quiet = asyncio.Event()
        self._due: dict[PlayStream, None] = {}
        self._numbers = count(1)
        self._ids = count(1)
        self._window = CLOSED
        self._scales = Scales()
        self._ended = 0
        self._ended_a_second = 0.0

    async def open(self, matches: int) -> None:
        """Sit down at so many more tables."""
        await self._new.have(matches)
        for _ in range(matches):
            self._without_match.append(Table([self._shared or self._open_stream() for _ in range(2)]))
        await self._fill_tables()

    async def prepare(self, seconds: float) -> None:
        """Have a match at every table, and others at hand for those that will end in so many seconds."""
        tables = len(self._resting) + len(self._without_match)
        likely = self._ended_a_second * seconds if self._ended_a_second else tables
        await self._new.have(len(self._without_match) + round(likely * _MORE_THAN_LIKELY) + tables // 4 + 1)
        await self._fill_tables()

    async def run(self, window: Window, seconds: float) -> Sizes | None:
        """Play until the window closes, in so many seconds, and come to rest; what moves weighed, if enough were."""
        self._window, self._scales, self._ended = window, Scales(), 0
        resting, self._resting = self._resting, []
        await self._busy_with(resting, self._go_on, seconds)
        self._ended_a_second = self._ended / seconds
        return self._scales.sizes()

    async def close(self) -> None:
        """Leave the server."""
        await self._streams.close()

    # ---- tables

    def _open_stream(self) -> PlayStream:
        return PlayStream(self._streams, self._receive)

    async def _fill_tables(self) -> None:
        """Sit down at the tables that have no match, and wait until everybody has seen the beginning."""
        self._window = CLOSED
        empty, self._without_match = self._without_match, []
        await self._busy_with(empty, self._sit_down)

    async def _busy_with(self, tables: list[Table], begin: Callable[[Table], None], seconds: float = 0.0) -> None:
        """Have something begin at resting tables, and wait until all are at rest again."""
        if not tables:
            return
        self._quiet.clear()
        self._busy = len(tables)
        for table in tables:
            begin(table)
        await self._streams.send(self._frames())
        await self._streams.until(self._quiet.wait(), seconds)

    def _sit_down(self, table: Table) -> None:
        """Follow a new match from both seats; if none is left the table rests."""
        match = self._new.take()
        if match is None:
            self._without_match.append(table)
            self._rest()
            return
        table.mover = None
        table.missing = len(table.seats)
        for seat, token in zip(table.seats, match.tokens, strict=True):
            seat.follow(match.match_id, token, next(self._numbers))
            self._due[seat.play] = None

    def _rest(self) -> None:
        self._busy -= 1
        if not self._busy:
            self._quiet.set()

    # ---- moves

    def _receive(self, play: PlayStream, data: bytes) -> Frames:
        frame = match_pb2.PlayResponse.FromString(data)
        self._scales.received(frame, play)
        for event in frame.events:
            kind = event.WhichOneof("event")
            if kind == "update":
                seat = play.seats.get(event.update.subscription)
                if seat is not None:  # else the match was left just now, and the other seat was told of it
                    self._updated(seat, event.update)
            elif kind != "accepted" and event.ended.why != match_pb2.SubscriptionEnded.WHY_UNSUBSCRIBED:
                raise BenchFailed(f"the server says: {' '.join(str(event).split())}")
        return self._frames()

    def _updated(self, seat: Seat, update: match_pb2.Update) -> None:
        if update.seq == seat.seq and not update.snapshot:
            return  # nothing has happened in the match: somebody came or went
        seat.seq = update.seq
        seat.codes = update.legal.codes
        table = seat.table
        table.missing -= 1
        if table.missing:
            return
        if table.mover is not None:
            self._window.completed(table.began)
        if self._window.is_open():
            self._go_on(table)
        else:
            self._resting.append(table)
            self._rest()

    def _go_on(self, table: Table) -> None:
        """Move, or begin another match if this one is over."""
        mover = next((seat for seat in table.seats if seat.codes), None)
        if mover is None:
            self._ended += 1
            self._sit_down(table)
            return
        play = mover.play
        play.moves += 1
        command = play.due.commands.add()
        act = command.act
        act.subscription = mover.number
        act.command_id = f"{next(self._ids):032x}"  # as long as those of the Python client
        act.seq = mover.seq
        act.code = mover.codes[int(random() * len(mover.codes))]  # noqa: S311 - any will do
        self._scales.acts(command)
        self._due[play] = None
        table.mover = mover
        table.missing = len(table.seats)
        table.began = monotonic()

    def _frames(self) -> Frames:
        """What is due on every stream."""
        if not self._due:
            return ()
        due, self._due = self._due, {}
        self._scales.sent(sum(play.moves > 0 for play in due))
        return [(play.stream, play.frame()) for play in due]
