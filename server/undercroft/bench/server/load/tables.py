"""Who sits where, and on which stream."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from undercroft.bench.server.load.streams import Frames, Streams
from undercroft.v1 import match_pb2

__all__ = ["PlayStream", "Seat", "Table"]


class PlayStream:
    """One Play stream: whose seats it carries, by the number of their subscription, and the commands that are due.

    `receive` is given every frame that comes, and gives the frames to send for it.
    """

    def __init__(self, streams: Streams, receive: Callable[[PlayStream, bytes], Frames]) -> None:
        self.stream = streams.open(partial(receive, self))
        self.seats: dict[int, Seat] = {}
        self.due = match_pb2.PlayRequest()
        self.moves = 0
        """Among the commands that are due."""

    def frame(self) -> bytes:
        """What is due, as one frame."""
        due, self.due, self.moves = self.due, match_pb2.PlayRequest(), 0
        return due.SerializeToString()


class Seat:
    """One seat of a table as its last update left it: `seq`, and the `codes` of its legal actions."""

    __slots__ = ("codes", "number", "play", "seq", "table")

    def __init__(self, table: Table, play: PlayStream) -> None:
        self.table = table
        self.play = play
        self.number = 0
        self.seq = 0
        self.codes: Sequence[int] = ()

    def follow(self, match_id: str, token: bytes, number: int) -> None:
        """Leave the match of before, if any, and take the seat of this token; `number` is new on the stream."""
        commands, seats = self.play.due.commands, self.play.seats
        if self.number:
            commands.add().unsubscribe.subscription = self.number
            del seats[self.number]
        subscribe = commands.add().subscribe
        subscribe.subscription = self.number = number
        subscribe.match_id = match_id
        subscribe.seat_token = token
        seats[number] = self


class Table:
    """Two seats that play match after match. `missing` of them still lack the update that is under way.

    `mover` has made the move that is under way, since `began`; None while a match begins.
    """

    __slots__ = ("began", "missing", "mover", "seats")

    def __init__(self, plays: Sequence[PlayStream]) -> None:
        self.seats = tuple(Seat(self, play) for play in plays)
        self.missing = 0
        self.mover: Seat | None = None
        self.began = 0.0
