"""Bots of this package in a seat, told what the seat is told; whole matches, and single decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from undercroft.bot import Bot, Limit, Weighed, never
from undercroft.entries import numbered
from undercroft.game import CHANCE, Game, Journal, Outcome, Seat, State
from undercroft.seat_runner import BotSeat


class Sitting:
    """A bot in a seat of a match; `tell` it whenever somebody has acted."""

    def __init__(self, game: Game[Any, Any, Any, Any], seat: Seat, bot: Bot, seats: int = 2) -> None:
        self.bot = bot
        self.seat = seat
        self._runner = BotSeat(game, game.options_type(), seats, seat, bot)
        self._told = 0

    def tell(self, state: State[Any, Any], journal: Journal[Any]) -> None:
        entries = journal.entries(self.seat)
        if entries:
            raw = [numbered(msgspec.json.encode(entry), self._told + n) for n, entry in enumerate(entries)]
            self._told += len(entries)
            self._runner.tell(msgspec.json.encode(state.view(self.seat)), raw)

    def choose(
        self,
        state: State[Any, Any],
        seed: int = 0,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> int:
        limit = Limit(seconds, simulations)
        return self._runner.choose(state.legal_actions(self.seat), limit, cancelled, seed)

    def weigh(self, state: State[Any, Any], seed: int = 0, *, simulations: int | None = None) -> Sequence[Weighed]:
        return self._runner.weigh(state.legal_actions(self.seat), Limit(None, simulations), rng_seed=seed)


def play(game: Game[Any, Any, Any, Any], bots: Sequence[Bot], seed: int, simulations: int | None = None) -> Outcome:
    """A match to its end; every decision is a function of the seed."""
    rng = Random(seed)
    journal: Journal[Any] = Journal()
    state = game.start(game.options_type(), len(bots), journal)
    sitting = [Sitting(game, seat, bot, len(bots)) for seat, bot in enumerate(bots)]
    while True:
        for each in sitting:
            each.tell(state, journal)
        journal = Journal()
        outcome: Outcome | None = state.outcome()
        if outcome is not None:
            return outcome
        seat = state.to_act()[0]
        if seat == CHANCE:
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(actions, weights)[0]
        else:
            action = sitting[seat].choose(state, rng.getrandbits(64), simulations=simulations)
        state.apply(seat, action, journal)


def at(
    game: Game[Any, Any, Any, Any], bot: Bot, played: Sequence[int], seats: int = 2
) -> tuple[Sitting, State[Any, Any]]:
    """A bot that is to act after these actions (chance's too), told what it was told since the start."""
    journal: Journal[Any] = Journal()
    state = game.start(game.options_type(), seats, journal)
    for action in played:
        state.apply(state.to_act()[0], action, journal)
    sitting = Sitting(game, state.to_act()[0], bot, seats)
    sitting.tell(state, journal)
    return sitting, state
