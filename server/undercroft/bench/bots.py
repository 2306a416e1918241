"""How fast bots decide: each plays all seats of its matches, in slices that take turns between the bots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import msgspec

from undercroft.bench.rules import LEAST_S, Progress, are_compiled
from undercroft.bot import Bot, Limit
from undercroft.entries import numbered
from undercroft.game import CHANCE, Game, Seat
from undercroft.registry import BotChoice
from undercroft.seat_runner import BotSeat
from undercroft.testing.referee import Referee, Setup

__all__ = ["BotFigures", "bench_bots"]


class BotFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of one bot in one game, with the game's default options and the fewest seats.

    Rates are medians over slices, for each CPU second that the bot took, from being told what is new until it has
    chosen, its belief included. `simulations_per_s` is None for a bot that counts none. `compiled` says whether the
    rules of the game are compiled code.
    """

    game: str
    bot: str
    seats: int
    compiled: bool
    decisions: int
    decisions_per_s: float
    simulations_per_s: float | None


class _Slice(msgspec.Struct, frozen=True):
    decisions: int
    simulations: int
    seconds: float


def bench_bots(
    pairs: Sequence[tuple[Game[Any, Any, Any, Any], BotChoice]],
    limit: Limit,
    slices: int,
    seconds: float,
    seed: int,
    progress: Progress,
) -> list[BotFigures]:
    """The figures of each bot in each game, from so many slices of so many seconds each.

    Every decision has this `limit`, besides what the bot's own options say. The same seed deals the same chances.

    Raises:
        IllegalAnswer: a bot answers with something that isn't legal.
    """
    plays = [_SelfPlay(game, choice, limit, seed) for game, choice in pairs]
    measured: list[list[_Slice]] = [[] for _ in pairs]
    for done in range(slices):
        progress("slices", done, slices)
        for play, found in zip(plays, measured, strict=True):
            found.append(play.measure(seconds))
    return [play.figures(found) for play, found in zip(plays, measured, strict=True)]


class _Player:
    """A bot in its seat, and how many entries it was told."""

    def __init__(self, setup: Setup, seat: Seat, bot: Bot) -> None:
        self.bot = bot
        self._seat = seat
        self._runner = BotSeat(setup.game, setup.options, setup.seats, seat, bot)
        self._told = 0

    def tell(self, referee: Referee) -> float:
        """Send it what the newest action told its seat, if anything; how many CPU seconds it took over that."""
        entries = [numbered(raw, self._told + n) for n, raw in enumerate(referee.newly_told(self._seat))]
        if not entries:
            return 0.0
        self._told += len(entries)
        view = referee.view(self._seat)
        began = process_time()
        self._runner.tell(view, entries)
        return process_time() - began

    def choose(self, legal: Sequence[int], limit: Limit, rng_seed: int) -> tuple[int, float]:
        """Its answer, and how many CPU seconds it took over that."""
        began = process_time()
        action = self._runner.choose(legal, limit, rng_seed=rng_seed)
        return action, process_time() - began


class _SelfPlay:
    """One match after the other, with the same bot in every seat; each as a server would run it."""

    def __init__(self, game: Game[Any, Any, Any, Any], choice: BotChoice, limit: Limit, seed: int) -> None:
        options = game.options_type()
        self._setup = Setup(game, options, min(game.seat_counts(options)))
        self._choice = choice
        self._limit = limit
        self._rng = Random(seed)  # noqa: S311 - reproducible on purpose
        self._thought = 0.0
        self._begin()

    def measure(self, seconds: float) -> _Slice:
        """Go on for so many seconds; one decision at least."""
        decisions = simulations = 0
        self._thought = 0.0
        began = perf_counter()
        while perf_counter() - began < seconds or not decisions:
            simulations += self._decide()
            decisions += 1
        return _Slice(decisions, simulations, max(self._thought, LEAST_S))

    def figures(self, found: Sequence[_Slice]) -> BotFigures:
        """What is told of these slices."""
        counted = any(each.simulations for each in found)
        simulations_per_s = median(each.simulations / each.seconds for each in found)
        return BotFigures(
            game=self._setup.game.spec.id,
            bot=self._choice.spec,
            seats=self._setup.seats,
            compiled=are_compiled(type(self._referee.state)),
            decisions=sum(each.decisions for each in found),
            decisions_per_s=round(median(each.decisions / each.seconds for each in found), 2),
            simulations_per_s=round(simulations_per_s, 1) if counted else None,
        )

    def _begin(self) -> None:
        """Sit down to a new match."""
        self._referee = self._setup.start()
        seats = range(self._setup.seats)
        self._players = [_Player(self._setup, seat, self._choice.make()) for seat in seats]
        self._tell()

    def _decide(self) -> int:
        """Let one seat act, and chance and a new match come before it as need be; how many simulations it made."""
        referee = self._referee
        while not (to_act := referee.state.to_act()) or to_act[0] == CHANCE:
            if to_act:
                actions, weights = zip(*referee.state.chance_outcomes(), strict=True)
                self._apply(CHANCE, self._rng.choices(actions, weights)[0])
            else:
                self._begin()
                referee = self._referee
        seat = to_act[0]
        player = self._players[seat]
        before = player.bot.simulations_done
        legal = referee.state.legal_actions(seat)
        action, seconds = player.choose(legal, self._limit, self._rng.getrandbits(64))
        self._thought += seconds
        self._apply(seat, action)
        return player.bot.simulations_done - before

    def _apply(self, seat: Seat, action: int) -> None:
        self._referee.apply(seat, action)
        self._tell()

    def _tell(self) -> None:
        """Tell every player what is new."""
        self._thought += sum(player.tell(self._referee) for player in self._players)
