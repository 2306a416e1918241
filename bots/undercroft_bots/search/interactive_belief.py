"""What a seat can work out if it asks what its rivals knew, and what they made of it.

A game's own belief says which worlds fit what a seat was told, and is seldom more than fair about how likely each one
is: it hardly asks why a rival should have chosen what leads there. This one follows courses that the match may have
taken, and in each of them what every rival knows by then. It is an interactive particle filter (Doshi and Gmytrasiewicz
2009, "Monte Carlo Sampling Methods for Approximating Interactive POMDPs", §6), one level deep: rivals are taken to
choose by the game's heuristic, over beliefs that don't ask in turn.

Not all rivals do. So courses are followed in which they choose at random too, and how well each kind foresaw what the
seat was told says how much is made of it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import Any, Final

from undercroft.game import Belief, Game, OpenGame, Seat, State, UndercroftError
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.courses import WORLDS, Courses, ThoughtfulCourses
from undercroft_bots.search.history import scale, total_weight

__all__ = ["FEWEST", "SUREST", "InteractiveBelief", "interactive_belief"]

FEWEST: Final = 12
"""Where others were dropped, fewer courses than this aren't worth drawing from."""

SUREST: Final = 0.95
"""So sure at most can so few courses be of what kind rivals are."""


class InteractiveBelief(Belief[Any, Any, Any]):
    """Draws from thoughtful courses, and from the game's own belief as far as rivals seem to choose at random.

    `learn` only takes notes, as following takes long; `catch_up` follows.
    """

    def __init__(self, options: Any, thoughtful: Courses, aimless: Courses) -> None:
        self._options = options
        self._thoughtful = thoughtful
        self._aimless = aimless
        self._entries: list[Any] = []
        self._begun = False
        self._sums: list[float] = []
        self._plain: Belief[Any, Any, Any] | None = None
        self.trust = 0.0

    def learn(self, view: Any, entries: Sequence[Any]) -> None:
        """Note what was told; the game's own belief learns it elsewhere."""
        self._entries += entries

    def catch_up(self, plain: Belief[Any, Any, Any], patience: Budget) -> bool:
        """Follow what was noted; whether this knows more than the game's own belief. If not, it never will again.

        `plain` is the game's own belief, as it is by now.
        """
        self._plain = plain
        if not self._begun:
            self._begun = True
            self._thoughtful.begin(self._options, self._entries)
            self._aimless.begin(self._options, self._entries)
        self._aimless.follow(self._entries, patience)
        self._thoughtful.follow(self._entries, patience)
        self._entries = []
        histories = self._thoughtful.histories
        if not histories or (self._thoughtful.cut and len(histories) < FEWEST):
            return False
        thoughtful = total_weight(histories)
        total = thoughtful + total_weight(self._aimless.histories)
        self.trust = max(min(thoughtful / total, SUREST), 1.0 - SUREST)
        scale(histories, total)
        scale(self._aimless.histories, total)
        self._sums = list(accumulate(history.weight for history in histories))
        return True

    def sample(self, rng: Random) -> State[Any, Any]:
        """A world, by how likely it is that rivals chose what leads there.

        Raises:
            UndercroftError: there are no courses.
        """
        if self._plain is None or not self._sums:
            raise UndercroftError("an interactive belief has to catch up before it can be sampled")
        world: State[Any, Any]
        if rng.random() >= self.trust:
            world = self._plain.sample(rng)
            return world
        at = bisect_right(self._sums, rng.random() * self._sums[-1])
        world = self._thoughtful.histories[min(at, len(self._sums) - 1)].state
        return world.clone()


def interactive_belief(
    game: Game[Any, Any, Any, Any], options: Any, seats: int, seat: Seat, plain: Belief[Any, Any, Any], most: int
) -> InteractiveBelief | None:
    """With `most` courses of each kind; None if the game brings no heuristic, or beliefs that can't be cloned."""
    heuristic = game.heuristic()
    if heuristic is None or not most or isinstance(game, OpenGame) or plain.clone(WORLDS) is None:
        return None
    thoughtful = ThoughtfulCourses(game, seats, seat, most, heuristic)
    return InteractiveBelief(options, thoughtful, Courses(game, seats, seat, most))
