"""Spectators who get a match late: its facts up to an earlier moment, and the view of that moment."""

from __future__ import annotations

from collections import deque

import msgspec

from undercroft.game import CHANCE, SPECTATOR
from undercroft.match.glance import Glance
from undercroft.match.look import glance_at
from undercroft.match.position import Position
from undercroft.match.rows import Acted, Row, Seated

__all__ = ["MAX_DELAY", "Late", "Moment", "moment_after"]

MAX_DELAY = 200
"""Facts; a match keeps a view for each of them."""


class Moment(msgspec.Struct, frozen=True):
    """What a spectator saw when it had been told `count` facts. Clocks aren't shown: they would run on from then."""

    count: int
    glance: Glance


def moment_after(row: Row, position: Position, last: Moment) -> Moment | None:
    """The moment that a row makes, after it was folded; None if spectators weren't told anything, or chance plays on.

    A function of the log alone, so that a restored match tells spectators as much as one that never stopped. What the
    game raises passes.
    """
    count = position.counts[position.slot(SPECTATOR)]
    if count == last.count:
        return None
    if not isinstance(row, Seated | Acted):  # the game is asked for nothing: it may be why the match stops
        return Moment(count, last.glance.without_legal(position, SPECTATOR).without_clocks())
    if position.state is not None and position.state.to_act() == (CHANCE,):
        return None
    return Moment(count, glance_at(position, SPECTATOR).without_clocks())


class Late:
    """The moments between what spectators may have and now, when they get facts at least `delay` facts late."""

    def __init__(self, delay: int) -> None:
        self._delay = delay
        self._moments = deque([Moment(0, Glance())])

    @property
    def shown(self) -> Moment:
        """The newest moment that spectators may have."""
        return self._moments[0]

    @property
    def newest(self) -> Moment:
        """The moment that they will have last."""
        return self._moments[-1]

    def note(self, moment: Moment) -> None:
        """Take in a new moment, and let go of those that nobody will be shown any more."""
        self._moments.append(moment)
        while len(self._moments) > 1 and self._moments[1].count <= moment.count - self._delay:
            self._moments.popleft()
