"""Quick judgement of plans and positions, for bots (`rules/psychos_of_the_underground.md` §13)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from undercroft.game import Belief, Evaluator, Heuristic, Policy, UndercroftError
from undercroft_psychos.expected_turns import Ways, ways_to
from undercroft_psychos.plans import ROLL_OF, SKIP, ends_of, legs_of
from undercroft_psychos.prospects import prospects_of
from undercroft_psychos.state import ACT, START_DICE, Psychos
from undercroft_psychos.values import Entry, View

__all__ = ["HasteAndRisk", "HomewardRollouts", "Race"]

_WIN: Final = 1000.0
"""The score of a plan that wins; others score some tens of turns at most."""

_CHIP: Final = 0.01
"""A chip in turns: so little that it decides between equals only. Whoever saves chips loses the bank (measured)."""

_UPKEEP: Final = 2.5
"""What a seat pays in a round, in chips: the mean of 800 games between players of `HasteAndRisk`."""


class HasteAndRisk(Heuristic[Psychos, View, Entry]):
    """Fewer turns to the goal, fewer chips, less danger of being sent home; the others sent home where it pays.

    Scores are turns, the more the better.
    """

    def scores(
        self, belief: Belief[Psychos, View, Entry], view: View, legal: Sequence[int], rng: Random
    ) -> list[float]:
        """One number for each plan.

        Raises:
            UndercroftError: the belief isn't that of a seat that is to act.
        """
        state = belief.sample(rng)
        if state.phase != ACT:
            raise UndercroftError("no plan can be judged: no dice are thrown")
        ways = ways_to(state.network, state.goal, state.quick)
        threats = [ways.hits(place) for seat, place in enumerate(state.places) if seat != state.seat]
        return [_score(state, ways, threats, code) for code in legal]


def _score(state: Psychos, ways: Ways, threats: list[dict[int, float]], code: int) -> float:
    """The plan's worth in turns."""
    net, options, me = state.network, state.options, state.seat
    place = state.places[me]
    if code == SKIP:
        return -ways.turns[place] - options.fee_skip * _CHIP
    start, count, change, more = legs_of(net, place, code, state.small, state.large)
    end, nodes, met = net.walks[start][count], net.counted[start][count], net.ends_met[start][count]
    if change >= 0:
        end = net.walks[change][more]
        nodes |= net.counted[change][more]
        met += net.ends_met[change][more]
    if end >> 1 == state.goal:
        return _WIN
    score = -ways.turns[end] - met * options.fee_terminus * _CHIP
    for seat, other in enumerate(state.places):
        if seat != me and nodes & net.node_bit[other >> 1]:
            lost = ways.turns[state.starts[seat]] - ways.turns[other] + options.fee_knock * _CHIP
            score += lost / (len(state.places) - 1)
    safe = 1.0
    node = net.node_of[end >> 1]
    for threat in threats:
        safe *= 1.0 - threat.get(node, 0.0)
    return score - (1.0 - safe) * (ways.turns[state.starts[me]] - ways.turns[end] + options.fee_knock * _CHIP)


class HomewardRollouts(Policy[Psychos]):
    """Rollouts win when they can; else they like a plan the more, the fewer turns it leaves."""

    def weights(self, state: Psychos, seat: int, legal: list[int]) -> list[float]:
        """A weight for each plan: halved for every turn farther from the goal than the best one."""
        ways = ways_to(state.network, state.goal, state.quick)
        place = state.places[seat]
        ends = ends_of(state.network, place, ROLL_OF[10 * state.small + state.large])
        if len(ends) == len(legal):  # no quick finish among them, and the places are known
            after = [ways.turns[end] for end in ends]
        else:
            after = [ways.after(place, code, state.small, state.large) for code in legal]
        least = min(after, default=0.0)
        if least <= 0.0:
            return [1.0 if turns <= 0.0 else 0.0 for turns in after]
        return [2.0 ** (least - turns) for turns in after]


class Race(Evaluator[Psychos]):
    """Everybody hurries to the goal, and sends others home: seats' chances to win are as their prospects (`prospects`).

    The winner is given the bank and what is still going to be paid into it.
    """

    def values(self, state: Psychos) -> list[float]:
        """The expected balance of each seat at the end; they add up to 0."""
        if state.phase < START_DICE:
            return [0.0 for _ in state.chips]
        seats = len(state.chips)
        turns, chances = _turns_and_chances(state)
        total = sum(chances)
        chances = [chance / total for chance in chances]
        rounds = sum([chance * each for chance, each in zip(chances, turns, strict=True)])
        rounds = min(rounds, (state.options.max_turns - state.turn) / seats + 1.0)
        upkeep = _UPKEEP * rounds
        prize = state.bank + upkeep * seats
        return [balance - upkeep + chance * prize for balance, chance in zip(state.chips, chances, strict=True)]


def _turns_and_chances(state: Psychos) -> tuple[list[float], list[float]]:
    """For each seat: the turns it needs, at least a half, and its prospects, both with the danger of this round.

    Where the seat to act can win nobody else has prospects, and nobody needs turns.
    """
    ways = ways_to(state.network, state.goal, state.quick)
    if state.phase == ACT and _can_win(state, ways):
        return [0.0 for _ in state.chips], [1.0 if seat == state.seat else 0.0 for seat in range(len(state.chips))]
    found = prospects_of(state.network, state.goal, state.quick, len(state.chips) - 1)
    turns = [ways.turns[place] if place >= 0 else ways.mean for place in state.places]
    chances = [found.chances[place] if place >= 0 else found.start for place in state.places]
    if state.phase == START_DICE:
        return turns, chances
    threats = [ways.hits(place) for place in state.places]
    seats = len(turns)
    for later in range(1, seats):
        seat = (state.seat + later) % seats
        node = state.network.node_of[state.places[seat] >> 1]
        safe = 1.0
        for sooner in range(later):
            safe *= 1.0 - threats[(state.seat + sooner) % seats].get(node, 0.0)
        home = state.starts[seat]
        turns[seat] += (1.0 - safe) * (ways.turns[home] - turns[seat])
        chances[seat] += (1.0 - safe) * (found.chances[home] - chances[seat])
    if state.phase == ACT:
        ends = _ends(state, ways)
        turns[state.seat] = min([ways.turns[end] for end in ends])
        chances[state.seat] = max([found.after[end] for end in ends])
    return [max(each, 0.5) for each in turns], chances


def _can_win(state: Psychos, ways: Ways) -> bool:
    """Whether the seat to act has a plan that wins."""
    return _ends(state, ways)[0] >> 1 == state.goal


def _ends(state: Psychos, ways: Ways) -> list[int]:
    """The places where the plans of the seat to act end; see `Ways.reached`."""
    return ways.reached[state.places[state.seat]][ROLL_OF[10 * state.small + state.large]]
