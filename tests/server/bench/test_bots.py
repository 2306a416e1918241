"""Figures of bots: of decisions in matches that each plays against itself, as a server would run it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from undercroft.bench.bots import bench_bots
from undercroft.bot import Bot, Limit, Turn
from undercroft.registry import BotChoice, load_registry
from undercroft.seat_runner import IllegalAnswer

REGISTRY = load_registry()
LIMIT = Limit(seconds=0.25)


def quiet(stage: str, done: int, whole: int) -> None:
    """Nobody wants to know."""


class Counting(Bot):
    """Plays the first action, says that it has made three simulations for it, and keeps what it was given."""

    made: ClassVar[list[Counting]] = []

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.entries: list[Any] = []
        self.turns: list[Turn] = []
        Counting.made.append(self)

    def learn(self, view: Any, entries: Sequence[Any]) -> None:
        self.entries += entries

    def choose(self, turn: Turn) -> int:
        self.turns.append(turn)
        self.simulations_done += 3
        return turn.legal[0]


class Wrong(Bot):
    def choose(self, turn: Turn) -> int:
        return -7


def choice(bot: type[Bot]) -> BotChoice:
    return BotChoice("mine", "mine", bot, bot.options_type())


@pytest.mark.parametrize("game_id", [spec.id for spec in REGISTRY.specs()])
def test_every_seat_is_a_bots_and_is_told_its_journal_in_order(game_id: str) -> None:
    Counting.made.clear()
    game = REGISTRY.game(game_id)
    (figures,) = bench_bots([(game, choice(Counting))], LIMIT, 30, 0.0, 0, quiet)
    seats = min(game.seat_counts(game.options_type()))
    assert (figures.game, figures.bot, figures.seats) == (game_id, "mine", seats)
    assert figures.decisions == 30 == sum(len(bot.turns) for bot in Counting.made)
    assert figures.simulations_per_s == pytest.approx(3 * figures.decisions_per_s, rel=0.05)
    for bot in Counting.made:
        assert bot.entries
        told = [entry for turn in bot.turns for entry in turn.entries]
        assert told == bot.entries[: len(told)]
        assert all(turn.limit == LIMIT for turn in bot.turns)


def test_after_a_match_the_next_begins_with_fresh_bots() -> None:
    Counting.made.clear()
    bench_bots([(REGISTRY.game("connect-four"), choice(Counting))], LIMIT, 60, 0.0, 0, quiet)
    assert len(Counting.made) > 2
    assert len(Counting.made) % 2 == 0
    assert all(bot.turns[0].view.ply < 2 for bot in Counting.made if bot.turns)


def test_a_bot_that_counts_no_simulations_has_no_rate_of_them() -> None:
    game = REGISTRY.game("connect-four")
    told: list[tuple[str, int, int]] = []
    (figures,) = bench_bots(
        [(game, REGISTRY.bot("random", game))], LIMIT, 2, 0.0, 0, lambda *news: told.append(news)
    )  # fmt: skip
    assert figures.simulations_per_s is None
    assert figures.decisions_per_s > 0
    assert told == [("slices", 0, 2), ("slices", 1, 2)]


def test_a_bot_that_answers_illegally_is_no_bot_to_measure() -> None:
    with pytest.raises(IllegalAnswer):
        bench_bots([(REGISTRY.game("connect-four"), choice(Wrong))], LIMIT, 1, 0.0, 0, quiet)
