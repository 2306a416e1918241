"""A process that plays matches of an arena, one after the other: `python -m undercroft.arena.worker SETUP`.

`undercroft.arena.lane` starts it. Whatever a bot raises becomes a result. A bot that doesn't come back is ended by the
kernel together with this process, also if it is compiled code that runs no handler of Python's; the lane reads off a
byte of shared memory who had the word.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import signal
import sys
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import msgspec

from undercroft.arena.contest import Contest
from undercroft.arena.playing import Table, Watch, play
from undercroft.arena.schedule import Pairing
from undercroft.game import Seat
from undercroft.options import decode_options
from undercroft.registry import load_registry

__all__ = ["BEFORE", "BETWEEN", "GRACE_S", "RULES", "RULES_S", "Setup", "table_of"]

GRACE_S: Final = 1.0
"""Seconds that a bot may take beyond what it was given: on a busy machine it sees late that its time is up."""

RULES_S: Final = 60.0
"""Seconds that the rules may take between two decisions."""

BEFORE: Final = 0
"""In the shared byte: no match has begun yet; 1 and more are a bot's seat + 1."""

BETWEEN: Final = 254
"""In the shared byte: a match is over, and the next one hasn't begun."""

RULES: Final = 255
"""In the shared byte: the rules have the word."""


class Setup(msgspec.Struct, frozen=True):
    """What a worker is told on its command line, as JSON: the contest, and the numbers of its file descriptors."""

    contest: Contest
    plugins_dir: str | None
    channel: int
    shared: int


class _Alarm(Watch):
    """Notes who has the word, and has the kernel end the process if that one keeps it for too long."""

    def __init__(self, shared: mmap.mmap, bot_s: float) -> None:
        self._shared = shared
        self._bot_s = bot_s
        self._told: set[str] = set()

    def bot(self, seat: Seat) -> None:
        self._shared[0] = seat + 1
        signal.setitimer(signal.ITIMER_REAL, self._bot_s)

    def rules(self) -> None:
        self._shared[0] = RULES
        signal.setitimer(signal.ITIMER_REAL, RULES_S)

    def rest(self) -> None:
        """Nobody has it while there is nothing to play."""
        self._shared[0] = BETWEEN
        signal.setitimer(signal.ITIMER_REAL, 0)

    def failed(self, error: BaseException) -> None:
        """Show its author where it came from, the first time."""
        with contextlib.suppress(Exception):  # the text of an exception is the bot's, and may raise
            trace = "".join(traceback.format_exception(error))
            if trace not in self._told:
                self._told.add(trace)
                sys.stderr.write(trace)
                sys.stderr.flush()


def table_of(contest: Contest, plugins_dir: str | None) -> Table:
    """The contest's game and bots, loaded.

    Raises:
        UndercroftError: something of it can't be loaded.
    """
    registry = load_registry(None if plugins_dir is None else Path(plugins_dir))
    game: Any = registry.game(contest.game)
    options = decode_options(game.options_type, contest.options)
    return Table(contest, game, options, [registry.bot(spec, game, own_code=True) for spec in contest.bots])


def main(argument: str) -> None:
    """Play what the channel brings, until it is closed."""
    setup = msgspec.json.decode(argument, type=Setup)
    os.dup2(2, 1)  # what bots print must not get into somebody's JSON
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena, which then ends this process
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    channel = Connection(setup.channel)
    os.register_at_fork(after_in_child=channel.close)  # a process that a bot forks must not keep it open
    alarm = _Alarm(mmap.mmap(setup.shared, 1), setup.contest.think_s + GRACE_S)
    table = table_of(setup.contest, setup.plugins_dir)
    decode = msgspec.msgpack.Decoder(tuple[Pairing, ...]).decode
    encode = msgspec.msgpack.Encoder().encode
    with contextlib.suppress(EOFError, OSError):  # the arena has ended
        while True:
            for pairing in decode(channel.recv_bytes()):
                result = play(table, pairing, alarm)
                alarm.rest()
                channel.send_bytes(encode(result))


if __name__ == "__main__":
    main(sys.argv[1])
