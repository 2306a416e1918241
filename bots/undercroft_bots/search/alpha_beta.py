"""Alpha-beta for games that hide nothing: deeper and deeper, with a memory for positions (Knuth and Moore 1975).

It is principal variation search (Marsland and Campbell 1982): the first action is looked at in full, the others are
only shown to be no better, as long as they are. Chance is averaged. With more than two sides everybody else is taken
to play against the bot's (the paranoid search of Sturtevant and Korf 2000).
"""

from __future__ import annotations

from typing import Any, Final

from undercroft.game import CHANCE, Evaluator, Seat, State
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.choosing import Choosing
from undercroft_bots.search.playout import returns_of
from undercroft_bots.search.transpositions import AT_LEAST, AT_MOST, EXACT, Known, Transpositions

__all__ = ["GRAIN", "AlphaBeta"]

GRAIN: Final = 32.0
"""Estimates are cut to whole parts of 1/`GRAIN`, towards 0: what differs by less isn't worth a closer look."""

ORDERED: Final = 2
"""With so many actions ahead or more, followers are looked at by the evaluator's word, the best first."""

ROUND: Final = 2
"""So many actions are looked further ahead each time."""

FARTHEST: Final = 128
"""Where there is no choice nobody looks further than so many actions ahead: interpreted, a search would go too deep."""

NARROW: Final = 1e-4
"""The width of a window in which an action is only shown to be no better."""

_ANYTHING: Final = float("inf")


class _Follower:
    """A position after an action, and what it looks like to the seat that chose it."""

    __slots__ = ("action", "looks", "state")

    def __init__(self, action: int, state: State[Any, Any], looks: float) -> None:
        self.action: int = action
        self.state: State[Any, Any] = state
        self.looks: float = looks


