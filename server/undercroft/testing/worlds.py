"""Finds other matches that tell a reader the same: by breadth from the start, and by steering along a target."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from undercroft.game import Seat
from undercroft.testing.line import options_of, step
from undercroft.testing.referee import Played, Referee, Setup
from undercroft.testing.reproduce import guarded

__all__ = ["Found", "Target", "explore", "fork_and_steer", "steer"]


def explore(setup: Setup, most: int, rng: Random, visit: Callable[[Referee], None]) -> int:
    """Visit the matches of 0, 1, 2, … actions, all of them until `most` are visited; gives how many were.

    Every action is checked as a step. Of very many actions at one moment some are taken.
    """
    queue = deque([setup.start()])
    visited = 0
    while queue and visited < most:
        referee = queue.popleft()
        visited += 1
        with guarded(referee):
            visit(referee)
            if len(queue) + visited < most:
                queue.extend(_stepped(referee, played) for played in _sampled(options_of(referee.state), 12, rng))
    return visited


def _stepped(referee: Referee, played: Played) -> Referee:
    child = referee.fork()
    step(child, played)
    return child


def _sampled(options: Sequence[Played], most: int, rng: Random) -> Sequence[Played]:
    return options if len(options) <= most else rng.sample(options, most)


def _child(referee: Referee, played: Played) -> Referee:
    child = referee.fork()
    child.apply(*played)
    return child


class Target:
    """What a reader was told in a match, entry by entry, and what it did after so many entries."""

    def __init__(self, referee: Referee, reader: Seat) -> None:
        self.reader = reader
        self.told = list(referee.told(reader))
        self.own: dict[int, Played] = {}
        replayed = referee.setup.start()
        for played in referee.actions:
            if played[0] == reader:
                self.own.setdefault(len(replayed.told(reader)), played)
            replayed.apply(*played)

    def admits(self, referee: Referee, since: int) -> bool:
        """Whether the reader was told nothing but this target's entries; `since` so many are known to be right."""
        told = referee.told(self.reader)
        return len(told) <= len(self.told) and told[since:] == self.told[since : len(told)]

    def reached(self, referee: Referee) -> bool:
        """Whether the reader was told all of it."""
        return len(referee.told(self.reader)) == len(self.told)


@dataclass
class Found:
    """What steering came to: the matches that told the reader everything; whether there are no others."""

    reached: list[Referee] = field(default_factory=list)
    exhausted: bool = False
    applied: int = 0


def steer(
    start: Referee, target: Target, rng: Random, budget: int, visit: Callable[[Referee], None], *, most: int = 1
) -> Found:
    """Go on from `start`, backtracking, so that the reader is told the target's entries and nothing else.

    `visit` is called at every moment that has told a part of the target. The search ends when `most` matches have told
    all of it, when `budget` actions were applied, or when there is nothing left to try.
    """
    found = Found([start] if target.reached(start) else [])
    stack = [(start, _ways(start, target, rng))]
    while stack:
        referee, ways = stack[-1]
        played = next(ways, None)
        if played is None:
            stack.pop()
            continue
        if found.applied >= budget or len(found.reached) >= most:
            return found
        found.applied += 1
        with guarded(referee):
            child = _child(referee, played)
        if not target.admits(child, len(referee.told(target.reader))):
            continue
        visit(child)
        if target.reached(child):
            found.reached.append(child)
        if not (target.reached(child) and target.reader in child.state.to_act()):
            stack.append((child, _ways(child, target, rng)))
    found.exhausted = True
    return found


def _ways(referee: Referee, target: Target, rng: Random) -> Iterator[Played]:
    """What can come next, in random order; the reader first does what it did in the target."""
    options = options_of(referee.state)
    rng.shuffle(options)
    own = target.own.get(len(referee.told(target.reader)))
    if own in options:
        options.remove(own)
        options.insert(0, own)
    return iter(options)


def fork_and_steer(
    setup: Setup, actions: Sequence[Played], reader: Seat, rng: Random, visit: Callable[[Referee], None]
) -> None:
    """Let somebody else than the reader act otherwise at a random moment, then keep telling the reader the same."""
    moments = [at for at, (seat, _) in enumerate(actions) if seat != reader]
    if not moments:
        return
    at = rng.choice(moments)
    base = setup.replay(actions[:at])
    target = Target(setup.replay(actions), reader)
    others = [played for played in options_of(base.state) if played != actions[at]]
    for played in _sampled(rng.sample(others, len(others)), 6, rng):
        with guarded(base):
            child = _child(base, played)
        if target.admits(child, len(base.told(reader))):
            visit(child)
            steer(child, target, rng, 3 * (len(actions) - at) + 8, visit)
            return
