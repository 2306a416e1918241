"""How good a place is when others race for the goal too (`rules/psychos_of_the_underground.md` §13, prospects).

`expected_turns` leaves the others out. A third of all pieces are sent home before their next turn, on some nodes three
in four, hardly any on others; and whoever comes second gets nothing, so that an early chance counts for more than a
short mean. Both are in here: P(place) = Σ weight · max over plans of 1 where the plan wins, and else
`_PATIENCE` · ((1 - risk) · P(end) + risk · P of a start), with the risk of the node where the plan ends.
"""

from __future__ import annotations

from typing import Final

from undercroft_psychos.expected_turns import Ways, best_ends, ways_to
from undercroft_psychos.network import Network
from undercroft_psychos.plans import ROLLS

__all__ = ["Prospects", "prospects_of"]

_PATIENCE: Final = 0.95
"""What a win is worth a turn later. One plan ahead, 0.9, 0.95 and 0.98 won 22.7 to 22.9 % of 40,000 matches."""

_AGE: Final = 0.8
_ROUNDS: Final = 30
"""Pieces are looked for where they are in so many rounds, each of which counts `_AGE` times as much as the one before:
games end. The risks found so come nearer to those of 400,000 games between heuristics than with 0.9 or 0.95."""

_SETTLINGS: Final = 2
"""Pieces are sent home by risks, and risks come from where pieces are; more turns of this change nothing."""

_LEAST: Final = 1e-6
"""No place is quite without hope: on some map a goal may be out of reach."""

_GUESS: Final = 0.3
_IMPROVEMENTS: Final = 100
_EVALUATIONS: Final = 15
_CLOSE: Final = 1e-5
"""A choice of plans is kept once no chance moves by more; see `expected_turns`."""

_THROWS: Final = 36.0

Moves = list[list[tuple[int, float]]]
"""For each place where a piece goes from there by its best plans, and how likely; the goal isn't among them."""


class Prospects:
    """What places are worth on the way to one goal in one variant; make it with `prospects_of`.

    `chances[place]` is P(place) above, from 0 to 1, before the dice are thrown; `after[place]` the same once a plan has
    ended there and the others are about to move, 1 on the goal; `risks[node]` how likely a piece is to be sent home
    from a node before its next turn; `start` the mean of `chances` over the outer termini but the goal.
    """

    chances: list[float]
    after: list[float]
    risks: list[float]
    start: float


_FOUND: dict[tuple[str, int, bool, int], Prospects] = {}


def prospects_of(net: Network, goal: int, quick: bool, rivals: int) -> Prospects:
    """The prospects with so many rivals, kept once found: that takes a quarter of a second, compiled a twentieth."""
    key = (net.key, goal, quick, rivals)
    found = _FOUND.get(key)
    if found is None:
        ways = ways_to(net, goal, quick)
        found = _FOUND[key] = Prospects()
        found.risks = _risks(ways, rivals)
        _solve(found, ways)
    return found


def _risks(ways: Ways, rivals: int) -> list[float]:
    """For each node: how likely one of the rivals counts it in its next turn, wherever they may be by then."""
    net = ways.network
    moves = _moves(ways)
    starts = _starts(net, ways.goal)
    risks = [0.0] * (max(net.node_of) + 1)
    for _ in range(_SETTLINGS):
        counted = [0.0] * len(risks)
        for place, share in enumerate(_whereabouts(net, moves, starts, risks)):
            if share > 0.0:
                for node, likely in ways.hits(place).items():
                    counted[node] += share * likely
        risks = [1.0 - float((1.0 - min(each, 1.0)) ** rivals) for each in counted]
    return risks


def _moves(ways: Ways) -> Moves:
    """Where pieces ride by their best plans."""
    return [
        [(end, share) for share, end in best_ends(options, ways.turns) if end >> 1 != ways.goal]
        for options in ways.reached
    ]


def _starts(net: Network, goal: int) -> list[tuple[int, float]]:
    """Where pieces begin, and how likely: two dice clockwise from the goal (§3)."""
    first = net.termini.index(goal)
    return [
        (net.home(net.termini[(first + small + large) % len(net.termini)]), weight / _THROWS)
        for small, large, weight in ROLLS
    ]


def _whereabouts(net: Network, moves: Moves, starts: list[tuple[int, float]], risks: list[float]) -> list[float]:
    """The share of its rounds that a piece spends on each place before it arrives."""
    here = [0.0] * len(moves)
    for place, likely in starts:
        here[place] += likely
    spent = [0.0] * len(moves)
    counts = 1.0
    counted = 0.0
    for _ in range(_ROUNDS):
        counted += counts
        home = 0.0
        stayed = [0.0] * len(moves)
        for place, likely in enumerate(here):
            if likely > 0.0:
                spent[place] += counts * likely
                risk = risks[net.node_of[place >> 1]]
                home += risk * likely
                stayed[place] = (1.0 - risk) * likely
        for place, likely in starts:
            stayed[place] += home * likely
        here = _ridden(moves, stayed)
        counts *= _AGE
    return [each / counted for each in spent]


def _ridden(moves: Moves, before: list[float]) -> list[float]:
    """Where a piece is a turn later, if it hasn't arrived."""
    after = [0.0] * len(before)
    total = 0.0
    for place, likely in enumerate(before):
        if likely > 0.0:
            for end, share in moves[place]:
                after[end] += likely * share
                total += likely * share
    return after if total <= 0.0 else [each / total for each in after]


def _solve(found: Prospects, ways: Ways) -> None:
    """Policy iteration, as for the turns: choose the best plans by the present chances, then value that choice."""
    net = ways.network
    homes = [net.home(station) for station in net.termini if station != ways.goal]
    places = [place for place in net.standing if place >> 1 != ways.goal]
    choices = [ways.reached[place] for place in places]
    found.chances = [0.0] * len(net.step)
    for place in places:
        found.chances[place] = _GUESS
    found.after = [0.0] * len(net.step)
    found.after[net.home(ways.goal)] = 1.0
    for _ in range(_IMPROVEMENTS):
        _look_ahead(found, net, places, homes)
        costs = [-worth for worth in found.after]
        chosen = [best_ends(options, costs) for options in choices]
        moved = _evaluate(found, places, chosen)
        for _ in range(_EVALUATIONS):
            _look_ahead(found, net, places, homes)
            _evaluate(found, places, chosen)
        if moved < _CLOSE:
            break
    _look_ahead(found, net, places, homes)


def _look_ahead(found: Prospects, net: Network, places: list[int], homes: list[int]) -> None:
    """What places are worth while the others move, by the present chances."""
    found.start = sum([found.chances[home] for home in homes]) / len(homes)
    for place in places:
        risk = found.risks[net.node_of[place >> 1]]
        found.after[place] = _PATIENCE * ((1.0 - risk) * found.chances[place] + risk * found.start)


def _evaluate(found: Prospects, places: list[int], chosen: list[list[tuple[float, int]]]) -> float:
    """The chances by what comes after the chosen plans; by how much one has moved."""
    moved = 0.0
    for at, place in enumerate(places):
        chance = 0.0
        for share, end in chosen[at]:
            chance += share * found.after[end]
        chance = max(chance, _LEAST)
        moved = max(moved, abs(chance - found.chances[place]))
        found.chances[place] = chance
    return moved
