"""A bot worker: the process in which hosted bots run. `undercroft.host.pool` starts it and is all it talks to.

It takes decisions one after the other from its channel. Whatever a bot raises becomes an answer; whatever a bot
prints goes to the pool's log; a bot that doesn't come back is killed by the pool together with this process.
"""

from __future__ import annotations

import contextlib
import faulthandler
import fcntl
import os
import resource
import select
import signal
import socket
import sys
import threading
import time
import traceback
from collections import deque
from pathlib import Path
from typing import Final, NoReturn

import msgspec

from undercroft.bot import BotRefused, Limit
from undercroft.host.pool_messages import (
    Acted,
    BotAsk,
    BotFailure,
    Cancel,
    Decide,
    Failed,
    FailureKind,
    Forget,
    FrameBuffer,
    FromWorker,
    InstanceKey,
    Missing,
    Ready,
    Setup,
    ToWorker,
    frame,
    instance_key,
    read_to_worker,
)
from undercroft.options import decode_options
from undercroft.registry import Registry, load_registry
from undercroft.seat_runner import BotSeat, IllegalAnswer

__all__ = ["main"]

LOOK_SECONDS: Final = 0.005
"""How often a bot that asks `cancelled()` looks at the channel: a bot may ask a million times a second."""

DETAIL: Final = 4000
"""The longest detail of a failure, in characters."""


class Channel:
    """The worker's end of the socket. The process ends when the server's end is closed."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._frames = FrameBuffer()
        self._arrived: deque[Decide | Forget] = deque()
        self._cancelled: set[int] = set()
        self._reading = threading.Lock()

    def next(self) -> Decide | Forget:
        """The next thing to do; waits for it."""
        while not self._arrived:
            with self._reading:
                self._read(0)
        return self._arrived.popleft()

    def is_cancelled(self, number: int) -> bool:
        """Whether the pool has cancelled this decision by now; doesn't wait. Any thread may ask."""
        if self._reading.acquire(blocking=False):
            try:
                self._read(socket.MSG_DONTWAIT)
            finally:
                self._reading.release()
        return number in self._cancelled

    def send(self, message: FromWorker) -> None:
        """Write a whole message."""
        try:
            self._socket.sendall(frame(message))
        except OSError:
            _leave()

    def answered(self, number: int) -> None:
        """Forget that decisions up to this one were cancelled."""
        self._cancelled = {later for later in self._cancelled if later > number}

    def close(self) -> None:
        """Close the socket: in a process that a bot has forked, which must not answer for this one."""
        self._socket.close()

    def _read(self, flags: int) -> None:
        try:
            data = self._socket.recv(1 << 16, flags)
        except BlockingIOError:
            return
        except OSError:
            _leave()
        if not data:
            _leave()
        for each in self._frames.feed(data):
            self._sort(read_to_worker(each))

    def _sort(self, message: ToWorker) -> None:
        if isinstance(message, Cancel):
            self._cancelled.add(message.number)
        else:
            self._arrived.append(message)


class Cancelled:
    """`Turn.cancelled` of one decision: true after `deadline` (monotonic seconds) and once cancelled."""

    def __init__(self, channel: Channel, number: int, deadline: float) -> None:
        self._channel = channel
        self._number = number
        self._deadline = deadline
        self._next_look = 0.0
        self._over = False

    def __call__(self) -> bool:
        now = time.monotonic()
        if now >= self._deadline:
            return True
        if not self._over and now >= self._next_look:
            self._next_look = now + LOOK_SECONDS
            self._over = self._channel.is_cancelled(self._number)
        return self._over

    def end(self) -> None:
        """The decision is made; a thread the bot left behind is told to stop and keeps off the channel."""
        self._over = True


