"""One Play stream: commands come in, and a single writer sends whatever is due, as much at once as there is."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import grpc

from undercroft.game import SPECTATOR
from undercroft.host import Host, Outlet, Superseded, Watcher
from undercroft.match import MAX_COMMAND_ID, Act, Answer, Parley, Reason, Refusal
from undercroft.rpc.allowances import Allowance
from undercroft.rpc.crowd import Crowd
from undercroft.rpc.decode import SeatCommand, claim_of, command_of, wants_of
from undercroft.rpc.encode import put_accepted, put_update
from undercroft.rpc.errors import ended_message, incident, refusal_message
from undercroft.rpc.reading import Unreadable, unreadable
from undercroft.v1 import match_pb2

__all__ = ["Connection"]

Context = grpc.aio.ServicerContext[match_pb2.PlayRequest, match_pb2.PlayResponse]

MAX_COMMANDS: Final = 4_096
"""In one frame: a million empty ones take up next to nothing on the way, and much in memory."""
COMMANDS_AT_ONCE: Final = 32
"""After so many others have their turn, whatever else is in the frame."""
MAX_UNANSWERED: Final = 1_024
"""A client that sends without reading isn't read from either, once so many answers wait."""
FRAME_BYTES: Final = 1024 * 1024
"""A frame is sent when it has grown past this; gRPC's limit is 4 MiB. As many bytes of answers may wait."""
ANSWER_BYTES: Final = 4 * MAX_COMMAND_ID + 32
"""No answer to a command that was carried out is longer."""


