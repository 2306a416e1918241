"""Information-set MCTS (Cowling, Powley and Whitehouse 2012): a sampled world a simulation, nodes by what seats know."""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any

from undercroft.game import CHANCE, Belief, Seat, State
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.information_set import Choice, InformationSet
from undercroft_bots.search.playout import Playout, returns_of
from undercroft_bots.search.spread import Spread
from undercroft_bots.search.telling import Telling

__all__ = ["InformationTrees"]


class InformationTrees:
    """A tree for each seat (multiple observers), or one that all share, made of what `seat` is told (`single`).

    A seat's choices are judged at nodes that say no more than the seat knows there, whichever world was sampled; in a
    shared tree the others' choices are judged by what `seat` knows instead, so they know too little. Only actions legal
    in the sampled world are looked at, and UCB1 counts for each how often it was available. `exploration` is its
    constant in units of `Spread`. There are never more than `most_nodes` nodes and choices.
    """

    nodes: int
    _seat: Seat
    _single: bool
    _telling: Telling
    _exploration: float
    _most_nodes: int
    _spread: Spread
    _roots: list[InformationSet]
    _seats: int

    def __init__(
        self, seats: int, seat: Seat, single: bool, telling: Telling, exploration: float, most_nodes: int
    ) -> None:
        self._seats = seats
        self._seat = seat
        self._single = single
        self._telling = telling
        self._exploration = exploration
        self._most_nodes = most_nodes
        self._spread = Spread(seats)
        self._roots = [InformationSet()] * seats if single else [InformationSet() for _ in range(seats)]
        self.nodes = seats

    def search(self, belief: Belief[Any, Any, Any], playout: Playout, budget: Budget, rng: Random) -> None:
        """Simulate until the budget is spent."""
        while budget.another():
            self._simulate(belief.sample(rng), playout, budget, rng)

    def best(self, legal: list[int]) -> Choice | None:
        """The choice visited most, between equals the one with more return, then with the lower code of action.

        None if none of the legal actions was visited.
        """
        choices = self._roots[self._seat].choices or {}
        best: Choice | None = None
        for action in legal:
            choice = choices.get(self._code(self._seat, action))
            if choice is None or choice.visits == 0:
                continue
            if best is None or (choice.visits, choice.total, -action) > (best.visits, best.total, -best.action):
                best = choice
        return best

    def _simulate(self, world: State[Any, Any], playout: Playout, budget: Budget, rng: Random) -> None:
        """One walk down the trees in one world, one new choice, one playout, and what comes of it carried back up."""
        telling = self._telling
        nodes = self._first(world)
        path: list[Choice] = []
        movers: list[int] = []
        values: list[float] | None = None
        while True:
            budget.steps_left -= 1
            if budget.steps_left <= 0 and budget.look():
                return
            to_act = world.to_act()
            if not to_act:
                values = returns_of(world)
                break
            seat = to_act[0]
            choice: Choice | None = None
            if seat == CHANCE:
                action = playout.draw_outcome(world.chance_outcomes())
            else:
                legal = world.legal_actions(seat)
                action = legal[0]
                if len(legal) > 1:
                    choice = self._select(nodes[seat], seat, legal, rng)
                    if choice is None:
                        values = playout.play(world)
                        break
                    action = choice.action
                    path.append(choice)
                    movers.append(seat)
            telling.play(world, seat, action)
            if (choice is not None and choice.visits == 0) or not self._follow(nodes, world, seat, choice):
                values = playout.play(world)
                break
        if values is None:
            return
        self._spread.add(values)
        for at, choice in enumerate(path):
            choice.visits += 1
            choice.total += values[movers[at]]

    def _first(self, world: State[Any, Any]) -> list[InformationSet]:
        """Where each seat begins in a sampled world: rivals apart by what they know of it."""
        nodes = self._roots.copy()
        if not self._single:
            for reader in range(self._seats):
                if reader != self._seat:
                    node = self._told(nodes[reader], self._telling.first_key(world, reader))
                    if node is not None:
                        nodes[reader] = node
        return nodes

    def _follow(self, nodes: list[InformationSet], world: State[Any, Any], mover: Seat, choice: Choice | None) -> bool:
        """Move every seat on by what it did and was told; False if there is no room for where it would be."""
        if self._single:
            node = self._after(nodes[0], choice if mover == self._seat else None)
            shared = None if node is None else self._told(node, self._telling.key(world, self._seat))
            if shared is None:
                return False
            for reader in range(self._seats):
                nodes[reader] = shared
            return True
        for reader in range(self._seats):
            node = self._after(nodes[reader], choice if reader == mover else None)
            own = None if node is None else self._told(node, self._telling.key(world, reader))
            if own is None:
                return False
            nodes[reader] = own
        return True

    def _after(self, node: InformationSet, choice: Choice | None) -> InformationSet | None:
        """Where a seat is after its own choice; None if there is no room."""
        if choice is None:
            return node
        if choice.after is None and self.nodes < self._most_nodes:
            choice.after = InformationSet()
            self.nodes += 1
        return choice.after

    def _told(self, node: InformationSet, key: object) -> InformationSet | None:
        """Where a seat is after it was told something; None if there is no room."""
        if key is None:
            return node
        told = node.told
        if told is None:
            told = {}
            node.told = told
        found = told.get(key)
        if found is None and self.nodes < self._most_nodes:
            found = InformationSet()
            told[key] = found
            self.nodes += 1
        return found

    def _code(self, seat: Seat, action: int) -> int:
        """The key of a choice: in a shared tree a node may have choices of several seats."""
        return action * self._seats + seat if self._single else action

    def _select(self, node: InformationSet, seat: Seat, legal: list[int], rng: Random) -> Choice | None:
        """A choice never tried, or the legal one with the highest UCB1; None if there is no room for the first one."""
        choices = node.choices
        if choices is None:
            choices = {}
            node.choices = choices
        unit = self._spread.unit
        curiosity = self._exploration * self._exploration
        untried: list[int] = []
        best: Choice | None = None
        best_score = 0.0
        for action in legal:
            choice = choices.get(self._code(seat, action))
            if choice is None:
                untried.append(action)
                continue
            choice.available += 1
            if untried:
                continue
            visits = choice.visits
            score = choice.total / (visits * unit) + sqrt(curiosity * log(choice.available) / visits)
            if best is None or score > best_score:
                best = choice
                best_score = score
        if untried and self.nodes < self._most_nodes:
            self.nodes += 1
            action = untried[int(rng.random() * len(untried))]
            choice = Choice(action)
            choice.available = 1
            choices[self._code(seat, action)] = choice
            return choice
        return best
