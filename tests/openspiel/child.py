"""OpenSpiel's side, in a process of its own environment: it knows nothing of Undercroft.

Reads orders from stdin, a line of JSON each, and answers each with a line: `{"do": KIND, "seconds": S}` with what was
done and how many CPU seconds it took, `{"moves": "4453", "seconds": S}` with the column, from 0, that it plays.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pyspiel  # type: ignore[import-not-found, unused-ignore] # in the environment that this file is run in

ROLLOUTS = 1000
"""Rollouts of one call into C++."""

SIMULATIONS = 20_000
"""Simulations of one search."""

EXPLORATION = 2.0
"""As in OpenSpiel's own examples."""

GAME = pyspiel.load_game("connect_four")


def searcher(simulations: int, rollouts: int, seconds: float = -1.0) -> Any:
    """UCT with so many random rollouts at each leaf, and proofs."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, random.randrange(2**31))
    return pyspiel.MCTSBot(
        GAME, evaluator, EXPLORATION, simulations, 4096, True, random.randrange(2**31), False,
        max_wall_clock_time=seconds,
    )  # fmt: skip


def playouts_from_python() -> Iterator[int]:
    """One random playout after the other, every step called from Python."""
    start = GAME.new_initial_state()
    while True:
        state = start.clone()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
        yield 1


def playouts_inside() -> Iterator[int]:
    """Random playouts that stay in C++: one simulation evaluates the root, by as many rollouts as are wanted."""
    state = GAME.new_initial_state()
    bot = searcher(1, ROLLOUTS)
    while True:
        bot.mcts_search(state)
        yield ROLLOUTS


def simulations() -> Iterator[int]:
    """Simulations of UCT from the empty board, a random playout each, in C++."""
    state = GAME.new_initial_state()
    while True:
        yield searcher(SIMULATIONS, 1).mcts_search(state).explore_count


KINDS: dict[str, Callable[[], Iterator[int]]] = {
    "playouts_from_python": playouts_from_python,
    "playouts": playouts_inside,
    "simulations": simulations,
}


def measure(kind: str, seconds: float) -> dict[str, float]:
    """Do it for so many seconds, once at least."""
    done = 0
    began, cpu = time.perf_counter(), time.process_time()
    for count in KINDS[kind]():
        done += count
        if time.perf_counter() - began >= seconds:
            break
    return {"done": done, "seconds": time.process_time() - cpu}


def move(moves: str, seconds: float) -> dict[str, int]:
    """What it plays after these columns, counted from 1, when it has so much wall-clock time."""
    state = GAME.new_initial_state()
    for text in moves:
        state.apply_action(int(text) - 1)
    return {"action": searcher(1_000_000_000, 1, seconds).step(state)}


for line in sys.stdin:
    order = json.loads(line)
    answer = move(order["moves"], order["seconds"]) if "moves" in order else measure(order["do"], order["seconds"])
    print(json.dumps(answer), flush=True)
