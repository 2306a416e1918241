"""The client without asyncio: the same names, and every call waits.

`SyncClient` and `SyncSeat` hold no logic of their own: each method runs that of `Client` or `SeatSession` in one event
loop of this module, in a thread of its own. Calls may come from any thread. A wait ends with `TimeoutError` after the
seconds of `within`, and Ctrl-C ends it at once; what was waited for is cancelled, and the connection stays usable.
"""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Concatenate, Generic, NotRequired, ParamSpec, Self, TypedDict, TypeVar, Unpack

import grpc

from undercroft_client.bot_turns import BotListener, BotTurn
from undercroft_client.calls import Metadata
from undercroft_client.client import Client
from undercroft_client.connection import Backoff
from undercroft_client.session import SeatSession
from undercroft_client.updates import Update

__all__ = ["BotSettings", "ClientSettings", "SyncClient", "SyncSeat", "within"]

P = ParamSpec("P")
R = TypeVar("R")
A = TypeVar("A")

_seconds: ContextVar[float | None] = ContextVar("seconds", default=None)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Let every wait inside the block, each for itself, end with `TimeoutError` after so many seconds."""
    token = _seconds.set(seconds)
    try:
        yield
    finally:
        _seconds.reset(token)


@functools.cache
def _loop() -> asyncio.AbstractEventLoop:
    """The one loop of this process's sync clients: gRPC is at odds with several loops in a process."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="undercroft-client", daemon=True).start()
    return loop


def _wait(work: Callable[[], Awaitable[R]]) -> R:
    """Run something in the loop and wait for it. Whatever ends the wait, at whatever instant, ends the work too."""
    loop = _loop()
    tasks: list[asyncio.Task[Any] | None] = []
    ended = threading.Event()

    async def run() -> R:
        tasks.append(asyncio.current_task())
        if ended.is_set():
            raise asyncio.CancelledError
        return await work()

    def end() -> None:
        ended.set()
        for task in tasks:
            if task is not None:
                task.cancel()

    try:
        return asyncio.run_coroutine_threadsafe(run(), loop).result(_seconds.get())
    except BaseException:
        loop.call_soon_threadsafe(end)
        raise


def _at_once(work: Callable[[], R]) -> R:
    """Run something in the loop that doesn't wait there."""

    async def run() -> R:
        return work()

    return _wait(run)


class _Facade(Generic[A]):
    """Something of the loop's, seen from other threads."""

    _inner: A


def _waiting(method: Callable[Concatenate[A, P], Awaitable[R]]) -> Callable[Concatenate[_Facade[A], P], R]:
    """A coroutine method as one that waits."""

    @functools.wraps(method)
    def call(self: _Facade[A], /, *args: P.args, **kwargs: P.kwargs) -> R:
        return _wait(lambda: method(self._inner, *args, **kwargs))

    return call


def _plain(method: Callable[Concatenate[A, P], R]) -> Callable[Concatenate[_Facade[A], P], R]:
    """A method that doesn't wait, run in the loop all the same."""

    @functools.wraps(method)
    def call(self: _Facade[A], /, *args: P.args, **kwargs: P.kwargs) -> R:
        return _at_once(lambda: method(self._inner, *args, **kwargs))

    return call


def _iterating(
    method: Callable[Concatenate[A, P], AsyncIterator[R]],
) -> Callable[Concatenate[_Facade[A], P], Iterator[R]]:
    """An asynchronous iterator as a plain one."""

    @functools.wraps(method)
    def call(self: _Facade[A], /, *args: P.args, **kwargs: P.kwargs) -> Iterator[R]:
        items = method(self._inner, *args, **kwargs)
        while (item := _wait(lambda: _next(items))) is not None:
            yield item

    return call


def _session(
    method: Callable[Concatenate[Client, P], SeatSession],
) -> Callable[Concatenate[_Facade[Client], P], SyncSeat]:
    """A method that gives a session, as one that gives it for other threads."""

    @functools.wraps(method)
    def call(self: _Facade[Client], /, *args: P.args, **kwargs: P.kwargs) -> SyncSeat:
        return SyncSeat(_at_once(lambda: method(self._inner, *args, **kwargs)))

    return call


