"""How far a piece is from the goal, in its own turns, if the others are ignored (§13 of the rules).

The one-piece game is solved by policy iteration: V(place) = 1 + Σ weight · min over plans of V(end), 0 where a plan
wins. Station distance would be a poor guide: what counts is how often a node lies 1 to 6, or the goal 2 to 12, ahead.
"""

from __future__ import annotations

from typing import Final

from undercroft_psychos.network import Network
from undercroft_psychos.plans import ROLLS, ends_of, finishes, is_finish, legal_plans, legs_of

__all__ = ["HOPELESS", "Ways", "best_ends", "ways_to"]

HOPELESS: Final = 500.0
"""More turns than this are counted as so many: on some map a goal may be out of reach."""

_EVALUATIONS: Final = 15
"""So many sweeps value one choice of plans before better plans are looked for."""

_ROUNDS: Final = 400
_CLOSE: Final = 1e-4
"""A choice of plans is kept once no value moves by more turns than this."""

_THROWS: Final = 36.0


class Ways:
    """The ways to one goal in one variant; make it with `ways_to`.

    `turns[place]` is the expected number of turns; `mean` its mean over the other outer termini;
    `reached[place][roll]` are the places where plans end, ascending, the goal's own alone if one can win;
    `known_hits` keeps what `hits` has found.
    """

    network: Network
    goal: int
    quick: bool
    turns: list[float]
    mean: float
    reached: list[list[list[int]]]
    known_hits: dict[int, dict[int, float]]

    def best(self, place: int, roll: int) -> int:
        """The code of the plan that leads nearest to the goal."""
        net = self.network
        small, large, _ = ROLLS[roll]
        if self.quick:
            quick = finishes(net, place, self.goal, small, large)
            if quick:
                return quick[0]
        codes = legal_plans(net, place, roll)
        ends = ends_of(net, place, roll)
        at = 0
        for other in range(1, len(ends)):
            if self.turns[ends[other]] < self.turns[ends[at]]:
                at = other
        return codes[at]

    def after(self, place: int, code: int, small: int, large: int) -> float:
        """The expected number of turns after a plan, 0 if it wins."""
        if code == 0:
            return self.turns[place]
        if is_finish(self.network, code):
            return 0.0
        start, count, change, more = legs_of(self.network, place, code, small, large)
        return self.turns[self.network.walks[start][count] if change < 0 else self.network.walks[change][more]]

    def hits(self, place: int) -> dict[int, float]:
        """For each node: how likely a piece on a place counts it in its next turn, by its best plans."""
        found = self.known_hits.get(place)
        if found is None:
            found = self._find_hits(place)
            self.known_hits[place] = found
        return found

    def _find_hits(self, place: int) -> dict[int, float]:
        net = self.network
        found: dict[int, float] = {}
        for roll, (small, large, weight) in enumerate(ROLLS):
            code = self.best(place, roll)
            if code == 0:
                continue
            start, count, change, more = legs_of(net, place, code, small, large)
            nodes = {net.node_of[net.walks[start][n] >> 1] for n in range(1, count + 1)}
            if change >= 0:
                nodes |= {net.node_of[net.walks[change][n] >> 1] for n in range(1, more + 1)}
            for node in nodes:
                found[node] = found.get(node, 0.0) + weight / _THROWS
        return found


_SOLVED: dict[tuple[str, int, bool], Ways] = {}


def ways_to(net: Network, goal: int, quick: bool) -> Ways:
    """The ways to a goal, solved when they are first asked for and kept: a tenth of a second or two each."""
    key = (net.key, goal, quick)
    ways = _SOLVED.get(key)
    if ways is None:
        ways = _SOLVED[key] = _solve(net, goal, quick)
    return ways


def _solve(net: Network, goal: int, quick: bool) -> Ways:
    ways = Ways()
    ways.network = net
    ways.goal = goal
    ways.quick = quick
    ways.turns = [0.0] * len(net.step)
    ways.known_hits = {}
    places = [place for place in net.standing if place >> 1 != goal]
    ways.reached = [[] for _ in net.step]
    for place in places:
        ways.reached[place] = [_reached_from(net, place, roll, goal, quick) for roll in range(len(ROLLS))]
        ways.turns[place] = 15.0
    choices = [ways.reached[place] for place in places]
    for _ in range(_ROUNDS):
        if _improve(ways.turns, places, choices) < _CLOSE:
            break
    homes = [net.home(station) for station in net.termini if station != goal]
    ways.mean = sum([ways.turns[home] for home in homes]) / len(homes)
    return ways


def _reached_from(net: Network, place: int, roll: int, goal: int, quick: bool) -> list[int]:
    """Where plans for a roll end; see `Ways.reached`."""
    small, large, _ = ROLLS[roll]
    home = net.home(goal)
    if quick and finishes(net, place, goal, small, large):
        return [home]
    ends = sorted(set(ends_of(net, place, roll)))
    return [home] if home in ends else ends


def best_ends(options: list[list[int]], costs: list[float]) -> list[tuple[float, int]]:
    """Where the plans lead that cost least, and how likely; `options` are the ends of every roll's plans."""
    shares: dict[int, float] = {}
    for roll, ends in enumerate(options):
        best = ends[0]
        for end in ends:
            if costs[end] < costs[best]:
                best = end
        shares[best] = shares.get(best, 0.0) + ROLLS[roll][2] / _THROWS
    return [(share, end) for end, share in shares.items()]


def _improve(turns: list[float], places: list[int], choices: list[list[list[int]]]) -> float:
    """Choose the best plans by the present values, then value that choice; by how much a value has moved."""
    chosen = [best_ends(options, turns) for options in choices]
    moved = 0.0
    for sweep in range(_EVALUATIONS):
        for at, place in enumerate(places):
            value = 1.0
            for share, end in chosen[at]:
                value += share * turns[end]
            value = min(value, HOPELESS)
            if sweep == 0:
                moved = max(moved, abs(value - turns[place]))
            turns[place] = value
    return moved
