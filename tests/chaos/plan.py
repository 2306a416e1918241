"""What is done when: four lines of faults that go on beside each other, drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.chaos.timeline import Kind


@dataclass(frozen=True)
class Fault:
    """A fault: how many seconds after the one before it in its line, how long it lasts, and a number to choose by."""

    kind: Kind
    pause: float
    seconds: float
    choice: float


@dataclass(frozen=True)
class _Line:
    """Kinds of faults that come one after the other, each with its shortest and longest; and the pauses between."""

    kinds: dict[Kind, tuple[float, float]]
    pause: tuple[float, float]


LINES = (
    # The server's process. A stop that the server's heart doesn't notice is shorter than 2.5 s, one that it must is
    # longer (host/heart.py); between them lies what it may or may not, which no check could judge.
    _Line({Kind.KILL: (0.0, 0.5), Kind.SHORT_STOP: (0.1, 1.2), Kind.LONG_STOP: (3.0, 5.0)}, (0.3, 1.7)),
    _Line({Kind.FULL: (0.5, 2.0), Kind.READ_ONLY: (0.5, 2.0)}, (1.0, 3.5)),
    _Line({Kind.CUT: (0.0, 0.0), Kind.HALF_OPEN: (0.0, 0.0), Kind.HELD_UP: (1.0, 2.0)}, (0.5, 3.0)),
    _Line({Kind.DEAF: (3.0, 6.0)}, (1.0, 3.0)),
)


def plan(seed: int, each: int) -> list[list[Fault]]:
    """Every kind `each` times, in lines to be gone through beside each other; the same for the same seed."""
    random = Random(f"{seed}/faults")
    return [_drawn(line, each, random) for line in LINES]


def _drawn(line: _Line, each: int, random: Random) -> list[Fault]:
    kinds = [kind for kind in line.kinds for _ in range(each)]
    random.shuffle(kinds)
    return [
        Fault(kind, random.uniform(*line.pause), random.uniform(*line.kinds[kind]), random.random()) for kind in kinds
    ]