class Connection(Outlet):
    """A client's stream and the subscriptions on it."""

    def __init__(self, host: Host, context: Context, allowance: Allowance, crowd: Crowd) -> None:
        self._host = host
        self._context = context
        self._allowance = allowance
        self._crowd = crowd
        self._watchers: dict[int, Watcher] = {}
        self._numbers: dict[Watcher, int] = {}
        self._events: deque[tuple[match_pb2.PlayEvent | tuple[int, Answer], int]] = deque()
        self._events_bytes = 0
        self._dirty: dict[Watcher, None] = {}
        self._unanswered = 0
        self._due = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self._leaving = False
        self._read_all = False

    async def run(self) -> None:
        """Serve the stream until the client or the server ends it."""
        reader = asyncio.ensure_future(self._read())
        writer = asyncio.ensure_future(self._write())
        try:
            done, _ = await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.gather(*done)  # gRPC can't end well a stream on which something has failed
            if self._read_all:
                await writer
        finally:
            for task in (reader, writer):
                task.cancel()
            for watcher in tuple(self._numbers):
                self._drop(watcher)  # a match isn't kept in memory by a stream that has ended
                self._host.unwatch(watcher)
            # Last, as a stream that was cancelled may be so once more when its connection goes.
            await asyncio.gather(reader, writer, return_exceptions=True)

    def say_goodbye(self, reconnect_after_ms: int) -> None:
        """Tell the client to connect again; the stream ends when that is sent, and what is under way is answered."""
        self._leaving = True
        self._put(match_pb2.PlayEvent(goodbye=match_pb2.Goodbye(reconnect_after_ms=reconnect_after_ms)))

    # ---- what the host says

    def wake(self, watcher: Watcher) -> None:
        """Remember that something is due to the watcher; spectators are in no hurry."""
        self._dirty[watcher] = None
        if watcher.reader == SPECTATOR:
            self._crowd.tell(self._due)
        else:
            self._due.set()

    def ended(self, watcher: Watcher, refusal: Refusal | None) -> None:
        """Tell the client that its seat is played from elsewhere, or that the match can't be shown."""
        number = self._drop(watcher)
        if number is not None:
            self._put(match_pb2.PlayEvent(ended=ended_message(number, refusal)))

    # ---- reading

    async def _read(self) -> None:
        while True:
            frame: Any = await self._context.read()
            if frame is grpc.aio.EOF:
                break
            commands = self._commands_of(frame)
            for first in range(0, max(1, len(commands)), COMMANDS_AT_ONCE):
                if first:
                    await asyncio.sleep(0)
                at_once = commands[first : first + COMMANDS_AT_ONCE]
                await self._allowance.read(max(1, len(at_once)))
                await self._room.wait()
                for command in at_once:
                    await self._take(command)
        self._read_all = True
        self._due.set()

    def _commands_of(self, frame: match_pb2.PlayRequest | Unreadable) -> Sequence[match_pb2.PlayCommand]:
        """What a frame asks for; a frame that can't be taken is refused as a whole."""
        if isinstance(frame, Unreadable):
            self._refuse(unreadable())
        elif len(frame.commands) > MAX_COMMANDS:
            why = f"a frame has {MAX_COMMANDS} commands at most"
            self._refuse(Refusal(Reason.BAD_REQUEST, why, field="commands"))
        else:
            return frame.commands
        return ()

    async def _take(self, command: match_pb2.PlayCommand) -> None:
        kind = command.WhichOneof("command")
        message = getattr(command, kind) if kind else None
        try:
            match message:
                case match_pb2.Action():  # first, as it is most of all there is
                    self._submit(message)
                case match_pb2.Subscribe():
                    await self._subscribe(message)
                case match_pb2.Unsubscribe():
                    self._unsubscribe(message.subscription)
                case (
                    match_pb2.Say()
                    | match_pb2.Resign()
                    | match_pb2.OfferDraw()
                    | match_pb2.Abort()
                    | match_pb2.Mute()
                    | match_pb2.Rematch()
                ):
                    self._submit(message)
                case None:
                    raise Refusal(Reason.BAD_REQUEST, "a command says what it wants", field="command")
                case _:
                    raise Refusal(Reason.UNSUPPORTED, f"{kind} isn't served here")
        except Refusal as refusal:
            self._refuse(refusal, *_named(message))
        except Exception:
            command_id, number = _named(message)
            watcher = self._watchers.get(number)
            fault = incident("Play", watcher.live.match.match_id, watcher.reader) if watcher else incident("Play")
            self._refuse(fault, command_id, number)

    async def _subscribe(self, message: match_pb2.Subscribe) -> None:
        number = message.subscription
        if number in self._watchers:
            raise Refusal(Reason.BAD_REQUEST, f"subscription {number} is in use", field="subscription")
        try:
            watcher = await self._watch(message)
        except Refusal as refusal:
            self._put(match_pb2.PlayEvent(ended=ended_message(number, refusal)))
            return
        except Superseded:
            self._put(match_pb2.PlayEvent(ended=ended_message(number, None)))
            return
        self._watchers[number] = watcher
        self._numbers[watcher] = number
        self.wake(watcher)

    async def _watch(self, message: match_pb2.Subscribe) -> Watcher:
        self._allowance.subscribe()
        try:
            return await self._host.watch(
                message.match_id, message.seat_token, message.since, wants_of(message.wants), self, claim_of(message)
            )
        except BaseException:
            self._allowance.unsubscribe()
            raise

    def _unsubscribe(self, number: int) -> None:
        watcher = self._watchers.get(number)
        if watcher is None:
            raise _no_subscription(number)
        self._drop(watcher)
        self._host.unwatch(watcher)
        unsubscribed = match_pb2.SubscriptionEnded.WHY_UNSUBSCRIBED
        self._put(match_pb2.PlayEvent(ended=match_pb2.SubscriptionEnded(subscription=number, why=unsubscribed)))

    def _submit(self, message: SeatCommand) -> None:
        command: Act | Parley | Refusal
        watcher = self._watchers.get(message.subscription)
        if watcher is None:
            raise _no_subscription(message.subscription)
        try:
            command = command_of(message, watcher.reader)
        except Refusal as refusal:
            command = refusal
        self._unanswered += 1
        self._make_room()
        self._host.submit(watcher, command, partial(self._answered, message.subscription, message.command_id))

    # ---- writing

    def _answered(self, subscription: int, command_id: str, outcome: Answer | Refusal) -> None:
        self._unanswered -= 1
        if isinstance(outcome, Refusal):
            self._refuse(outcome, command_id, subscription)
        else:
            self._put_sized((subscription, outcome), ANSWER_BYTES)

    def _refuse(self, refusal: Refusal, command_id: str = "", subscription: int = 0) -> None:
        named = command_id if len(command_id) <= MAX_COMMAND_ID else ""
        self._put(match_pb2.PlayEvent(refusal=refusal_message(refusal, named, subscription)))

    def _drop(self, watcher: Watcher) -> int | None:
        number = self._numbers.pop(watcher, None)
        if number is not None:
            del self._watchers[number]
            self._allowance.unsubscribe()
        self._dirty.pop(watcher, None)
        return number

    def _put(self, event: match_pb2.PlayEvent) -> None:
        self._put_sized(event, event.ByteSize())

    def _put_sized(self, event: match_pb2.PlayEvent | tuple[int, Answer], size: int) -> None:
        """Send something of `size` bytes, or that a subscription's command was carried out.

        The latter is made in its frame, as there is one for every move: 1 µs instead of 6.
        """
        self._events.append((event, size))
        self._events_bytes += size
        self._make_room()
        self._due.set()

    def _make_room(self) -> None:
        """Let more commands in, or none until enough is answered and sent."""
        waiting = self._unanswered + len(self._events)
        if waiting < MAX_UNANSWERED and self._events_bytes < FRAME_BYTES:
            self._room.set()
        else:
            self._room.clear()

    async def _write(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            frame = self._frame()
            if frame.events:
                await self._context.write(frame)
            self._make_room()
            if self._nothing_to_come:
                return

    @property
    def _nothing_to_come(self) -> bool:
        """Nobody sends or is told anything more: the server goes, or the client has said all; and all is answered."""
        return not (self._unanswered or self._events) and (self._leaving or (self._read_all and not self._watchers))

    def _frame(self) -> match_pb2.PlayResponse:
        """All that is due, up to a size; the rest comes with the next frame."""
        frame = match_pb2.PlayResponse()
        size = 0
        while self._events and size <= FRAME_BYTES:
            event, event_bytes = self._events.popleft()
            self._events_bytes -= event_bytes
            if isinstance(event, tuple):
                put_accepted(frame.events.add().accepted, *event)
            else:
                frame.events.append(event)
            size += event_bytes
        if size > FRAME_BYTES:
            self._due.set()
            return frame
        while self._dirty:
            watcher = next(iter(self._dirty))
            number = self._numbers.get(watcher)
            if number is None or not self._add_update(frame, watcher, number):
                self._dirty.pop(watcher, None)
                continue
            size += frame.events[-1].ByteSize()
            if size > FRAME_BYTES:
                self._due.set()
                break
        return frame

    def _add_update(self, frame: match_pb2.PlayResponse, watcher: Watcher, number: int) -> bool:
        """Write what is due to a watcher into a frame; whether anything was."""
        events = len(frame.events)
        try:
            update = watcher.take()
            if update is None:
                return False
            put_update(frame.events.add().update, number, update)
        except Exception:  # one match's trouble must not end a stream that carries many
            fault = incident("update", watcher.live.match.match_id, watcher.reader)
            self._drop(watcher)
            self._host.unwatch(watcher)
            del frame.events[events:]
            frame.events.add().ended.CopyFrom(ended_message(number, fault))
        return True


def _no_subscription(number: int) -> Refusal:
    return Refusal(Reason.UNKNOWN_SUBSCRIPTION, f"there is no subscription {number} on this stream")


def _named(message: Any) -> tuple[str, int]:
    """The command id and the subscription that a command names, if it names any."""
    return getattr(message, "command_id", ""), getattr(message, "subscription", 0)
