"""A position in the tree of a game that hides nothing."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from undercroft.game import CHANCE, State

__all__ = ["OVER", "UNOPENED", "OpenNode", "node_count"]

UNOPENED: Final = -3
"""The seat of a node that nobody went on from yet."""

OVER: Final = -4
"""The seat of a node at which the game has ended."""


class OpenNode:
    """What was found out about one position.

    `action` led here from its parent, by chance with this `weight`. `seat` is who acts, `CHANCE` too. `total` adds up
    what the seat that chose this node has got of it. `untried` are a seat's legal actions without a child, `outcomes`
    all of chance. `proven` is what every seat gets here if everybody plays his best, once that is certain.
    """

    __slots__ = ("action", "children", "outcomes", "proven", "seat", "total", "untried", "visits", "weight")

    action: int
    weight: int
    seat: int
    visits: int
    total: float
    untried: list[int]
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
        self.outcomes = NO_OUTCOMES
        self.children = NO_CHILDREN
        self.proven = None

    def open(self, state: State[Any, Any]) -> None:
        """Look at the position: who acts, and how. The game isn't over in it."""
        self.seat = state.to_act()[0]
        self.children = []
        if self.seat == CHANCE:
            self.outcomes = list(state.chance_outcomes())
        else:
            self.untried = list(state.legal_actions(self.seat))

    def try_another(self, rng: Random) -> OpenNode:
        """The new child of some untried action; there must be one."""
        untried = self.untried
        at = int(rng.random() * len(untried))
        action = untried[at]
        untried[at] = untried[-1]
        untried.pop()
        child = OpenNode(action, 1)
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


NO_ACTIONS: Final[list[int]] = []
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