class AlphaBeta:
    """The search of one seat; what it learned of positions serves at later turns. `allies` says who is on its side.

    `looked` is how many actions ahead the last search has seen everything that mattered.
    """

    looked: int
    _seat: Seat
    _allies: list[bool]
    _evaluator: Evaluator[Any]
    _memory: Transpositions
    _most_positions: int
    _budget: Budget
    _certain: bool
    _stopped: bool
    _most: float
    _ply: int
    _aim: int

    def __init__(self, seat: Seat, allies: list[bool], evaluator: Evaluator[Any], most_positions: int) -> None:
        self.looked = 0
        self._seat = seat
        self._allies = allies
        self._evaluator = evaluator
        self._most_positions = most_positions
        self._memory = Transpositions(most_positions)
        self._certain = False
        self._stopped = False
        self._most = 1.0
        self._ply = 0
        self._aim = 0

    def search(self, state: State[Any, Any], order: list[int], budget: Budget, depth: int) -> int:
        """The best action of the seat in `state`, looked at in this order at first, and `depth` actions ahead at most.

        An action that was shown to be better counts even where the budget ended before all were looked at. If all is
        lost it is the one that looked best while that wasn't seen; if all that was looked at is lost, another one.
        """
        self._budget = budget
        self._stopped = False
        self.looked = 0
        worthy = (
            self._evaluator.must_play(state, state.legal_actions(self._seat)) if len(state.to_act()) == 1 else order
        )
        order = [action for action in order if action in worthy]
        while self.looked < depth and not self._stopped:
            most = self._most
            # An estimate flatters whoever has just acted: the best so far was found by ones that flatter the same side.
            self._aim = min(self.looked + ROUND, depth)
            choosing = Choosing(-_ANYTHING, _ANYTHING)
            last = self._round(state, order, choosing)
            if self._most > most:  # what ended at 1 isn't known
                self._memory = Transpositions(self._most_positions)
                continue
            lost = choosing.certain and choosing.best <= -self._most
            best = last if self._stopped and lost else choosing.action
            if best >= 0:
                order.remove(best)
                order.insert(0, best)
            if self._stopped:
                break
            self.looked = self._aim
            if choosing.certain:
                break
        return order[0]

    def _round(self, state: State[Any, Any], order: list[int], choosing: Choosing) -> int:
        """Look at the actions of the root until one is enough or the budget is spent; the last one looked at."""
        for action in order:
            if self._enough(state, self._seat, action, self._aim - 1, choosing, 1.0) or self._stopped:
                return action
        return order[-1]

    # --- a position

    def _worth(self, state: State[Any, Any], depth: int, low: float, high: float) -> float:
        """What the seat gets of a position: exactly between `low` and `high`, else a bound; see `_certain` then."""
        to_act = state.to_act()
        if not to_act:
            return self._sure(returns_of(state))
        seat = to_act[0]
        for each in to_act:
            if each >= 0 and self._allies[each]:  # one's own side chooses first, and can't count on what others choose
                seat = each
                break
        if seat == CHANCE:
            return self._average(state, depth)
        if len(to_act) == 1:
            proven = self._evaluator.proven(state)
            if proven is not None:
                return self._sure(proven)
        if depth <= 0:
            return self._estimate(state)
        key = state.position_key()
        known = None if key is None else self._memory.get(key)
        if known is not None and known.answers(depth, low, high):
            self._certain = known.certain
            return known.worth
        mine = self._allies[seat]
        choosing = Choosing(low if mine else -high, high if mine else -low)
        hint = -1 if known is None else known.action
        self._ply += 1
        self._choose(state, seat, len(to_act) == 1, depth, choosing, hint, 1.0 if mine else -1.0)
        self._ply -= 1
        self._certain = choosing.certain
        worth = choosing.best if mine else -choosing.best
        if key is not None and not self._stopped:
            bound = AT_LEAST if worth >= high else AT_MOST if worth <= low else EXACT
            self._memory.put(key, Known(worth, bound, depth, choosing.certain, choosing.action))
        return worth

    def _estimate(self, state: State[Any, Any]) -> float:
        """What the evaluator thinks that the seat gets."""
        said = self._evaluator.values(state)[self._seat]
        if said >= 1.0 or said <= -1.0:  # its measure isn't -1 to 1
            self._most = _ANYTHING
        self._certain = False
        return float(int(said * GRAIN)) / GRAIN

    def _sure(self, returns: list[float]) -> float:
        """What the seat gets where that is certain."""
        worth = returns[self._seat]
        if worth > 1.0 or worth < -1.0:
            self._most = _ANYTHING
        self._certain = True
        return worth

    def _average(self, state: State[Any, Any], depth: int) -> float:
        """What the seat gets on average of what chance does."""
        certain = True
        total = 0.0
        weights = 0
        self._ply += 1
        for action, weight in state.chance_outcomes():
            after = state.clone()
            after.apply(CHANCE, action)
            self._step()
            total += weight * self._visit(after, depth - 1, -_ANYTHING, _ANYTHING)
            weights += weight
            certain = certain and self._certain
            if self._stopped:
                break
        self._ply -= 1
        self._certain = certain
        return total / weights

    # --- its actions; `side` is 1 where more is better for the seat to act, else -1

    def _choose(
        self, state: State[Any, Any], seat: Seat, alone: bool, depth: int, choosing: Choosing, hint: int, side: float
    ) -> None:
        """Look at the actions until one is enough; first at the one that was best when less was seen, the `hint`."""
        actions = state.legal_actions(seat)
        if alone:
            actions = self._evaluator.must_play(state, actions)
        # Where there is no choice, looking one action less ahead would only hide what comes; but not for ever.
        left = depth if len(actions) == 1 and self._ply < 2 * self._aim and self._ply + depth < FARTHEST else depth - 1
        if self._stopped or (hint >= 0 and self._enough(state, seat, hint, left, choosing, side)):
            return
        if depth >= ORDERED and len(actions) > 1:
            for follower in self._in_order(state, seat, actions, hint, side):
                if self._stopped or self._take(follower.state, follower.action, left, choosing, side):
                    return
            return
        for action in actions:
            if self._stopped or (action != hint and self._enough(state, seat, action, left, choosing, side)):
                return

    def _in_order(
        self, state: State[Any, Any], seat: Seat, actions: list[int], hint: int, side: float
    ) -> list[_Follower]:
        """The positions after all actions but the `hint`, what looks best first; between equals as they were."""
        found: list[_Follower] = []
        for action in actions:
            if action != hint:
                after = state.clone()
                after.apply(seat, action)
                self._step()
                follower = _Follower(action, after, side * self._glance(after))
                at = len(found)
                found.append(follower)
                while at and found[at - 1].looks < follower.looks:
                    found[at] = found[at - 1]
                    at -= 1
                found[at] = follower
        return found

    def _glance(self, state: State[Any, Any]) -> float:
        """What the seat seems to get of a position."""
        return (self._evaluator.values(state) if state.to_act() else returns_of(state))[self._seat]

    def _enough(
        self, state: State[Any, Any], seat: Seat, action: int, left: int, choosing: Choosing, side: float
    ) -> bool:
        """Look at one action, `left` more ahead; true if no other one need be looked at."""
        after = state.clone()
        after.apply(seat, action)
        self._step()
        return self._take(after, action, left, choosing, side)

    def _take(self, after: State[Any, Any], action: int, left: int, choosing: Choosing, side: float) -> bool:
        """Look at the position after an action; nothing is taken in once the budget is spent."""
        low = choosing.floor()
        high = choosing.ceiling()
        worth = low
        if choosing.action >= 0 and high - low > NARROW:
            worth = self._seen(after, left, low, low + NARROW, side)
        if choosing.action < 0 or high - low <= NARROW or low < worth < high:
            worth = self._seen(after, left, low, high, side)
        return not self._stopped and choosing.take(action, worth, self._certain, self._most)

    def _seen(self, after: State[Any, Any], left: int, low: float, high: float, side: float) -> float:
        """What a position is worth to the seat that chose it, between bounds that are in its eyes too."""
        if side > 0.0:
            return self._visit(after, left, low, high)
        return -self._visit(after, left, -high, -low)

    def _visit(self, after: State[Any, Any], left: int, low: float, high: float) -> float:
        """`_worth` of a position that is counted; 0 once the budget is spent."""
        if self._stopped or not self._budget.another():
            self._stopped = True
            return 0.0
        return self._worth(after, left, low, high)

    def _step(self) -> None:
        """One step of the game was taken."""
        budget = self._budget
        budget.steps_left -= 1
        if budget.steps_left <= 0 and not self._stopped and budget.look():
            self._stopped = True
