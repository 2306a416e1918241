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
import termios
from pathlib import Path
from typing import NoReturn

import msgspec

from undercroft.registry import PluginSettings, Registry, WrongSettings, load_registry
from undercroft.worker.channel import Channel, leave
from undercroft.worker.messages import Forget, Ready, Setup
from undercroft.worker.seats import Seats

__all__ = ["main"]


def main(arguments: list[str]) -> NoReturn:
    """Run a worker until its pool is gone; `arguments` is a `Setup` as JSON."""
    setup = msgspec.json.decode(arguments[0], type=Setup)
    channel = Channel(socket.socket(fileno=setup.channel))
    _settle(setup)
    os.register_at_fork(after_in_child=channel.close)
    plugins_dir = None if setup.plugins_dir is None else Path(setup.plugins_dir)
    seats = Seats(_registry(plugins_dir, setup.settings), channel, own_code=setup.own_code)
    channel.send(Ready())
    while True:
        order = channel.next()
        if isinstance(order, Forget):
            seats.forget(order.key)
        else:
            channel.send(seats.decide(order))
            channel.answered(order.number)


def _registry(plugins_dir: Path | None, settings: PluginSettings | None) -> Registry:
    """What the server has; without what was configured where that doesn't work any more, as a file has changed."""
    try:
        return load_registry(plugins_dir, settings=settings)
    except WrongSettings as error:
        print(f"left out: {error}")  # noqa: T201 - the pool logs it
        return load_registry(plugins_dir)


def _settle(setup: Setup) -> None:
    """Make this process a quiet neighbour that dies with the server."""
    os.set_inheritable(setup.channel, False)
    os.set_inheritable(setup.lifeline, False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.enable()
    os.nice(setup.niceness)
    _leave_terminal()
    with contextlib.suppress(OSError):  # Linux: if memory runs out, let it cost a bot and not the server
        Path("/proc/self/oom_score_adj").write_text("800")
    _limit(resource.RLIMIT_CORE, 0)
    if setup.memory is not None:
        _limit(resource.RLIMIT_DATA, setup.memory)
    _hang_on(setup.lifeline)


def _leave_terminal() -> None:
    """Bots neither write on the operator's terminal nor read what is typed there, though they are in his session."""
    with contextlib.suppress(OSError):  # there is none
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
        try:
            fcntl.ioctl(terminal, termios.TIOCNOTTY)
        finally:
            os.close(terminal)


def _limit(what: int, wanted: int) -> None:
    _, most = resource.getrlimit(what)
    resource.setrlimit(what, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


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


if __name__ == "__main__":
    main(sys.argv[1:])
