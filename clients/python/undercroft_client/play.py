"""What goes over the Play stream: subscriptions, commands and their answers. No connection is known here.

A connection takes `opening()` as its first commands and `outbox` as the rest, and hands every event to `receive`. So
all that was under way survives the loss of a connection: `opening()` resumes every subscription from its last fact and
repeats every unanswered command under its old id.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from undercroft.v1 import match_pb2, refusal_pb2
from undercroft_client.enums import Reason
from undercroft_client.errors import ClientError, ProtocolError, Refused, TakenOver
from undercroft_client.inbox import FactsMissing
from undercroft_client.subscription import Subscription
from undercroft_client.tokens import SeatToken
from undercroft_client.updates import Accepted, Wants

__all__ = ["Play", "ServerGoing"]

_log = logging.getLogger(__name__)

COMMAND_BYTES: Final = 1 << 16
"""No command is longer: one that the transport can't carry would end the stream of all."""

_PASSING: Final = (Reason.RATE_LIMITED, Reason.STORAGE_UNAVAILABLE)
"""Refusals of a resumed subscription that will not last."""


class ServerGoing(ClientError):
    """The server is shutting down: connect again, after `seconds` if it said so."""

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__("the server is shutting down")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class _Asked:
    """A command without an answer so far."""

    subscription: Subscription
    command: match_pb2.PlayCommand
    answer: asyncio.Future[Accepted]


