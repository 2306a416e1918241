"""The worth of a position, by points and by what both sides still have on the board."""

from __future__ import annotations

from math import tanh
from typing import Final

from undercroft.game import Evaluator

from undercroft_blind_attack.state import Battle
from undercroft_blind_attack.worth import Judge

__all__ = ["BattleEvaluator"]

_POINTS: Final = 0.25
_MEN: Final = 0.1
"""What a point, and a piece worth 1.0, add to the argument of the hyperbolic tangent."""


class BattleEvaluator(Evaluator[Battle]):
    """A lead in points decides the game if nothing else happens; men on the board make more points, and break ties."""

    def values(self, state: Battle) -> list[float]:
        """An estimate of `Outcome.returns`, one number a seat."""
        field = state.field
        judge = Judge(field, state.options)
        men = [sum(judge.value(field.at[cell]) for cell in field.men[side]) for side in (0, 1)]
        lead = tanh(_POINTS * (field.points(0) - field.points(1)) + _MEN * (men[0] - men[1]))
        return [lead, -lead] * state.options.team_size
