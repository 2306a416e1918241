"""Matches of Dungeon of Fear in which a seat is to act: what the truth is, and what the seat was told."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from undercroft.game import Belief, Game, Journal, Seat, State
from undercroft.registry import load_registry

DUNGEON: Game[Any, Any, Any, Any] = load_registry().game("dungeon-of-fear")
OPTIONS: Any = DUNGEON.options_type()


class Moment(NamedTuple):
    """The seat is to act."""

    state: State[Any, Any]
    seat: Seat
    entries: list[Any]

    def learned(self) -> Belief[Any, Any, Any]:
        """The game's own belief of the seat."""
        belief = DUNGEON.belief(OPTIONS, 2, self.seat)
        belief.learn(self.state.view(self.seat), self.entries)
        return belief


def decisions(seat: Seat, seed: int, most: int, rival: str = "random", me: str = "random") -> Iterator[Moment]:
    """The decisions of a seat in a match of at most so many plies; each side plays `random` or `heuristic`."""
    rng = Random(seed)
    heuristic = DUNGEON.heuristic()
    assert heuristic is not None
    journal: Journal[Any] = Journal()
    state = DUNGEON.start(OPTIONS, 2, journal)
    for _ in range(most):
        if not state.to_act():
            return
        mover = state.to_act()[0]
        moment = Moment(state.clone(), mover, journal.entries(mover))
        if mover == seat:
            yield moment
        legal = state.legal_actions(mover)
        if (me if mover == seat else rival) == "heuristic":
            scores = heuristic.scores(moment.learned(), state.view(mover), legal, rng)
            legal = [action for action, score in zip(legal, scores, strict=True) if score == max(scores)]
        state.apply(mover, rng.choice(legal), journal)


def after(*moves: str) -> Moment:
    """The decision after these moves, each named by the cell where it ends."""
    journal: Journal[Any] = Journal()
    state = DUNGEON.start(OPTIONS, 2, journal)
    for move in moves:
        mover = state.to_act()[0]
        text = {state.action_text(mover, action)[-2:]: action for action in state.legal_actions(mover)}
        state.apply(mover, text[move], journal)
    seat = state.to_act()[0]
    return Moment(state, seat, journal.entries(seat))


def written(state: State[Any, Any]) -> str:
    """A whole position as text."""
    positions = DUNGEON.positions()
    assert positions is not None
    return str(positions.write(state))


def shown(state: State[Any, Any], seat: Seat) -> bytes:
    """What a seat sees."""
    return msgspec.json.encode(state.view(seat))