class Play:
    """The subscriptions of a client, and its commands.

    `due` is set while `outbox` holds commands; `needed` while there are subscriptions.
    """

    def __init__(self, retry_after: float) -> None:
        self.outbox: list[match_pb2.PlayCommand] = []
        self.due = asyncio.Event()
        self.needed = asyncio.Event()
        self._retry_after = retry_after
        self._subscriptions: dict[int, Subscription] = {}
        self._asked: dict[str, _Asked] = {}
        self._numbers = itertools.count(1)
        self._client = secrets.token_bytes(16)
        self._connection = 0

    def add(self, match_id: str, token: SeatToken | None, wants: Wants, since: int) -> Subscription:
        """Start to follow a seat, or to watch (no token).

        Raises:
            ClientError: the arguments are too long to be sent.
        """
        subscription = Subscription(next(self._numbers), match_id, token, wants, since)
        command = self._subscribe(subscription)
        _check_size(command)
        self._subscriptions[subscription.number] = subscription
        self.needed.set()
        self._post(command)
        return subscription

    def remove(self, subscription: Subscription) -> None:
        """End a subscription of ours."""
        if not subscription.ended:
            self._post(_unsubscribe(subscription.number))
            self._end(subscription, None)

    async def ask(self, subscription: Subscription, command: match_pb2.PlayCommand) -> Accepted:
        """Send a command and wait for its answer, over as many connections as it takes.

        Raises:
            Refused: by the server.
            ClientError: the subscription has ended, the command is too long to be sent, or another of its id waits for
                its answer.
        """
        subscription.check()
        _check_size(command)
        command_id = _body(command).command_id
        if command_id in self._asked:
            raise ClientError("a command of this id waits for its answer")
        _body(command).subscription = subscription.number
        asked = _Asked(subscription, command, asyncio.get_running_loop().create_future())
        self._asked[command_id] = asked
        self._post(command)
        try:
            return await asked.answer
        finally:
            self._asked.pop(command_id, None)

    def opening(self) -> list[match_pb2.PlayCommand]:
        """The first commands on a new connection; whatever waited to be sent on the old one is among them."""
        self.take()
        self._connection += 1
        resumed = [self._subscribe(subscription) for subscription in self._subscriptions.values()]
        return resumed + [asked.command for asked in self._asked.values()]

    def take(self) -> list[match_pb2.PlayCommand]:
        """Empty the outbox."""
        commands, self.outbox = self.outbox, []
        self.due.clear()
        return commands

    def receive(self, event: match_pb2.PlayEvent) -> None:
        """Take in an event.

        Raises:
            ServerGoing: the connection should be made anew.
        """
        match event.WhichOneof("event"):
            case "update":
                self._update(event.update)
            case "accepted":
                self._accepted(event.accepted)
            case "refusal":
                self._refused(event.refusal)
            case "ended":
                self._ended(event.ended)
            case "goodbye":
                raise ServerGoing(event.goodbye.reconnect_after_ms / 1000)
            case _:
                pass  # from a newer server

    def fail(self, error: ClientError | None) -> None:
        """End every subscription."""
        for subscription in list(self._subscriptions.values()):
            self._end(subscription, error)

    def _update(self, update: match_pb2.Update) -> None:
        subscription = self._subscriptions.get(update.subscription)
        if subscription is None:
            return
        try:
            subscription.receive(update)
        except FactsMissing as error:
            if update.snapshot:
                self._drop(subscription, error)
            else:
                self._anew(subscription)
        except Exception as error:  # whatever one match is sent, the others go on
            _log.exception("an update of match %s can't be understood", subscription.match_id)
            self._drop(subscription, ProtocolError(f"an update can't be understood: {error}"))

    def _accepted(self, accepted: match_pb2.Accepted) -> None:
        asked = self._asked.get(accepted.command_id)
        if asked is not None and not asked.answer.done():
            asked.answer.set_result(Accepted(accepted.command_id, accepted.seq))

    def _refused(self, refusal: refusal_pb2.Refusal) -> None:
        error = Refused.from_wire(refusal)
        if error.reason is Reason.SHUTTING_DOWN:
            raise ServerGoing
        asked = self._asked.get(refusal.command_id)
        if asked is None:
            _log.info("refused by the server: %s: %s", error.reason, error.message)
        elif error.reason is Reason.UNKNOWN_SUBSCRIPTION and asked.subscription.anew(refusal.subscription):
            pass  # it goes, or has gone, again with the subscription
        elif not asked.answer.done():
            asked.answer.set_exception(error)

    def _ended(self, ended: match_pb2.SubscriptionEnded) -> None:
        subscription = self._subscriptions.get(ended.subscription)
        if subscription is None:
            return
        why = match_pb2.SubscriptionEnded
        if ended.why == why.WHY_TAKEN_OVER:
            self._end(subscription, TakenOver("another connection has taken this seat over"))
        elif ended.why == why.WHY_REFUSED:
            self._not_made(subscription, Refused.from_wire(ended.refusal))
        else:
            self._end(subscription, ClientError("the server has ended this subscription"))

    def _not_made(self, subscription: Subscription, refusal: Refused) -> None:
        if refusal.reason is Reason.SHUTTING_DOWN:
            raise ServerGoing
        if refusal.reason in _PASSING and subscription.inbox.message is not None:
            subscription.waiting = True
            self._later(refusal.retry_after or self._retry_after, lambda: self._anew(subscription))
        else:
            self._end(subscription, refusal)

    def _anew(self, subscription: Subscription) -> None:
        """Subscribe again under a new number, so that what still comes for the old one isn't taken for it."""
        if subscription.ended:
            return
        del self._subscriptions[subscription.number]
        self._post(_unsubscribe(subscription.number))
        subscription.number = next(self._numbers)
        subscription.waiting = False
        self._subscriptions[subscription.number] = subscription
        self._post(self._subscribe(subscription))
        for asked in self._asked.values():
            if asked.subscription is subscription:
                _body(asked.command).subscription = subscription.number
                self._post(asked.command)

    def _subscribe(self, subscription: Subscription) -> match_pb2.PlayCommand:
        return subscription.command(self._client, self._connection)

    def _drop(self, subscription: Subscription, error: ClientError) -> None:
        self._post(_unsubscribe(subscription.number))
        self._end(subscription, error)

    def _end(self, subscription: Subscription, error: ClientError | None) -> None:
        subscription.end(error)
        self._subscriptions.pop(subscription.number, None)
        for asked in self._asked.values():
            if asked.subscription is subscription and not asked.answer.done():
                asked.answer.set_exception(subscription.error())
        if not self._subscriptions:
            self.needed.clear()

    def _post(self, command: match_pb2.PlayCommand) -> None:
        self.outbox.append(command)
        self.due.set()

    def _later(self, seconds: float, call: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(seconds, call)


_Body = (
    match_pb2.Action | match_pb2.Say | match_pb2.Resign | match_pb2.OfferDraw | match_pb2.Abort | match_pb2.Rematch
    | match_pb2.Mute
)  # fmt: skip


def _body(command: match_pb2.PlayCommand) -> _Body:
    """The message inside a command that has an id."""
    body: _Body = getattr(command, command.WhichOneof("command") or "act")
    return body


def _unsubscribe(number: int) -> match_pb2.PlayCommand:
    return match_pb2.PlayCommand(unsubscribe=match_pb2.Unsubscribe(subscription=number))


def _check_size(command: match_pb2.PlayCommand) -> None:
    if command.ByteSize() > COMMAND_BYTES:
        raise ClientError(f"a command takes at most {COMMAND_BYTES} bytes")
