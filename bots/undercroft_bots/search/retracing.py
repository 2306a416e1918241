"""Finds the present position in a tree that was grown some moves ago."""

from __future__ import annotations

from typing import Any

from undercroft.game import Journal, Seat, State
from undercroft_bots.search.open_node import OVER, OpenNode

__all__ = ["retrace"]


def retrace(state: State[Any, Any], chosen: list[OpenNode], seat: Seat, entries: list[Any]) -> OpenNode | None:
    """The node below one of those `chosen` by `seat` in `state`, where it has been told just these entries and acts.

    None if the tree doesn't reach so far, or if it came otherwise. Paths are tried by replaying them with a journal.
    """
    waiting = [(state, child, seat, 0) for child in chosen]
    while waiting:
        before, node, mover, known = waiting.pop()
        after = before.clone()
        journal: Journal[Any] = Journal()
        after.apply(mover, node.action, journal)
        told = journal.entries(seat)
        known += len(told)
        if told != entries[known - len(told) : known]:
            continue
        to_act = after.to_act()
        if known == len(entries) and seat in to_act:
            return node
        if node.seat != OVER and to_act:
            waiting += [(after, following, to_act[0], known) for following in node.children]
    return None
