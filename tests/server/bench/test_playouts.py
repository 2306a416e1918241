"""Random play through the rules: to the end, every action legal, chance by its weights."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from undercroft.bench.playouts import play_out
from undercroft.game import CHANCE, Seat, State
from undercroft.registry import load_registry

REGISTRY = load_registry()
GAMES = [spec.id for spec in REGISTRY.specs()]


class Watched(State[Any, Any]):
    """A state that looks at what is done with it."""

    def __init__(self, state: State[Any, Any]) -> None:
        self.state = state
        self.steps = 0

    def to_act(self) -> tuple[Seat, ...]:
        return self.state.to_act()

    def legal_actions(self, seat: Seat) -> list[int]:
        assert seat in self.to_act()
        return self.state.legal_actions(seat)

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return self.state.chance_outcomes()

    def apply(self, seat: Seat, action: int, journal: Any = None) -> None:
        possible = self.legal_actions(seat) if seat != CHANCE else [each for each, _ in self.chance_outcomes()]
        assert action in possible
        assert journal is None
        self.steps += 1
        self.state.apply(seat, action)

    def action_text(self, seat: Seat, action: int) -> str:
        raise NotImplementedError

    def view(self, seat: Seat) -> Any:
        raise NotImplementedError

    def outcome(self) -> Any:
        return self.state.outcome()

    def clone(self) -> Watched:
        raise NotImplementedError


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_is_played_to_its_end_by_legal_steps_and_no_journal(game_id: str) -> None:
    game = REGISTRY.game(game_id)
    options = game.options_type()
    for seats in game.seat_counts(options):
        state = Watched(game.start(options, seats))
        assert play_out(state, Random(seats)) == state.steps > 0
        assert state.outcome() is not None


class Urn(State[Any, Any]):
    """One draw of chance, then the end."""

    drawn: int | None = None

    def to_act(self) -> tuple[Seat, ...]:
        return (CHANCE,) if self.drawn is None else ()

    def legal_actions(self, seat: Seat) -> list[int]:
        return []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(7, 1), (8, 3), (9, 6)]

    def apply(self, seat: Seat, action: int, journal: Any = None) -> None:
        self.drawn = action

    def action_text(self, seat: Seat, action: int) -> str:
        raise NotImplementedError

    def view(self, seat: Seat) -> Any:
        raise NotImplementedError

    def outcome(self) -> Any:
        raise NotImplementedError

    def clone(self) -> Urn:
        raise NotImplementedError


def test_chance_is_drawn_by_its_weights() -> None:
    rng = Random(1)
    drawn: Counter[int | None] = Counter()
    for _ in range(10_000):
        urn = Urn()
        assert play_out(urn, rng) == 1
        drawn[urn.drawn] += 1
    assert set(drawn) == {7, 8, 9}
    assert 900 < drawn[7] < 1100
    assert 2800 < drawn[8] < 3200
