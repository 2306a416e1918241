"""Quick judgement: the rule of thumb of `rules/blind_attack.md` §17, and weights for rollouts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from undercroft.game import Belief, Heuristic, Policy, UndercroftError
from undercroft_blind_attack.battlefield import EMPTY, GENERAL, SIDE_BIT, Battlefield
from undercroft_blind_attack.cells import AHEAD, AROUND, ATTACKS, CELLS, LAST_ROW, OWN_ROW, SLIDES
from undercroft_blind_attack.codes import ATTACK, HUFF, PASS, STAY
from undercroft_blind_attack.state import Battle
from undercroft_blind_attack.values import Entry, View
from undercroft_blind_attack.worth import Judge

__all__ = ["AttackIfWorthIt", "BattleHeuristic"]

_ADVANCE: Final = 0.02
_ROWS: Final = 8
_PROMOTION: Final = 0.5
_DANGER: Final = 0.9
_ATTACKING: Final = 0.5
"""The danger counts by so much if we attack now: the fight may change everything."""
_HUFF: Final = 10.0
"""A huff costs nothing, so it comes before all else."""
_DIGITS: Final = 9
"""Scores that differ by less are ties: the sums of equal terms depend on their order."""


class AttackIfWorthIt(Policy[Battle]):
    """Huffs where it may, attacks where that is expected to pay, and else does anything but attack."""

    def weights(self, state: Battle, seat: int, legal: list[int]) -> list[float]:
        """An attack weighs what it is expected to bring; if none pays, everything else weighs the same."""
        if legal[-1] >= HUFF:
            return [1.0 if action >= HUFF else 0.0 for action in legal]
        field = state.field
        at = field.at
        judge = None
        weights = [1.0] * len(legal)
        pays = False
        for place, action in enumerate(legal):
            if action < STAY and at[action % CELLS] != EMPTY:
                if judge is None:
                    judge = Judge(field, state.options)
                start = action // CELLS
                weights[place] = max(0.0, judge.fight(start, at[start], action % CELLS))
                pays = pays or weights[place] > 0.0
        if pays:
            for place, action in enumerate(legal):
                if action >= STAY or at[action % CELLS] == EMPTY:
                    weights[place] = 0.0
        elif judge is not None and max(weights) == 0.0:
            return [1.0] * len(legal)
        return weights


class BattleHeuristic(Heuristic[Battle, View, Entry]):
    """The best attack an action makes or allows, less the best one it leaves to the opponent."""

    def scores(self, belief: Belief[Battle, View, Entry], view: View, legal: Sequence[int], rng: Random) -> list[float]:
        """What each legal action may be expected to bring.

        Raises:
            UndercroftError: nobody is to act in the position.
        """
        state = belief.sample(rng)
        if not view.to_act:
            raise UndercroftError("the heuristic needs the view of a position in which somebody is to act")
        adviser = _Adviser(state)
        return [round(adviser.score(action), _DIGITS) for action in legal]


class _Adviser:
    """Scores the actions of one position, which it owns and puts back as it was after each look."""

    def __init__(self, state: Battle) -> None:
        self._field = state.field
        self._side = state.side
        self._judge = Judge(state.field, state.options)
        self._danger = _danger(self._field, self._judge, 1 - state.side, state.phase != ATTACK)

    def score(self, action: int) -> float:
        """What an action may be expected to bring."""
        at = self._field.at
        if action >= HUFF:
            piece = at[action - HUFF]
            return _HUFF + self._judge.mean_charge(piece) + self._judge.value(piece)
        if action >= STAY:
            return 0.0 if action == PASS else -_DANGER * self._danger
        start, end = action // CELLS, action % CELLS
        if at[end] != EMPTY:
            return self._judge.fight(start, at[start], end) - _ATTACKING * _DANGER * self._danger
        return self._move(start, end)

    def _move(self, start: int, end: int) -> float:
        """What a move may be expected to bring, the attack that it allows included."""
        field, judge = self._field, self._judge
        piece = field.lift(start)
        promoted = not piece & GENERAL and OWN_ROW[self._side][end] == LAST_ROW
        field.put(end, piece | GENERAL if promoted else piece)
        attack = max([0.0, *[judge.fight(end, field.at[end], target) for target in field.targets(end)]])
        danger = _danger(field, judge, 1 - self._side, True)
        field.lift(end)
        field.put(start, piece)
        progress = 0.0 if piece & GENERAL else _ADVANCE * OWN_ROW[self._side][end] / _ROWS
        return (
            attack
            + progress
            + (_PROMOTION if promoted else 0.0)
            - _DANGER * danger * (_ATTACKING if attack > 0.0 else 1.0)
        )


def _danger(field: Battlefield, judge: Judge, side: int, moving: bool) -> float:
    """The best attack, at least 0, that the side has where it stands or, if `moving`, after a move."""
    at = field.at
    best = 0.0
    for cell in field.men[side]:
        piece = at[cell]
        for target in field.targets(cell):
            best = max(best, judge.fight(cell, piece, target))
        if moving:
            for end in _ends(field, side, cell):
                reach, attacker = _after(side, end, piece)
                for target in reach:
                    if at[target] & SIDE_BIT[1 - side]:
                        best = max(best, judge.fight(end, attacker, target))
    return best


def _ends(field: Battlefield, side: int, cell: int) -> list[int]:
    """Where the piece on a cell may move."""
    at = field.at
    if not at[cell] & GENERAL:
        ahead = AHEAD[side][cell]
        return [ahead] if at[ahead] == EMPTY else []
    found = []
    for way in SLIDES[cell]:
        for end in way:
            if at[end] != EMPTY:
                break
            found.append(end)
    return found


def _after(side: int, end: int, piece: int) -> tuple[list[int], int]:
    """What a piece that has moved to `end` reaches from there, and what it has become."""
    if piece & GENERAL:
        return AROUND[end], piece
    if OWN_ROW[side][end] == LAST_ROW:
        return AROUND[end], piece | GENERAL
    return ATTACKS[side][end], piece
