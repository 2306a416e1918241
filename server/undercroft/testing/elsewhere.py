"""The same match in other processes, in which strings hash otherwise: they must come to the same.

A set of strings has an order that is the same all through one process, and another in the next: a match restored after
a restart would be another match. Run as a module, this is such a process: jobs on stdin, traces on stdout.
"""

from __future__ import annotations

import base64
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, Final

import msgspec

from undercroft.game import Game
from undercroft.testing.failure import CheckFailed, Property
from undercroft.testing.referee import Played, Referee, Setup, encode
from undercroft.testing.reproduce import broken
from undercroft.testing.trace import Moment, trace

__all__ = ["HASH_SEEDS", "check_elsewhere", "found_by_name"]

HASH_SEEDS: Final = ("1", "2")
"""`PYTHONHASHSEED` of the other processes. A set of two strings has the same order in both as here one time in four."""


class _Line(msgspec.Struct):
    """A match to follow."""

    options: msgspec.Raw
    seats: int
    actions: list[tuple[int, int]]


class _Jobs(msgspec.Struct):
    """What another process is sent: `maker` is pickled by name; `path` is where modules are found."""

    maker: bytes
    path: list[str]
    lines: list[_Line]


def found_by_name(game: Game[Any, Any, Any, Any]) -> bytes | None:
    """What makes this game in any process, pickled by name; None if it has no name there.

    That is the spec's `load`, or the game's class, if it makes the same game without any argument.
    """
    for maker in (game.spec.load, type(game)):
        if getattr(maker, "__module__", None) == "__main__":
            continue
        try:
            pickled = pickle.dumps(maker)
            made = pickle.loads(pickled)()  # noqa: S301 - pickled a line above
        except Exception:  # noqa: S112 - whatever it raises, by this name it can't be made
            continue
        if type(made) is type(game) and made.spec == game.spec:
            return pickled
    return None


def check_elsewhere(maker: bytes, lines: Sequence[tuple[Setup, Sequence[Played]]]) -> None:
    """Follow matches here and in processes with other hashes; `maker` is that of `found_by_name`.

    Raises:
        CheckFailed: another process raises, or comes to something else.
    """
    jobs = _Jobs(
        base64.b64encode(maker),
        sys.path,
        [_Line(msgspec.Raw(encode(setup.options)), setup.seats, list(actions)) for setup, actions in lines],
    )
    with ExitStack() as stack:
        children = [_start(seed, msgspec.json.encode(jobs)) for seed in HASH_SEEDS]
        for child in children:
            stack.enter_context(child)
            stack.callback(child.kill)
        here = [list(trace(setup.start(), actions)) for setup, actions in lines]
        for seed, child in zip(HASH_SEEDS, children, strict=True):
            output, errors = child.communicate()
            if child.returncode:
                raise _failed(lines, seed, errors.decode(errors="replace"))
            there = msgspec.json.decode(output, type=list[list[Moment]])
            for (setup, actions), mine, others in zip(lines, here, there, strict=True):
                _compare(setup, actions, mine, others, seed)


def _start(seed: str, jobs: bytes) -> subprocess.Popen[bytes]:
    child = subprocess.Popen(  # noqa: S603 - this module, in this Python
        [sys.executable, "-c", f"from {__name__} import main; main()"],  # `-m` would warn
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    if child.stdin is not None:
        child.stdin.write(jobs)
        child.stdin.close()
        child.stdin = None
    return child


def _failed(lines: Sequence[tuple[Setup, Sequence[Played]]], seed: str, errors: str) -> CheckFailed:
    setup, actions = lines[0]
    last = errors.strip().rpartition("\n")[2]
    why = f"with PYTHONHASHSEED={seed} what was played here raised: {last}"
    return broken(setup.replay(actions), Property.PROCESSES, why)


def _compare(
    setup: Setup, actions: Sequence[Played], mine: Sequence[Moment], others: Sequence[Moment], seed: str
) -> None:
    for at, (here, there) in enumerate(zip(mine, others, strict=True)):
        if differing := [part for part in here if here[part] != there.get(part)]:
            why = f"with PYTHONHASHSEED={seed} another process comes to other {' and '.join(differing)}"
            raise broken(setup.replay(actions[:at]), Property.PROCESSES, why)


def main() -> None:
    """Read jobs from stdin, write traces to stdout."""
    jobs = msgspec.json.decode(sys.stdin.buffer.read(), type=_Jobs)
    sys.path[:] = jobs.path
    game = pickle.loads(base64.b64decode(jobs.maker))()  # noqa: S301 - from the process that started this one
    traces = []
    for line in jobs.lines:
        setup = Setup(game, msgspec.json.decode(line.options, type=game.options_type), line.seats)
        referee: Referee = setup.start()
        traces.append(list(trace(referee, line.actions)))
    sys.stdout.buffer.write(msgspec.json.encode(traces))
