"""A position in the tree of a game that hides nothing."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from undercroft.game import CHANCE, Evaluator, Policy, State
from undercroft_bots.search.urge import urges_of

__all__ = ["OVER", "UNOPENED", "OpenNode", "node_count"]

UNOPENED: Final = -3
"""The seat of a node that nobody went on from yet."""

OVER: Final = -4
"""The seat of a node at which the game has ended."""


class OpenNode:
    """What was found out about one position.

    `action` led here from its parent, by chance with this `weight`. `seat` is who acts, `CHANCE` too. `total` adds up
    what the seat that chose this node has got of it. `untried` are a seat's legal actions that are worth a child and
    have none, the next one last, and `urges` say how urgent they are if a policy knows; `outcomes` are all of chance.
    `proven` is what every seat gets here if everybody plays his best, once that is certain.
    """

    __slots__ = ("action", "children", "outcomes", "proven", "seat", "total", "untried", "urges", "visits", "weight")

    action: int
    weight: int
    seat: int
    visits: int
    total: float
    untried: list[int]
    urges: list[float]
    outcomes: list[tuple[int, int]]
    children: list[OpenNode]
    proven: list[float] | None

    def __init__(self, action: int, weight: int) -> None:
        self.action = action
        self.weight = weight
        self.seat = UNOPENED
        self.visits = 0
        self.total = 0.0
        self.untried = NO_ACTIONS
        self.urges = NO_URGES
        self.outcomes = NO_OUTCOMES
        self.children = NO_CHILDREN
        self.proven = None

    def open(
        self, state: State[Any, Any], policy: Policy[Any] | None, evaluator: Evaluator[Any] | None, rng: Random
    ) -> None:
        """Look at the position: who acts, and how. The game isn't over in it."""
        to_act = state.to_act()
        self.seat = to_act[0]
        self.children = []
        if self.seat == CHANCE:
            self.outcomes = list(state.chance_outcomes())
            return
        legal = state.legal_actions(self.seat)
        worthy = legal if evaluator is None or len(to_act) > 1 else evaluator.must_play(state, legal)
        if policy is None:
            self.untried = shuffled(worthy, rng)
            return
        urges = urges_of(policy.weights(state, self.seat, legal))
        order = [(urge, rng.random(), action) for urge, action in zip(urges, legal, strict=True) if action in worthy]
        order.sort()
        self.urges = [urge for urge, _, _ in order]
        self.untried = [action for _, _, action in order]

    def reorder(self, priors: dict[int, float]) -> None:
        """Try untried actions by their priors, and all of them."""
        order = [(priors[action], -at, action) for at, action in enumerate(self.untried)]
        order.sort()
        self.untried = [action for _, _, action in order]
        self.urges = NO_URGES

    def urge(self) -> float:
        """How urgent the next untried action is, from 0 to 1; infinite if nobody can say."""
        return self.urges[-1] if self.urges else float("inf")

    def try_another(self) -> OpenNode:
        """The new child of the next untried action; there must be one."""
        child = OpenNode(self.untried.pop(), 1)
        if self.urges:
            self.urges.pop()
        self.children.append(child)
        return child

    def whole(self) -> bool:
        """Whether everything that can happen here has a child."""
        return not self.untried if self.seat != CHANCE else len(self.children) == len(self.outcomes)

    def drop_newest(self) -> None:
        """Take away the newest child."""
        child = self.children.pop()
        if self.seat != CHANCE:
            self.untried.append(child.action)
            if self.urges is not NO_URGES:
                self.urges.append(1.0)


def shuffled(actions: list[int], rng: Random) -> list[int]:
    """The actions in random order; like `Random.shuffle`, and several times as fast."""
    mixed = list(actions)
    for at in range(len(mixed) - 1, 0, -1):
        other = int(rng.random() * (at + 1))
        mixed[at], mixed[other] = mixed[other], mixed[at]
    return mixed


NO_ACTIONS: Final[list[int]] = []
NO_URGES: Final[list[float]] = []
NO_OUTCOMES: Final[list[tuple[int, int]]] = []
NO_CHILDREN: Final[list[OpenNode]] = []
"""Shared by all nodes that have none; nobody changes them."""


def node_count(root: OpenNode) -> int:
    """How many nodes a tree has."""
    count = 0
    waiting = [root]
    while waiting:
        node = waiting.pop()
        count += 1
        waiting += node.children
    return count
