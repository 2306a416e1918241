"""A subscription: what the stream keeps of one seat, whichever connection serves it."""

from __future__ import annotations

import asyncio

from undercroft.v1 import match_pb2
from undercroft_client.errors import ClientError
from undercroft_client.inbox import Inbox
from undercroft_client.tokens import SeatToken
from undercroft_client.updates import Wants

__all__ = ["Subscription"]


class Subscription:
    """One seat (or spectator) followed. Its `number` may change from stream to stream, the rest stays.

    It is `waiting` while the server has refused it for now, until it is asked for again.
    """

    def __init__(self, number: int, match_id: str, token: SeatToken | None, wants: Wants, since: int) -> None:
        self.number = number
        self.match_id = match_id
        self.inbox = Inbox(since)
        self.waiting = False
        self.ended = False
        self.closed_here = False
        self._token = token
        self._wants = wants
        self._error: ClientError | None = None
        self._changed = asyncio.Event()

    def command(self, client: bytes, connection: int) -> match_pb2.PlayCommand:
        """The command that makes it, or resumes it, on a client's connection of that number."""
        subscribe = match_pb2.Subscribe(
            subscription=self.number,
            match_id=self.match_id,
            seat_token=bytes(self._token or b""),
            since=self.inbox.seq,
            wants=self._wants.to_wire(),
            client=client,
            connection=connection,
        )
        return match_pb2.PlayCommand(subscribe=subscribe)

    def anew(self, number: int) -> bool:
        """Whether it is asked for again, or has been, since it had this number (0: one not told)."""
        return self.waiting or number not in (0, self.number)

    def receive(self, update: match_pb2.Update) -> None:
        """Take in an update and wake whoever waits.

        Raises:
            FactsMissing: there is a gap before its facts.
            ProtocolError: it can't be understood.
        """
        if self.inbox.receive(update):
            self._changed.set()

    def end(self, error: ClientError | None) -> None:
        """Nothing comes any more: because of an error, or because it was closed here."""
        if not self.ended:
            self.ended = True
            self.closed_here = error is None
            self._error = error
            self._changed.set()

    def error(self) -> ClientError:
        """What to raise from now on: a new error each time, so that no traceback grows."""
        if self._error is None:
            return ClientError("this session is closed")
        return self._error.again()

    def check(self) -> None:
        """Do nothing while updates may still come.

        Raises:
            ClientError: it has ended.
        """
        if self.ended:
            raise self.error()

    async def changed(self) -> None:
        """Wait for the next change. Any number of tasks may."""
        self._changed.clear()
        await self._changed.wait()
