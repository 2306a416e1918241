"""A bot of one's own that dials in and answers turns, for as long as it likes."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Final

import grpc
import grpc.aio

from undercroft.v1 import bot_pb2
from undercroft_client.bot_turns import BotListener, BotTurn, IllegalChoice, Journals
from undercroft_client.connection import Backoff, Connection, ConnectionState
from undercroft_client.enums import Reason
from undercroft_client.errors import ClientError, ConnectionLost, Refused, TakenOver
from undercroft_client.link import hopeless
from undercroft_client.play import ServerGoing
from undercroft_client.status import error_of
from undercroft_client.values import Outcome

__all__ = ["BotServing", "Decide", "ServeCall"]

Decide = Callable[[BotTurn], Awaitable[int]]
"""Gives the code of a legal action. Cancelled if the turn need not be answered any more."""

ServeCall = grpc.aio.StreamStreamCall[bot_pb2.ServeRequest, bot_pb2.ServeResponse]

REMEMBERED: Final = 1_024
"""Answers kept, so that whoever asks again gets the same."""


class BotServing:
    """Keeps a Serve stream up, and has `decide` answer what is asked on it.

    A decision is made once: whoever asks for it again, after a lost connection or a restart of the server, gets the
    answer that was given, or the one that is being thought about. `max_wait` is how many seconds a lost connection is
    tried again (None: for ever).
    """

    def __init__(
        self,
        open_call: Callable[[], ServeCall],
        hello: bot_pb2.Hello,
        decide: Decide,
        backoff: Backoff,
        max_wait: float | None,
        listener: BotListener,
    ) -> None:
        self._open_call = open_call
        self._hello = hello
        self._decide = decide
        self._backoff = backoff
        self._max_wait = max_wait
        self._listener = listener
        self._answers: OrderedDict[str, int] = OrderedDict()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._journals = Journals()
        self._asked: set[str] = set()
        self._unsent: deque[bot_pb2.ServeRequest] = deque()
        self._due = asyncio.Event()
        self._up = self._ever = False
        self._draining = False
        self._attempt = 0
        self._lost_at: float | None = None

    async def run(self) -> None:
        """Serve until drained or cancelled.

        Raises:
            TakenOver: another connection serves this bot.
            Refused: the server doesn't take the bot.
            ConnectionLost: the server was away for longer than `max_wait`.
            CallFailed: any other status.
        """
        try:
            while True:
                error = await self._connection()
                if self._draining:
                    return
                await self._lost(error)
        finally:
            for task in tuple(self._thinking.values()):
                task.cancel()
            await asyncio.gather(*self._thinking.values(), return_exceptions=True)

    def drain(self) -> None:
        """Take no new matches and turns, answer those that were asked, and end."""
        self._draining = True
        self._send(bot_pb2.ServeRequest(drain=bot_pb2.Drain()))

    # ---- the stream

    async def _connection(self) -> ClientError:
        """One connection from open to end; why it ended."""
        self._journals.clear()
        self._asked.clear()
        self._unsent.clear()
        self._unsent.append(bot_pb2.ServeRequest(hello=self._hello))
        if self._draining:
            return ConnectionLost("it leaves")
        self._due.set()
        call = self._open_call()
        writer = asyncio.create_task(self._write(call))
        try:
            return await self._read(call)
        except grpc.aio.AioRpcError as error:
            return error_of(error)
        finally:
            self._up = False
            call.cancel()  # an abandoned call is never collected (grpc/grpc #43462)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _read(self, call: ServeCall) -> ClientError:
        while isinstance(frame := await call.read(), bot_pb2.ServeResponse):
            error = self._receive(frame)
            if error is not None:
                return error
        return ConnectionLost("the server ended the connection")

    async def _write(self, call: ServeCall) -> None:
        """The only writer of a call."""
        try:
            while True:
                await self._due.wait()
                self._due.clear()
                while self._unsent:
                    await call.write(self._unsent.popleft())
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            pass  # the reader learns why

    def _send(self, message: bot_pb2.ServeRequest) -> None:
        self._unsent.append(message)
        self._due.set()

    def _receive(self, frame: bot_pb2.ServeResponse) -> ClientError | None:
        """Take a frame in; why the connection ends with it, if it does. Frames of a newer kind are passed over."""
        match frame.WhichOneof("message"):
            case "turn":
                self._take_turn(frame.turn)
            case "welcome":
                self._welcomed()
            case "cancelled":
                self._call_off(frame.cancelled)
            case "over":
                over = frame.over
                self._journals.drop(over.match_id, over.seat)
                outcome = Outcome.from_wire(over.outcome) if over.HasField("outcome") else None
                self._listener.over(over.match_id, over.seat, outcome)
            case "refusal":
                return self._refused(frame.refusal.command_id, Refused.from_wire(frame.refusal))
            case "goodbye":
                return ServerGoing(frame.goodbye.reconnect_after_ms / 1_000)
        return None

    def _welcomed(self) -> None:
        self._attempt, self._lost_at, self._up = 0, None, True
        self._listener.connection(Connection(ConnectionState.CONNECTED, again=self._ever))
        self._ever = True

    def _refused(self, turn_id: str, refused: Refused) -> ClientError | None:
        if turn_id:
            self._asked.discard(turn_id)
            self._listener.refused(turn_id, refused)
            return None
        return TakenOver(refused.message) if refused.reason is Reason.NAME_TAKEN else refused

    async def _lost(self, error: ClientError) -> None:
        """Wait before the next attempt.

        Raises:
            ClientError: there is no sense in another one.
        """
        now = asyncio.get_running_loop().time()
        self._lost_at = now if self._lost_at is None else self._lost_at
        self._attempt += 1
        delay = self._backoff.delay(self._attempt)
        if isinstance(error, ServerGoing):
            delay += error.seconds or 0.0
        elif isinstance(error, Refused):
            delay += error.retry_after
        if isinstance(error, TakenOver) or hopeless(error):
            raise error
        if self._max_wait is not None and now + delay - self._lost_at > self._max_wait:
            raise ConnectionLost(f"no connection for {now - self._lost_at:.1f} s: {error}")
        self._listener.connection(Connection(ConnectionState.LOST, delay, self._attempt, str(error)))
        await asyncio.sleep(delay)

    # ---- turns

    def _take_turn(self, request: bot_pb2.TurnRequest) -> None:
        turn = self._journals.turn_of(request)
        if turn is None:
            self._reply(bot_pb2.TurnReply(turn_id=request.turn_id, forgotten=True))
            return
        turn_id = turn.turn_id
        self._asked.add(turn_id)
        if turn_id in self._answers:
            self._listener.asked_again(turn)
            self._answer(turn_id, self._answers[turn_id])
        elif turn_id in self._thinking:
            self._listener.asked_again(turn)
        else:
            self._thinking[turn_id] = asyncio.get_running_loop().create_task(self._think(turn))

    async def _think(self, turn: BotTurn) -> None:
        began = time.perf_counter()
        turn_id = turn.turn_id
        try:
            action = int(await self._decide(turn))
            if action not in turn.legal:
                raise IllegalChoice(f"{action} isn't a legal action")
        except Exception as error:
            self._forget(turn_id)
            self._listener.failed(turn, error)
            if turn_id in self._asked:
                self._reply(_confession(turn_id, error))
            return
        self._forget(turn_id)
        self._answers[turn_id] = action
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        self._listener.answered(turn, action, time.perf_counter() - began)
        if turn_id in self._asked:
            self._answer(turn_id, action)

    def _forget(self, turn_id: str) -> None:
        if self._thinking.get(turn_id) is asyncio.current_task():
            del self._thinking[turn_id]

    def _call_off(self, cancelled: bot_pb2.TurnCancelled) -> None:
        self._asked.discard(cancelled.turn_id)
        task = self._thinking.pop(cancelled.turn_id, None)
        if task is not None:
            task.cancel()
        self._listener.cancelled(cancelled.turn_id, cancelled.why == bot_pb2.TurnCancelled.WHY_LATE)

    def _answer(self, turn_id: str, action: int) -> None:
        self._reply(bot_pb2.TurnReply(turn_id=turn_id, action=action))

    def _reply(self, reply: bot_pb2.TurnReply) -> None:
        self._asked.discard(reply.turn_id)
        self._send(bot_pb2.ServeRequest(reply=reply))


def _confession(turn_id: str, error: Exception) -> bot_pb2.TurnReply:
    """There is no answer. Of what went wrong, only the kind leaves the author's machine."""
    if isinstance(error, IllegalChoice):
        return bot_pb2.TurnReply(turn_id=turn_id, action=-1)  # the server is to count it as what it is
    return bot_pb2.TurnReply(turn_id=turn_id, failed=True, note=type(error).__name__)
