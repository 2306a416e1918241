"""Where plans end as the slow referee finds them: what the solvers of the plugin are held against."""

from __future__ import annotations

from collections.abc import Iterator

from tests.plugins.psychos.referee import SlowReferee, moscow
from undercroft_psychos.network import Network
from undercroft_psychos.plans import ROLLS

WON = -1
"""Stands for the end of a plan that wins."""


def slow_ends(network: Network, goal: int, variant: str) -> Iterator[tuple[int, list[tuple[int, list[int]]]]]:
    """For some places: the place, and for each roll its weight and the places where its plans end, or `WON`."""
    slow = SlowReferee(moscow(), {"variant": variant, "ante": 3, "auto_forced": False}, 3)
    slow.goal, slow.phase = network.station_ids[goal], "act"
    for place in network.standing[::9]:
        if place >> 1 == goal:
            continue
        slow.stations[0], slow.directions[0] = network.station_ids[place >> 1], 1 if place % 2 == 0 else -1
        rolls = []
        for small, large, weight in ROLLS:
            slow.dice = [small, large]
            ends = [
                WON if plan.wins else 2 * network.index[plan.counted[-1]] + (0 if plan.direction == 1 else 1)
                for plan in slow.plans().values()
            ]
            rolls.append((weight, ends))
        yield place, rolls
