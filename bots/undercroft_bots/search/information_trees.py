"""Information-set MCTS (Cowling, Powley and Whitehouse 2012): a world for each simulation, nodes by what seats know."""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any, Final

from mypy_extensions import mypyc_attr

from undercroft.game import CHANCE, Belief, Seat, State
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.information_set import Choice, InformationSet
from undercroft_bots.search.playout import Playout, returns_of
from undercroft_bots.search.prior import PRIOR_VISITS
from undercroft_bots.search.spread import Spread
from undercroft_bots.search.telling import Telling
from undercroft_bots.search.urge import most_urgent, urges_of

__all__ = ["InformationTrees"]

NO_PRIORS: Final[dict[int, float]] = {}
"""Where nothing was said of the actions."""


@mypyc_attr(allow_interpreted_subclasses=True)
class InformationTrees:
    """What all kinds of trees have in common; see `observers`.

    Only actions legal in the sampled world are looked at, and UCB1 counts for each how often it was available.
    `exploration` is its constant in units of `Spread`. There are never more than `most_nodes` nodes and choices, but
    for the roots.
    """

    nodes: int
    roots: list[InformationSet]
    seats: int
    seat: Seat
    telling: Telling
    _playout: Playout
    _rng: Random
    _curiosity: float
    _most_nodes: int
    _spread: Spread
    _priors: dict[int, float]
    _expected: float

    def __init__(
        self,
        seats: int,
        seat: Seat,
        telling: Telling,
        playout: Playout,
        rng: Random,
        exploration: float,
        most_nodes: int,
    ) -> None:
        self.seats = seats
        self.seat = seat
        self.telling = telling
        self._playout = playout
        self._rng = rng
        self._curiosity = exploration * exploration
        self._most_nodes = most_nodes
        self._spread = Spread(seats)
        self._priors = {}
        self._expected = 0.0
        self.roots = self.plant()
        self.nodes = 0

    def lean(self, legal: list[int], priors: list[float]) -> None:
        """Expect more or less of the root's actions; see `priors_of`."""
        self._priors = dict(zip(legal, priors, strict=True))

    # --- what the kinds differ in

    def plant(self) -> list[InformationSet]:
        """The root of each seat."""
        raise NotImplementedError

    def begin(self, world: State[Any, Any]) -> list[InformationSet]:
        """The node of each seat in a world just sampled."""
        raise NotImplementedError

    def follow(
        self, nodes: list[InformationSet], world: State[Any, Any], mover: Seat, choice: Choice | None, waiting: int
    ) -> bool:
        """Move all seats' nodes on after an action; False if there is no room for one of them.

        `choice` is the mover's, None for chance and where there was none; `waiting` seats have still to choose at the
        same time.
        """
        raise NotImplementedError

    def code(self, seat: Seat, action: int) -> int:
        """The key of a choice at a node."""
        raise NotImplementedError

    def searches_for(self, seat: Seat) -> bool:
        """Whether the trees find out how this seat had best choose; if not, it plays as in a playout."""
        return True

    def ends_with(self, seat: Seat) -> bool:
        """Whether a walk down the trees ends with a new choice of this seat."""
        raise NotImplementedError

    def search(self, belief: Belief[Any, Any, Any], budget: Budget) -> None:
        """Simulate until the budget is spent."""
        while budget.another():
            self._simulate(belief.sample(self._rng), budget)

    def weighed(self, legal: list[int]) -> list[Choice]:
        """The legal actions that were visited."""
        choices = self.roots[self.seat].choices or {}
        found: list[Choice] = []
        for action in legal:
            choice = choices.get(self.code(self.seat, action))
            if choice is not None and choice.visits:
                found.append(choice)
        return found

    def best(self, legal: list[int]) -> Choice | None:
        """The choice visited most, between equals the one that brought more, then the one with the lower code.

        None if none of the legal actions was visited.
        """
        best: Choice | None = None
        for choice in self.weighed(legal):
            if best is None or (choice.visits, choice.total, -choice.action) > (best.visits, best.total, -best.action):
                best = choice
        return best

    def _simulate(self, world: State[Any, Any], budget: Budget) -> None:
        """One walk down the trees in one world, one playout, and what comes of it carried back up."""
        nodes = self.begin(world)
        path: list[Choice] = []
        movers: list[int] = []
        while True:
            budget.steps_left -= 1
            if budget.steps_left <= 0 and budget.look():
                return
            to_act = world.to_act()
            if not to_act:
                self._carry_back(path, movers, returns_of(world))
                return
            seat = to_act[0]
            if len(to_act) > 1 and self.seat in to_act:
                seat = self.seat  # before it is told anything, even that others have chosen: its node is still its own
            choice: Choice | None = None
            if seat == CHANCE:
                action = self._playout.draw_outcome(world.chance_outcomes())
            else:
                legal = world.legal_actions(seat)
                action = legal[0]
                if len(legal) > 1 and not self.searches_for(seat):
                    action = self._playout.draw_action(world, seat, legal)
                elif len(legal) > 1:
                    choice = self._select(nodes[seat], world, seat, legal)
                    if choice is None:
                        break
                    action = choice.action
                    path.append(choice)
                    movers.append(seat)
            self.telling.play(world, seat, action)
            if choice is not None and choice.visits == 0 and self.ends_with(seat):
                break
            if not self.follow(nodes, world, seat, choice, len(to_act) - 1):
                break
        values = self._playout.play(world)
        if values is not None:
            self._carry_back(path, movers, values)

    def _carry_back(self, path: list[Choice], movers: list[int], values: list[float]) -> None:
        """Count a simulation on its path."""
        self._spread.add(values)
        for at, choice in enumerate(path):
            choice.visits += 1
            choice.total += values[movers[at]]

    # --- where somebody is

    def after(self, node: InformationSet, choice: Choice | None) -> InformationSet | None:
        """Where a seat is after its own choice, if there was one; None if there is no room."""
        if choice is None:
            return node
        if choice.after is None and self.nodes < self._most_nodes:
            choice.after = InformationSet()
            self.nodes += 1
        return choice.after

    def told(self, node: InformationSet, key: object) -> InformationSet | None:
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

    # --- what to try

    def _select(self, node: InformationSet, world: State[Any, Any], seat: Seat, legal: list[int]) -> Choice | None:
        """A choice never tried, or the legal one with the highest UCB1; None if there is no room for the first one."""
        choices = node.choices
        if choices is None:
            choices = {}
            node.choices = choices
        unit = self._spread.unit
        offset = self.code(seat, 0)
        stride = self.code(seat, 1) - offset
        priors = self._priors if node is self.roots[seat] and seat == self.seat else NO_PRIORS
        untried: list[int] = []
        best: Choice | None = None
        best_score = 0.0
        brought = 0.0
        visits = 0
        for at, action in enumerate(legal):
            choice = choices.get(action * stride + offset)
            if choice is None:
                untried.append(at)
                continue
            choice.available += 1
            if priors:
                expected = self._expected + priors[action]
                score = (choice.total / unit + PRIOR_VISITS * expected) / (choice.visits + PRIOR_VISITS)
            else:
                score = choice.total / (choice.visits * unit)
            score += sqrt(self._curiosity * log(choice.available) / choice.visits)
            brought += choice.total
            visits += choice.visits
            if best is None or score > best_score:
                best = choice
                best_score = score
        if priors and visits:
            self._expected = brought / (visits * unit)
        if not untried or self.nodes >= self._most_nodes:
            return best
        at = untried[int(self._rng.random() * len(untried))]
        policy = self._playout.policy
        if priors:
            for each in untried:
                if priors[legal[each]] > priors[legal[at]]:
                    at = each
        elif policy is not None:
            urges = urges_of(policy.weights(world, seat, legal))
            at = most_urgent(untried, urges, self._rng)
            hope = urges[at] * sqrt(self._curiosity * log(visits + 1))
            if best is not None and brought / (visits * unit) + hope < best_score:
                return best
        self.nodes += 1
        choice = Choice(legal[at])
        choices[legal[at] * stride + offset] = choice
        return choice
