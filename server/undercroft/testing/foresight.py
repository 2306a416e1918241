"""Looks a few actions ahead, to see whether what an evaluator is certain of can be so.

Only where two seats play against each other and nothing is hidden: there what a position is worth is one number. They
do if all ends in sight add up to 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, Final, NamedTuple

from undercroft.game import CHANCE, Evaluator, OpenGame, Seat, State
from undercroft.testing.referee import Setup

__all__ = ["glance_fault"]

DEEPEST: Final = 4
"""So many actions ahead at most."""

POSITIONS: Final = 1_000
"""So many positions are looked at for one moment of a match."""

_UNKNOWN: Final = float("inf")


class _Bounds(NamedTuple):
    """A seat gets no less than `least` and no more than `most` between players at their best."""

    least: float
    most: float


_ANYTHING: Final = _Bounds(-_UNKNOWN, _UNKNOWN)


class _Foresight:
    """Bounds of what positions are worth to `seat`, as far as so many positions tell."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._left = POSITIONS
        self.against = True
        """Whether all ends so far add up to 0, so that bounds mean something."""

    def bounds(self, state: State[Any, Any], plies: int) -> _Bounds:
        """The bounds, from no more than so many actions ahead."""
        outcome = state.outcome()
        if outcome is not None:
            self.against = self.against and sum(outcome.returns) == 0
            return _Bounds(outcome.returns[self._seat], outcome.returns[self._seat])
        (seat,) = state.to_act()
        if not plies or seat == CHANCE:
            return _ANYTHING
        best = max if seat == self._seat else min
        found = [self.after(state, seat, action, plies) for action in state.legal_actions(seat)]
        return _Bounds(best(each.least for each in found), best(each.most for each in found))

    def after(self, state: State[Any, Any], seat: Seat, action: int, plies: int) -> _Bounds:
        """The bounds after an action."""
        if self._left <= 0:
            return _ANYTHING
        self._left -= 1
        after = state.clone()
        after.apply(seat, action)
        return self.bounds(after, plies - 1)


def glance_fault(setup: Setup, evaluator: Evaluator[Any], state: State[Any, Any]) -> str:
    """What is wrong with what the evaluator is certain of where one seat is to act; empty if nothing is."""
    (seat,) = state.to_act()
    legal = list(state.legal_actions(seat))
    worthy, given = evaluator.must_play(state, legal), list(state.legal_actions(seat))
    if legal != given:
        return f"must_play changed the list {given} that it was given to {legal}"
    if not isinstance(worthy, list) or not worthy or worthy != [action for action in legal if action in worthy]:
        return f"must_play gave {worthy!r} of {legal}"
    returns = evaluator.proven(state)
    if returns is not None and not _are_returns(returns, setup.seats):
        return f"proven gave {returns!r} for {setup.seats} seats"
    sides = setup.game.sides(setup.options, setup.seats)
    if setup.seats != 2 or sides[0] == sides[1] or not isinstance(setup.game, OpenGame):
        return ""
    return _returns_fault(state, returns) or _left_out_fault(state, seat, legal, worthy)


def _are_returns(returns: Any, seats: int) -> bool:
    numbers = isinstance(returns, list) and len(returns) == seats
    return numbers and all(isinstance(each, int | float) and isfinite(each) for each in returns)


def _returns_fault(state: State[Any, Any], returns: Sequence[float] | None) -> str:
    faults = []
    foresight = [_Foresight(each) for each in (0, 1)]
    for plies in range(1, DEEPEST + 1) if returns is not None else ():
        for each, worth in enumerate(returns or ()):
            bounds = foresight[each].bounds(state, plies)
            if not bounds.least <= worth <= bounds.most:
                faults.append(f"proven gave {returns}, and looking {plies} ahead seat {each} gets {_told(bounds)}")
    return faults[0] if faults and all(each.against for each in foresight) else ""


def _left_out_fault(state: State[Any, Any], seat: Seat, legal: list[int], worthy: list[int]) -> str:
    better: list[int] = []
    left_out = [action for action in legal if action not in worthy]
    foresight = _Foresight(seat)
    for plies in range(1, DEEPEST + 1) if left_out else ():
        most = max(foresight.after(state, seat, action, plies).most for action in worthy)
        better += [action for action in left_out if foresight.after(state, seat, action, plies).least > most]
    if not better or not foresight.against:
        return ""
    return f"must_play left out {state.action_text(seat, better[0])}, the best there is"


def _told(bounds: _Bounds) -> str:
    if bounds.least == bounds.most:
        return f"{bounds.least:g}"
    if bounds.least == -_UNKNOWN:
        return f"{bounds.most:g} at most"
    return f"{bounds.least:g} at least" if bounds.most == _UNKNOWN else f"{bounds.least:g} to {bounds.most:g}"
