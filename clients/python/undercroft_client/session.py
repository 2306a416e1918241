"""One seat of one match, followed and played."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Self

from undercroft.v1 import match_pb2
from undercroft_client.errors import ClientError, Refused
from undercroft_client.play import Play
from undercroft_client.subscription import Subscription
from undercroft_client.tokens import new_id
from undercroft_client.updates import Accepted, Update

__all__ = ["SeatSession"]


class SeatSession(AsyncIterator[Update]):
    """Follows one seat (or watches), and plays for it. Made by `Client.seat` and `Client.watch`.

    Iterating gives updates and ends after the one in which the match is over. Who looks seldom gets the newest state
    with every fact in between. A lost connection is resumed without a fact lost or repeated; that shows only in
    `Client.on_connection`. Iterating, `next_update`, `wait_turn` and the commands raise `Refused` if the server doesn't
    let us follow, `TakenOver` once another connection has the seat, and `ConnectionLost` if the client gave up.

    Updates are handed out once: let one task iterate or wait, while others act and look at `latest`.
    """

    def __init__(self, play: Play, subscription: Subscription) -> None:
        self._play = play
        self._subscription = subscription
        self._inbox = subscription.inbox
        self._acted = -1
        self._accepted = 0

    @property
    def match_id(self) -> str:
        """The match."""
        return self._subscription.match_id

    @property
    def seat(self) -> int | None:
        """The seat's number, `SPECTATOR` for a spectator; None before the first update."""
        return self._inbox.seat

    @property
    def seq(self) -> int:
        """How many facts were received, handed out or not; to resume elsewhere, keep `Update.seq`."""
        return self._inbox.seq

    @property
    def latest(self) -> Update | None:
        """The newest update received, None before the first. Looking at it counts as having seen it."""
        return self._inbox.latest()

    @property
    def closed(self) -> bool:
        """Whether nothing will come any more."""
        return self._subscription.ended

    async def next_update(self) -> Update:
        """The next update, waiting for one if there is none; after the end too (chat, a rematch)."""
        await self._until(lambda: self._inbox.fresh)
        return self._inbox.take()

    async def wait_turn(self) -> Update:
        """The next update in which this seat is to act, or the final one.

        A turn that was answered and accepted isn't given again. One that wasn't answered is, without its facts: those
        are handed out once.
        """
        await self._until(self._turn_or_end)
        return self._inbox.take()

    async def act(self, action: str | int, *, seq: int | None = None, command_id: str | None = None) -> Accepted:
        """Play an action, given by its text or its code; returns once it is on disk.

        It answers the legal actions of update number `seq`, by default the newest this session has handed out. If the
        connection goes before the answer has come, it is sent again and not played twice.

        Raises:
            Refused: it wasn't played; `reason` and `legal` say why, and what can be.
        """
        if seq is None:
            await self._until(lambda: self._inbox.message is not None)
            seq = self._inbox.seen if self._inbox.seen >= 0 else self._inbox.seq
        message = match_pb2.Action(command_id=command_id or new_id(), seq=seq)
        if isinstance(action, str):
            message.text = action
        else:
            message.code = action
        accepted = await self._acted_on(message)
        self._acted = max(self._acted, seq)
        self._accepted = max(self._accepted, accepted.seq)
        return accepted

    async def say(self, text: str) -> Accepted:
        """Chat: at most 500 characters."""
        return await self._ask(match_pb2.PlayCommand(say=match_pb2.Say(command_id=new_id(), text=text)))

    async def resign(self) -> Accepted:
        """Give up."""
        return await self._ask(match_pb2.PlayCommand(resign=match_pb2.Resign(command_id=new_id())))

    async def offer_draw(self) -> Accepted:
        """Offer a draw, or accept the one on the table. It lapses with the offerer's next action."""
        return await self._ask(match_pb2.PlayCommand(offer_draw=match_pb2.OfferDraw(command_id=new_id())))

    async def abort(self) -> Accepted:
        """End a match that has seen no action yet."""
        return await self._ask(match_pb2.PlayCommand(abort=match_pb2.Abort(command_id=new_id())))

    async def rematch(self) -> Accepted:
        """Ask for another match of the same kind, once this one is over.

        It is made when all have asked who hold a token; bots are always ready. A `RematchedFact` then tells where it
        is: look for it with `next_update`, as iterating ends with the match.

        Raises:
            Refused: the match isn't over, or not all its seats were taken.
        """
        return await self._ask(match_pb2.PlayCommand(rematch=match_pb2.Rematch(command_id=new_id())))

    async def mute(self, seat: int, *, muted: bool = True) -> Accepted:
        """Stop (or start again) hearing a seat's chat."""
        message = match_pb2.Mute(command_id=new_id(), seat=seat, muted=muted)
        return await self._ask(match_pb2.PlayCommand(mute=message))

    async def close(self) -> None:
        """Follow no longer. The seat stays ours: `Client.seat` with the same token comes back to it."""
        self._play.remove(self._subscription)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Update:
        if self._subscription.closed_here or (self._inbox.finished and not self._inbox.fresh):
            raise StopAsyncIteration
        try:
            return await self.next_update()
        except ClientError:
            if self._subscription.closed_here:
                raise StopAsyncIteration from None
            raise

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _acted_on(self, message: match_pb2.Action) -> Accepted:
        try:
            return await self._ask(match_pb2.PlayCommand(act=message))
        except Refused as refused:
            # The list that replaced ours may still be on its way: the old one is no turn any more.
            self._accepted = max(self._accepted, refused.newest_seq)
            raise

    async def _ask(self, command: match_pb2.PlayCommand) -> Accepted:
        return await self._play.ask(self._subscription, command)

    def _turn_or_end(self) -> bool:
        message = self._inbox.message
        if message is None:
            return False
        newer = message.seq > self._acted and message.seq >= self._accepted
        return self._inbox.finished or (message.HasField("legal") and newer)

    async def _until(self, ready: Callable[[], bool]) -> None:
        """Wait until something is so, or the subscription has ended without it."""
        while not ready():
            self._subscription.check()
            await self._subscription.changed()
