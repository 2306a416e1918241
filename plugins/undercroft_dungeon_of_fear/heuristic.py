"""Quick judgement: weights for rollouts, and the rule of `rules/dungeon_of_fear.md` §13."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from undercroft.game import Belief, Heuristic, Policy, UndercroftError
from undercroft_dungeon_of_fear.belief import DungeonBelief, Hypothesis
from undercroft_dungeon_of_fear.cells import BIT, CELL, QUIET, sight_from
from undercroft_dungeon_of_fear.state import Dungeon
from undercroft_dungeon_of_fear.values import Entry, View

__all__ = ["DungeonHeuristic", "TakeTheRook"]

_GAIN: Final = 2.0
"""How much an enemy who steps into my line counts against my stepping into his; L of §13."""
_MOST: Final = 400
"""How many hypotheses are looked at."""
_DIGITS: Final = 9
"""Scores that differ by less are ties: the sums of equal terms depend on their order."""
_WIN: Final = 100.0


class TakeTheRook(Policy[Dungeon]):
    """Takes the enemy's rook when it stands in line; anything else is equally likely."""

    def weights(self, state: Dungeon, seat: int, legal: list[int]) -> list[float]:
        """All the weight on the enemy's cell if it is in sight, else the same for all."""
        enemy = state.rook(1 - seat)
        if not BIT[enemy] & state.sight(seat):
            return [1.0] * len(legal)
        return [1.0 if action == enemy else 0.0 for action in legal]


class DungeonHeuristic(Heuristic[Dungeon, View, Entry]):
    """Don't step into the enemy's line; stand where he is likely to step into mine."""

    def scores(
        self, belief: Belief[Dungeon, View, Entry], view: View, legal: Sequence[int], rng: Random
    ) -> list[float]:
        """Gain less risk of each legal action, over the hypotheses; the rook in line beats everything.

        Raises:
            UndercroftError: the belief is another game's, or has learned nothing.
        """
        if not isinstance(belief, DungeonBelief) or view.over:
            raise UndercroftError("the heuristic needs this game's belief and the view of a seat in a running game")
        if view.enemy is not None and CELL[view.enemy] in legal and _in_line(view):
            return [_WIN if action == CELL[view.enemy] else 0.0 for action in legal]
        hypotheses = belief.hypotheses(_MOST, rng)
        return [round(_judge(action, hypotheses), _DIGITS) for action in legal]


def _in_line(view: View) -> bool:
    """Whether the seat's rook can take the enemy's."""
    rays = view.rays
    return rays is not None and "enemy" in (rays.north.kind, rays.east.kind, rays.south.kind, rays.west.kind)


def _judge(target: int, hypotheses: list[Hypothesis]) -> float:
    """L times the gain less the risk of landing on `target`, averaged over the hypotheses by weight."""
    total = judged = 0.0
    here = BIT[target]
    for walls, enemy, weight in hypotheses:
        total += weight
        after = walls & ~here
        obstacles = after | here
        his_sight = sight_from(enemy, obstacles)
        if his_sight & here:
            judged -= weight
            continue
        ends = his_sight & after
        mine = sight_from(target, after | BIT[enemy])
        if ends:
            judged += _GAIN * weight * (ends & mine).bit_count() / ends.bit_count()
        else:
            steps = [cell for cell in QUIET[enemy] if BIT[cell] & mine]
            judged += _GAIN * weight * len(steps) / len(QUIET[enemy])
    return judged / total
