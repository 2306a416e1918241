"""What a policy for a tiny game is worth against the best reply; the policy that information-set trees have grown."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.bots.forms import FormGame, ObservedPosition, Options, Position
from undercroft.game import CHANCE, Belief, Seat
from undercroft_bots.search.information_set import InformationSet
from undercroft_bots.search.information_trees import InformationTrees

Known = tuple[Seat, tuple[str, ...]]
"""A seat that is to act, and what it was told."""

Policy = dict[Known, dict[int, float]]
"""How likely each action is, wherever a seat may be."""


class FromTheStart(Belief[Any, Any, Any]):
    """Knows only that the game begins: a search from here finds a policy for every seat."""

    def __init__(self, game: FormGame) -> None:
        self._start = game.start(Options(), game.seats)

    def learn(self, view: Any, entries: Any) -> None:
        raise AssertionError

    def sample(self, rng: Random) -> Position:
        return self._start.clone()


def policy_of(trees: InformationTrees, game: FormGame) -> Policy:
    """The share of the visits that every choice got, at every information set."""
    policy: Policy = {}
    start = game.start(Options(), game.seats)
    assert isinstance(start, ObservedPosition)
    waiting: list[tuple[ObservedPosition, list[InformationSet | None]]] = [(start, list(trees.begin(start)))]
    while waiting:
        position, nodes = waiting.pop()
        for seat in position.to_act():
            node = nodes[seat]
            if seat != CHANCE:
                policy[seat, position.told[seat]] = _shares(node, position.legal_actions(seat))
            for move in position.moves():
                after = position.clone()
                after.apply(seat, move.action)
                own = [move.action if reader == seat else None for reader in range(game.seats)]
                waiting.append((after, list(map(_next, nodes, own, after.observed))))
    return policy


def _shares(node: InformationSet | None, legal: list[int]) -> dict[int, float]:
    choices = {} if node is None or node.choices is None else node.choices
    visits = {action: choices[action].visits if action in choices else 0 for action in legal}
    total = sum(visits.values())
    return {action: count / total if total else 1 / len(legal) for action, count in visits.items()}


def _next(node: InformationSet | None, own: int | None, told: str | None) -> InformationSet | None:
    if node is not None and own is not None:
        node = node.choices[own].after if node.choices and own in node.choices else None
    return None if node is None or node.told is None else node.told.get(told)


def best_response(game: FormGame, policy: Policy, seat: Seat) -> float:
    """What `seat` gets by replying best to this policy of all others."""
    return _best(game.start(Options(), game.seats), policy, seat)


def _best(start: Position, policy: Policy, seat: Seat) -> float:
    """By going through all pure policies of the seat: games here have few."""
    known = sorted(each for each in policy if each[0] == seat)
    value = float("-inf")
    for number in range(2 ** len(known)):
        reply = {each: number >> place & 1 for place, each in enumerate(known)}
        value = max(value, _value(start, policy, seat, reply))
    return value


def _value(position: Position, policy: Policy, seat: Seat, reply: Mapping[Known, int]) -> float:
    outcome = position.outcome()
    if outcome is not None:
        return outcome.returns[seat]
    mover = position.to_act()[0]
    value = 0.0
    total = sum(move.weight for move in position.moves())
    for place, move in enumerate(position.moves()):
        if mover == CHANCE:
            chance = move.weight / total
        elif mover == seat:
            chance = float(reply[mover, position.told[mover]] == place)
        else:
            chance = policy[mover, position.told[mover]][move.action]
        if chance:
            after = position.clone()
            after.apply(mover, move.action)
            value += chance * _value(after, policy, seat, reply)
    return value