class Seats:
    """The instances of bots that live in this worker."""

    def __init__(self, registry: Registry, channel: Channel, *, own_code: bool) -> None:
        self._registry = registry
        self._channel = channel
        self._own_code = own_code
        self._instances: dict[InstanceKey, BotSeat] = {}

    def forget(self, key: InstanceKey) -> None:
        """Drop an instance, if it is there."""
        self._instances.pop(key, None)

    def decide(self, order: Decide) -> FromWorker:
        """The bot's answer, whatever it does short of ending or blocking the process."""
        key = instance_key(order.ask)
        if not order.fresh and key not in self._instances:
            return Missing(order.number)
        started = time.monotonic()
        seat = self._instances.pop(key, None)
        try:
            if order.fresh or seat is None:
                seat = self._make(order.ask)
            seat.tell(order.ask.view, order.ask.entries)
            action = self._choose(seat, order, time.monotonic() if order.fresh else started)
        except BaseException as error:  # SystemExit and KeyboardInterrupt too: a bot ends nothing but its move
            return Failed(order.number, BotFailure(_kind(error), _detail(error)))
        self._instances[key] = seat
        return Acted(order.number, action)

    def _make(self, ask: BotAsk) -> BotSeat:
        try:
            game = self._registry.game(ask.game)
            options = decode_options(game.options_type, ask.options)
            choice = self._registry.bot(ask.bot, game, own_code=self._own_code)
        except BaseException as error:
            raise BotRefused(f"{ask.bot} can't be had for {ask.game}") from error
        return BotSeat(game, options, ask.seats, ask.seat, choice.make())

    def _choose(self, seat: BotSeat, order: Decide, since: float) -> int:
        ask = order.ask
        cancelled = Cancelled(self._channel, order.number, since + ask.seconds)
        limit = Limit(max(since + ask.seconds - time.monotonic(), 0.0), ask.simulations)
        try:
            return seat.choose(ask.legal, limit, cancelled, ask.rng_seed)
        finally:
            cancelled.end()


def main(arguments: list[str]) -> NoReturn:
    """Run a worker until its pool is gone; `arguments` is a `Setup` as JSON."""
    setup = msgspec.json.decode(arguments[0], type=Setup)
    channel = Channel(socket.socket(fileno=setup.channel))
    _settle(setup)
    os.register_at_fork(after_in_child=channel.close)
    plugins_dir = None if setup.plugins_dir is None else Path(setup.plugins_dir)
    seats = Seats(load_registry(plugins_dir), channel, own_code=setup.own_code)
    channel.send(Ready())
    while True:
        order = channel.next()
        if isinstance(order, Forget):
            seats.forget(order.key)
        else:
            channel.send(seats.decide(order))
            channel.answered(order.number)


def _settle(setup: Setup) -> None:
    """Make this process a quiet neighbour that dies with the server."""
    os.set_inheritable(setup.channel, False)
    os.set_inheritable(setup.lifeline, False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.enable()
    os.nice(setup.niceness)
    with contextlib.suppress(OSError):  # Linux: if memory runs out, let it cost a bot and not the server
        Path("/proc/self/oom_score_adj").write_text("800")
    if setup.memory is not None:
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        wanted = setup.memory if most == resource.RLIM_INFINITY else min(setup.memory, most)
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, most))
    _hang_on(setup.lifeline)


def _hang_on(lifeline: int) -> None:
    """Have the kernel end this process and its children as soon as the server's end of the pipe is closed.

    A bot in a long loop reads no channel, and compiled code runs no Python handler, so the default action of a
    signal has to do it.
    """
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    poll = select.poll()
    poll.register(lifeline, select.POLLIN)
    if poll.poll(0):  # it was closed before we asked
        _leave()


def _leave() -> NoReturn:
    """End at once: threads and exit handlers that bots left behind have no say."""
    os._exit(0)


def _kind(error: BaseException) -> FailureKind:
    if isinstance(error, IllegalAnswer):
        return "illegal"
    return "refused" if isinstance(error, BotRefused) else "crash"


def _detail(error: BaseException) -> str:
    try:
        text = "".join(traceback.format_exception(error, limit=-8))
    except BaseException:  # an exception's own `__str__` may raise anything
        text = type(error).__name__
    return text[-DETAIL:].encode("utf-8", "backslashreplace").decode()


if __name__ == "__main__":
    main(sys.argv[1:])
