"""A series of matches: one bot in each seat in turn, the same dice for each, its rivals in the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from tests.strength.certainty import Interval, interval
from tests.strength.matches import play
from undercroft.game import Game
from undercroft.registry.bots import BotChoice


@dataclass
class Score:
    """How the bot stands. A draw is half a win; seconds are of its own decisions."""

    matches: int = 0
    won: int = 0
    drawn: int = 0
    returned: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    @property
    def share(self) -> float:
        return (self.won + self.drawn / 2) / self.matches

    @property
    def interval(self) -> Interval:
        return interval(self.won + self.drawn / 2, self.matches)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.matches} matches, {self.won} won, {self.drawn} drawn: {100 * self.share:.1f} % "
            f"(95 %: {100 * low:.1f} to {100 * high:.1f}), {self.returned / self.matches:.2f} returned; "
            f"{1000 * self.seconds / max(self.decisions, 1):.0f} ms a decision, at most {1000 * self.slowest:.0f} ms"
        )


def series(
    game: Game[Any, Any, Any, Any], options: Any, seats: int, bot: BotChoice, rival: BotChoice, seed: str
) -> Iterator[Score]:
    """The score after each match, for ever."""
    score = Score()
    for number in count():
        seat = number % seats
        bots = [bot.make() if each == seat else rival.make() for each in range(seats)]
        played = play(game, bots, f"{seed}/{number // seats}", options)
        score.matches += 1
        score.won += seat in played.winners
        score.drawn += not played.winners
        score.returned += played.returns[seat]
        score.decisions += len(played.seconds[seat])
        score.seconds += sum(played.seconds[seat])
        score.slowest = max(score.slowest, *played.seconds[seat], 0.0)
        yield score
