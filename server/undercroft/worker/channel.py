"""A worker's end of the channel to its pool: decisions to make, and those that nobody waits for any more."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections import deque
from typing import Final, NoReturn

from undercroft.worker.messages import (
    Cancel,
    Decide,
    Forget,
    FrameBuffer,
    FromWorker,
    ToWorker,
    frame,
    read_to_worker,
)

__all__ = ["Cancelled", "Channel", "leave"]

LOOK_SECONDS: Final = 0.005
"""How often a bot that asks `cancelled()` looks at the channel: a bot may ask a million times a second."""


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
            leave()

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
            leave()
        if not data:
            leave()
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
        """Whether to stop thinking; costs about as much as reading a clock."""
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


def leave() -> NoReturn:
    """End at once: threads and exit handlers that bots left behind have no say."""
    os._exit(0)
