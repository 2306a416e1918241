"""As much of OpenSpiel's `pyspiel` as `child` calls, so that the comparison can be tried without its wheel."""

from __future__ import annotations

from typing import Any, NamedTuple

from undercroft_connect_four.state import Discs, empty_board
from undercroft_connect_four.values import Options


class State:
    def __init__(self, discs: Discs) -> None:
        self.discs = discs

    def clone(self) -> State:
        return State(self.discs.clone())

    def is_terminal(self) -> bool:
        return not self.discs.to_act()

    def legal_actions(self) -> list[int]:
        return self.discs.legal_actions(self.discs.turn)

    def apply_action(self, action: int) -> None:
        self.discs.apply(self.discs.turn, action)


class Game:
    def new_initial_state(self) -> State:
        return State(empty_board(Options()))


def load_game(name: str) -> Game:
    assert name == "connect_four"
    return Game()


class RandomRolloutEvaluator(NamedTuple):
    n_rollouts: int
    seed: int


class SearchNode(NamedTuple):
    explore_count: int


class MCTSBot:
    """Simulates nothing and plays the first column with room."""

    def __init__(
        self, game: Game, evaluator: RandomRolloutEvaluator, uct_c: float, max_simulations: int, max_memory_mb: int,
        solve: bool, seed: int, verbose: bool, **limits: Any,
    ) -> None:  # fmt: skip
        assert set(limits) == {"max_wall_clock_time"}
        self.simulations = max_simulations

    def mcts_search(self, state: State) -> SearchNode:
        return SearchNode(self.simulations)

    def step(self, state: State) -> int:
        return state.legal_actions()[0]