async def _next(items: AsyncIterator[R]) -> R | None:
    return await anext(items, None)


class SyncSeat(_Facade[SeatSession]):
    """A `SeatSession` whose calls wait. Made by `SyncClient.seat` and `SyncClient.watch`."""

    def __init__(self, inner: SeatSession) -> None:
        self._inner = inner

    @property
    def match_id(self) -> str:
        """The match."""
        return self._inner.match_id

    @property
    def seat(self) -> int | None:
        """The seat's number, `SPECTATOR` for a spectator; None before the first update."""
        return _at_once(lambda: self._inner.seat)

    @property
    def seq(self) -> int:
        """How many facts were received."""
        return _at_once(lambda: self._inner.seq)

    @property
    def latest(self) -> Update | None:
        """The newest update received, None before the first. Looking at it counts as having seen it."""
        return _at_once(lambda: self._inner.latest)

    @property
    def closed(self) -> bool:
        """Whether nothing will come any more."""
        return _at_once(lambda: self._inner.closed)

    next_update = _waiting(SeatSession.next_update)
    wait_turn = _waiting(SeatSession.wait_turn)
    act = _waiting(SeatSession.act)
    say = _waiting(SeatSession.say)
    resign = _waiting(SeatSession.resign)
    offer_draw = _waiting(SeatSession.offer_draw)
    abort = _waiting(SeatSession.abort)
    rematch = _waiting(SeatSession.rematch)
    mute = _waiting(SeatSession.mute)
    close = _waiting(SeatSession.close)

    def __iter__(self) -> Iterator[Update]:
        return self

    def __next__(self) -> Update:
        update = _wait(lambda: _next(self._inner))
        if update is None:
            raise StopIteration
        return update

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class BotSettings(TypedDict):
    """What `Client.serve_bot` takes besides the function."""

    name: str
    token: bytes
    games: Iterable[str]
    version: NotRequired[str]
    at_once: NotRequired[int]
    max_wait: NotRequired[float | None]
    listener: NotRequired[BotListener | None]


class ClientSettings(TypedDict, total=False):
    """The keyword arguments of `Client`."""

    credentials: grpc.ChannelCredentials | None
    metadata: Metadata
    patience: float
    max_wait: float | None
    backoff: Backoff | None
    options: Sequence[tuple[str, Any]]


class SyncClient(_Facade[Client]):
    """A `Client` whose calls wait: `with SyncClient("127.0.0.1:7070") as client: …`. It takes what `Client` takes.

    Listeners of `on_connection` are called in the client's own thread, and must not call the client.
    """

    def __init__(self, target: str, **settings: Unpack[ClientSettings]) -> None:
        self._inner = Client(target, **settings)

    def __repr__(self) -> str:
        return f"Sync{self._inner!r}"

    def open(self) -> Self:
        """Get ready to connect; nothing is sent before it is needed. `with` does it."""
        _wait(self._inner.open)
        return self

    close = _waiting(Client.close)
    on_connection = _plain(Client.on_connection)
    games = _waiting(Client.games)
    game = _waiting(Client.game)
    bots = _waiting(Client.bots)
    ladder = _waiting(Client.ladder)
    challenge = _waiting(Client.challenge)
    create_match = _waiting(Client.create_match)
    join = _waiting(Client.join)
    match = _waiting(Client.match)
    matches = _iterating(Client.matches)
    record = _waiting(Client.record)
    record_json = _waiting(Client.record_json)
    seat = _session(Client.seat)
    watch = _session(Client.watch)

    def serve_bot(self, decide: Callable[[BotTurn], int], **settings: Unpack[BotSettings]) -> None:
        """Serve a bot as `Client.serve_bot` does, until the wait ends; `decide` runs in a thread for each turn."""

        async def decided(turn: BotTurn) -> int:
            return await asyncio.to_thread(decide, turn)

        _wait(lambda: self._inner.serve_bot(decided, **settings).run())

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
