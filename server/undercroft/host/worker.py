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
import time
import traceback
from pathlib import Path
from typing import Final, NoReturn

import msgspec

from undercroft.bot import BotRefused, Limit
from undercroft.host.pool_messages import (
    Acted,
    BotAsk,
    BotFailure,
    Decide,
    Failed,
    FailureKind,
    Forget,
    FromWorker,
    InstanceKey,
    Missing,
    Ready,
    Setup,
    instance_key,
)
from undercroft.host.worker_channel import Cancelled, Channel, leave
from undercroft.options import decode_options
from undercroft.registry import Registry, load_registry
from undercroft.seat_runner import BotSeat, IllegalAnswer

__all__ = ["main"]

DETAIL: Final = 4000
"""The longest detail of a failure, in characters."""


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
        leave()


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
