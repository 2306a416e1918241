"""UCT for games that hide nothing: chance nodes, any number of seats, proofs (Kocsis and Szepesvári 2006; max^n)."""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any, Final

from undercroft.game import CHANCE, State
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.open_node import NO_CHILDREN, OVER, UNOPENED, OpenNode, node_count
from undercroft_bots.search.playout import Playout, returns_of
from undercroft_bots.search.prior import PRIOR_VISITS
from undercroft_bots.search.proof import prove
from undercroft_bots.search.spread import Spread

__all__ = ["SURE_VISITS", "OpenTree"]

SURE_VISITS: Final = 1_000_000_000
"""What a proven win weighs: more than any search that hasn't found it."""

NO_PRIORS: Final[dict[int, float]] = {}
"""Where nothing was said of the actions."""


class OpenTree:
    """The tree under one position. Call `search` with that position, then `best`.

    `exploration` is the constant of UCB1 in units of `Spread`; a chance node that was visited n times may have
    `widening * sqrt(n)` children, and at least one; there are never more than `most_nodes`.
    """

    root: OpenNode
    nodes: int
    _exploration: float
    _widening: float
    _most_nodes: int
    _spread: Spread
    _most: float
    _priors: dict[int, float]
    _expected: float

    def __init__(self, seats: int, exploration: float, widening: float, most_nodes: int) -> None:
        self.root = OpenNode(-1, 1)
        self.nodes = 1
        self._exploration = exploration
        self._widening = widening
        self._most_nodes = most_nodes
        self._spread = Spread(seats)
        self._most = 1.0
        self._priors = {}
        self._expected = 0.0

    def lean(self, legal: list[int], priors: list[float]) -> None:
        """Expect more or less of the root's actions; see `priors_of`."""
        self._priors = dict(zip(legal, priors, strict=True))

    def move_root(self, root: OpenNode) -> None:
        """Go on from a node of this tree; the rest is forgotten."""
        self.root = root
        self.nodes = node_count(root)
        self._priors = {}

    def search(self, state: State[Any, Any], playout: Playout, budget: Budget, rng: Random) -> None:
        """Simulate until the budget is spent or the value of the root is proven. `state` is the root's, and is kept."""
        if self.root.seat == UNOPENED:
            self.root.proven = None  # known at a glance, but not by which action
            self.root.open(state, playout.policy, playout.evaluator, rng)
        if self._priors:
            self.root.reorder(self._priors)
        while self.root.proven is None and budget.another():
            self._simulate(state.clone(), playout, budget, rng)

    def best(self) -> OpenNode | None:
        """The child of the root visited most, or a proven one that gives no less; None if none was visited.

        Between equals the one that has brought more, then the one with the lower code of action. Of proven children
        only the best one counts.
        """
        seat = self.root.seat
        guessed: OpenNode | None = None
        sure: OpenNode | None = None
        for child in self.root.children:
            if child.proven is not None:
                if sure is None or _surer(child, sure, seat):
                    sure = child
            elif child.visits and (guessed is None or _rather(child, guessed)):
                guessed = child
        if guessed is None or sure is None or sure.proven is None:
            return sure if guessed is None else guessed
        return sure if sure.proven[seat] >= guessed.total / guessed.visits else guessed

    def weighed(self) -> list[tuple[int, int, float]]:
        """Action, visits and total of the root's children; of proven ones the best alone, as often as all visits."""
        seat = self.root.seat
        guessed = [child for child in self.root.children if child.proven is None and child.visits]
        found = [(child.action, child.visits, child.total) for child in guessed]
        best = self.best()
        if best is not None and best.proven is not None:
            visits = SURE_VISITS if best.proven[seat] >= self._most else max(self.root.visits, 1)
            found.append((best.action, visits, best.proven[seat] * visits))
        return found

    def _simulate(self, state: State[Any, Any], playout: Playout, budget: Budget, rng: Random) -> None:
        """One walk down the tree, one new node, one playout, and what they say carried back up."""
        node = self.root
        path = [node]
        values = node.proven
        while values is None:
            if node.seat == UNOPENED:
                node.open(state, playout.policy, playout.evaluator, rng)
            child = self._draw(node, rng) if node.seat == CHANCE else self._select(node)
            if child is None:
                values = playout.play(state)
                break
            state.apply(node.seat, child.action)
            node = child
            path.append(node)
            budget.steps_left -= 1
            if budget.steps_left <= 0 and budget.look():
                break
            values = node.proven
            if node.visits == 0:
                values = self._arrive(node, state, playout)
                break
        if values is not None:
            self._carry_back(path, values)
        elif node.visits == 0 and len(path) > 1:  # the budget has ended on the way
            path[-2].drop_newest()
            self.nodes -= 1

    def _arrive(self, node: OpenNode, state: State[Any, Any], playout: Playout) -> list[float] | None:
        """The value of a node that is new."""
        to_act = state.to_act()
        if not to_act:
            node.seat = OVER
            node.proven = returns_of(state)
        elif playout.evaluator is not None and len(to_act) == 1 and to_act[0] != CHANCE:
            node.proven = playout.evaluator.proven(state)
        return playout.play(state) if node.proven is None else node.proven

    def _select(self, node: OpenNode) -> OpenNode | None:
        """The child to try: a new one, or the one with the highest UCB1; None if there is no room for the first one.

        What is proven needs no curiosity, and at the root nothing at all: only what isn't can still change the answer.
        """
        room = self.nodes < self._most_nodes
        urge = node.urge() if node.untried and room else 0.0
        only_open = node is self.root
        priors = self._priors if only_open else NO_PRIORS
        seat = node.seat
        unit = self._spread.unit
        curiosity = self._exploration * self._exploration * log(node.visits + 1)
        best: OpenNode | None = None
        best_score = 0.0
        gained = 0.0
        tries = 0
        for child in node.children if urge <= 1.0 else NO_CHILDREN:
            visits = child.visits
            if child.proven is not None:
                if only_open:
                    continue
                score = child.proven[seat] / unit
            else:
                if priors:
                    expected = self._expected + priors[child.action]
                    score = (child.total / unit + PRIOR_VISITS * expected) / (visits + PRIOR_VISITS)
                else:
                    score = child.total / (visits * unit)
                score += sqrt(curiosity / visits)
            gained += child.total
            tries += visits
            if best is None or score > best_score or (score == best_score and visits < best.visits):
                best = child
                best_score = score
        if priors and tries:
            self._expected = gained / (tries * unit)
        if urge > 0.0 and (best is None or gained / (tries * unit) + urge * sqrt(curiosity) >= best_score):
            self.nodes += 1
            return node.try_another()
        return best

    def _draw(self, node: OpenNode, rng: Random) -> OpenNode | None:
        """The child of an outcome, by weight among those that may have one; None if there is no room for the first."""
        children = node.children
        room = self.nodes < self._most_nodes
        if room and (not children or len(children) < self._widening * sqrt(node.visits)):
            action, weight = _by_weight(node.outcomes, rng)
            for child in children:
                if child.action == action:
                    return child
            self.nodes += 1
            children.append(OpenNode(action, weight))
            return children[-1]
        total = 0
        for child in children:
            total += child.weight
        left = int(rng.random() * total)
        for child in children:
            left -= child.weight
            if left < 0:
                return child
        return None

    def _carry_back(self, path: list[OpenNode], values: list[float]) -> None:
        """Count the simulation on its path, and see what has become certain."""
        if path[-1].visits == 0 or path[-1].proven is None:
            self._spread.add(values)
            if self._spread.highest > 1.0:
                self._most = float("inf")
        last = path[0]
        last.visits += 1
        for at in range(1, len(path)):
            node = path[at]
            node.visits += 1
            if last.seat != CHANCE:
                node.total += values[last.seat]
            last = node
        if last.proven is not None:
            for at in range(len(path) - 2, -1, -1):
                if path[at].proven is None and not prove(path[at], self._most, at == 0):
                    break


def _by_weight(outcomes: list[tuple[int, int]], rng: Random) -> tuple[int, int]:
    """An outcome of chance."""
    total = 0
    for _, weight in outcomes:
        total += weight
    left = int(rng.random() * total)
    for outcome in outcomes:
        left -= outcome[1]
        if left < 0:
            return outcome
    return outcomes[-1]


def _rather(child: OpenNode, other: OpenNode) -> bool:
    """Whether a child is better than another by visits, then by what it has brought, then by the code of its action."""
    if child.visits != other.visits:
        return child.visits > other.visits
    if child.total != other.total:
        return child.total > other.total
    return child.action < other.action


def _surer(child: OpenNode, other: OpenNode, seat: int) -> bool:
    """Whether a proven child is better for the seat than another."""
    if child.proven is None or other.proven is None or child.proven[seat] == other.proven[seat]:
        return _rather(child, other)
    return child.proven[seat] > other.proven[seat]
