"""The worth of a position, by points and by what both sides still have on the board."""

from __future__ import annotations

from math import tanh
from typing import Final

from undercroft.game import Evaluator
from undercroft_blind_attack.state import Battle
from undercroft_blind_attack.worth import Judge

__all__ = ["BattleEvaluator"]

_MEN: Final = 0.75
"""A piece worth 1.0 counts like so many points; fitted to the ends of 500 games between rules of thumb."""


class BattleEvaluator(Evaluator[Battle]):
    """A lead in points and men, over the number of men: the fewer are left, the surer it is."""

    def values(self, state: Battle) -> list[float]:
        """An estimate of `Outcome.returns`, one number a seat."""
        field = state.field
        judge = Judge(field, state.options)
        mine, theirs = [sum(judge.value(field.at[cell]) for cell in field.men[side]) for side in (0, 1)]
        lead = field.points(0) - field.points(1) + _MEN * (mine - theirs)
        value = tanh(lead / (len(field.men[0]) + len(field.men[1])))
        return [value, -value] * state.options.team_size
