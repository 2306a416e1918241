"""Proofs in the tree of a game that hides nothing: what is certain goes up the tree as far as it is certain.

After Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver" (2008), but with returns for each seat (max^n;
Luckhardt and Irani 1986) and exact averages at chance nodes in place of won and lost.
"""

from __future__ import annotations

from undercroft.game import CHANCE
from undercroft_bots.search.open_node import OpenNode

__all__ = ["prove"]


def prove(node: OpenNode, most: float, ours: bool) -> bool:
    """Whether the node's value follows from its children; then it is kept as `proven`.

    `most` is the most that any seat can hope for: with a child that gives it so much, a seat looks no further.
    Where equal choices of a seat are unequal for others nothing is certain, unless it is `ours` to choose.
    """
    if node.seat == CHANCE:
        node.proven = _average(node)
    else:
        node.proven = _choice(node, most, ours)
    return node.proven is not None


def _average(node: OpenNode) -> list[float] | None:
    """At a chance node all outcomes must be proven."""
    if not node.whole():
        return None
    sums: list[float] = []
    weights = 0
    for child in node.children:
        values = child.proven
        if values is None:
            return None
        weights += child.weight
        if not sums:
            sums = [0.0] * len(values)
        for seat, value in enumerate(values):
            sums[seat] += child.weight * value
    return [each / weights for each in sums]


def _choice(node: OpenNode, most: float, ours: bool) -> list[float] | None:
    """At a seat's node one child that can't be beaten is enough; else all must be proven."""
    seat = node.seat
    best: list[float] | None = None
    certain = node.whole()
    for child in node.children:
        values = child.proven
        if values is None:
            certain = False
        elif values[seat] >= most:
            return values
        elif best is None or values[seat] > best[seat]:
            best = values
    if not certain or best is None:
        return None
    if not ours:
        for child in node.children:
            values = child.proven
            if values is not None and values[seat] == best[seat] and values != best:
                return None
    return best
