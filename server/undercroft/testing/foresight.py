"""Looks a few actions ahead, to see whether what an evaluator is certain of can be so.

Only where two seats play against each other and nothing is hidden: there what a position is worth is one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from undercroft.game import CHANCE, Evaluator, OpenGame, Seat, State
from undercroft.testing.referee import Setup

__all__ = ["glance_fault"]

DEEPEST: Final = 4
"""So many actions ahead at most."""

POSITIONS: Final = 400
"""So many positions are looked at for one of the evaluator's words."""

_UNKNOWN: Final = float("inf")


class _Bounds(NamedTuple):
    """A seat gets no less than `least` and no more than `most` between players at their best."""

    least: float
    most: float


class _Foresight:
    """Bounds of what positions are worth to `seat`, as far as so many positions tell."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._left = POSITIONS

    def bounds(self, state: State[Any, Any], plies: int) -> _Bounds:
        """The bounds, from no more than so many actions ahead."""
        outcome = state.outcome()
        if outcome is not None:
            return _Bounds(outcome.returns[self._seat], outcome.returns[self._seat])
        (seat,) = state.to_act()
        self._left -= 1
        if not plies or self._left < 0 or seat == CHANCE:
            return _Bounds(-_UNKNOWN, _UNKNOWN)
        best = max if seat == self._seat else min
        found = [self.after(state, seat, action, plies) for action in state.legal_actions(seat)]
        return _Bounds(best(each.least for each in found), best(each.most for each in found))

    def after(self, state: State[Any, Any], seat: Seat, action: int, plies: int) -> _Bounds:
        """The bounds after an action."""
        after = state.clone()
        after.apply(seat, action)
        return self.bounds(after, plies - 1)


def glance_fault(setup: Setup, evaluator: Evaluator[Any], state: State[Any, Any]) -> str:
    """What is wrong with what the evaluator is certain of where one seat is to act; empty if nothing is."""
    (seat,) = state.to_act()
    legal = list(state.legal_actions(seat))
    worth_trying = list(evaluator.must_play(state, list(legal)))
    if not worth_trying or worth_trying != [action for action in legal if action in worth_trying]:
        return f"must_play gave {worth_trying!r} of {legal}"
    returns = evaluator.proven(state)
    if returns is not None and len(returns) != setup.seats:
        return f"proven gave {returns!r} for {setup.seats} seats"
    if setup.seats != 2 or not isinstance(setup.game, OpenGame):
        return ""
    return _returns_fault(state, seat, returns) or _left_out_fault(state, seat, legal, worth_trying)


def _returns_fault(state: State[Any, Any], seat: Seat, returns: Sequence[float] | None) -> str:
    for plies in range(1, DEEPEST + 1) if returns is not None else ():
        bounds = _Foresight(seat).bounds(state, plies)
        if returns is not None and not bounds.least <= returns[seat] <= bounds.most:
            return f"proven gave {list(returns)}, and {plies} actions ahead seat {seat} gets {_told(bounds)}"
    return ""


def _left_out_fault(state: State[Any, Any], seat: Seat, legal: list[int], worth_trying: list[int]) -> str:
    left_out = [action for action in legal if action not in worth_trying]
    for plies in range(1, DEEPEST + 1) if left_out else ():
        most = max(_Foresight(seat).after(state, seat, action, plies).most for action in worth_trying)
        for action in left_out:
            bounds = _Foresight(seat).after(state, seat, action, plies)
            if bounds.least > most:
                return f"must_play left out {state.action_text(seat, action)}, the best there is"
    return ""


def _told(bounds: _Bounds) -> str:
    return f"{bounds.least:g}" if bounds.least == bounds.most else f"{bounds.least:g} to {bounds.most:g}"
