"""Undercroft's side: the same work, through the same names that anybody's bot and game use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter, process_time
from typing import Any

from tests.openspiel.peer import Amount
from undercroft.bench.playouts import play_out
from undercroft.bot import BotRefused, Limit
from undercroft.game import Journal
from undercroft.registry import BotChoice, Registry, UnknownBot
from undercroft.seat_runner import BotSeat
from undercroft.testing.referee import encode
from undercroft_connect_four.game import ConnectFour
from undercroft_connect_four.values import Options

__all__ = ["Undercroft"]

SIMULATIONS = 20_000
"""Simulations of one search; as in `child`."""


class Bare(ConnectFour):
    """Connect Four with nothing that a search could judge by, so that every playout goes on to the end."""

    def evaluator(self) -> None:  # type: ignore[override]
        return None


class Undercroft:
    """Measures this process."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._rng = Random(1)
        self.kinds: dict[str, Callable[[], Iterator[int]]] = {
            "playouts_from_python": self._playouts_from_python,
            "playouts": self._playouts,
        }
        searcher = self.bot(f"mcts:simulations={SIMULATIONS}")
        if searcher is not None:
            self.kinds["simulations"] = lambda: self._simulations(searcher)

    def bot(self, spec: str) -> BotChoice | None:
        """A bot for Connect Four, or None if there is no such bot."""
        try:
            return self._registry.bot(spec, ConnectFour())
        except (UnknownBot, BotRefused):
            return None

    def measure(self, kind: str, seconds: float) -> Amount:
        """One slice; as `child.measure`."""
        done = 0
        began, cpu = perf_counter(), process_time()
        for count in self.kinds[kind]():
            done += count
            if perf_counter() - began >= seconds:
                break
        return Amount(done, process_time() - cpu)

    def _playouts_from_python(self) -> Iterator[int]:
        """The same loop as in `child`, interpreted whatever is compiled."""
        start = ConnectFour().start(Options(), 2)
        draw = self._rng.random
        while True:
            state = start.clone()
            while to_act := state.to_act():
                legal = state.legal_actions(to_act[0])
                state.apply(to_act[0], legal[int(draw() * len(legal))])
            yield 1

    def _playouts(self) -> Iterator[int]:
        """The bench's loop, compiled where the rules are."""
        start = ConnectFour().start(Options(), 2)
        while True:
            play_out(start.clone(), self._rng)
            yield 1

    def _simulations(self, searcher: BotChoice) -> Iterator[int]:
        """A fresh search from the empty board, a random playout each."""
        game, journal = Bare(), Journal[Any]()
        state = game.start(Options(), 2, journal)
        while True:
            seat = BotSeat(game, Options(), 2, 0, searcher.make())
            seat.tell(encode(state.view(0)), [])
            seat.choose(state.legal_actions(0), Limit(), rng_seed=self._rng.getrandbits(64))
            yield SIMULATIONS  # nothing about the empty board is proven so soon
