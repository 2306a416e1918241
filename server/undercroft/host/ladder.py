"""Ladders: how strong bots are by their rated matches, worked out from the results that the store keeps.

A result is written together with the end of its match, so it is there exactly once, whatever crashes. A ladder is a
fold over the results in the order of their numbers: every server on a store comes to the same one, and nothing has to
be brought up to date when a match ends. Strength is openskill's Plackett-Luce model (Weng and Lin, 2011) with its
defaults.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from undercroft.host.memory import ask
from undercroft.match.rated import RatedBot, RatedResult, decode_result
from undercroft.store import Store

__all__ = ["Ladder", "LadderEntry", "Ladders"]

RESULTS_AT_ONCE: Final = 500
"""Results that are read and rated together: some milliseconds of a thread."""


class LadderEntry(msgspec.Struct, frozen=True):
    """A bot of one version: its strength as far as is known, and the standard deviation of that.

    `matches` were rated, and `won`, `drawn` or `lost`. In `faulted` more it has failed; they count for nobody's rating.
    """

    bot: RatedBot
    mean: float
    deviation: float
    matches: int
    won: int
    drawn: int
    lost: int
    faulted: int

    @property
    def rating(self) -> float:
        """What the bot is surely worth: three standard deviations less than its mean."""
        return self.mean - 3 * self.deviation


@dataclass
class _Standing:
    rating: Any
    won: int = 0
    drawn: int = 0
    lost: int = 0
    faulted: int = 0


class Ladder:
    """The ladder of one game, as far as results were taken in."""

    def __init__(self) -> None:
        from openskill.models import PlackettLuce  # takes a while to import, and most servers rate nothing

        self._model = PlackettLuce()
        self._standings: dict[RatedBot, _Standing] = {}

    def take(self, result: RatedResult) -> None:
        """Take in the next result."""
        for bot in result.failed:
            self._of(bot).faulted += 1
        if not result.failed:
            self._rate(result)

    def entries(self) -> list[LadderEntry]:
        """The highest rating first."""
        found = [
            LadderEntry(
                bot,
                standing.rating.mu,
                standing.rating.sigma,
                standing.won + standing.drawn + standing.lost,
                standing.won,
                standing.drawn,
                standing.lost,
                standing.faulted,
            )
            for bot, standing in self._standings.items()
        ]
        return sorted(found, key=lambda entry: (-entry.rating, entry.bot))

    def _rate(self, result: RatedResult) -> None:
        teams = [[self._of(bot).rating for bot in side] for side in result.sides]
        ranks = [float(bool(result.winners) and side not in result.winners) for side in range(len(teams))]
        rated = self._model.rate(teams, ranks=ranks)
        for number, (side, ratings) in enumerate(zip(result.sides, rated, strict=True)):
            for bot, rating in zip(side, ratings, strict=True):
                standing = self._of(bot)
                standing.rating = rating
                standing.won += number in result.winners
                standing.drawn += not result.winners
                standing.lost += bool(result.winners) and number not in result.winners

    def _of(self, bot: RatedBot) -> _Standing:
        standing = self._standings.get(bot)
        if standing is None:
            standing = self._standings[bot] = _Standing(self._model.rating())
        return standing


@dataclass
class _Known:
    """A ladder, the number up to which it holds everything, who may bring it on, and its entries as they stand."""

    ladder: Ladder
    number: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    entries: Sequence[LadderEntry] = ()


class Ladders:
    """The ladders of a store. What was worked out is kept, so that only new results are read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, _Known] = {}

    async def of(self, game: str) -> Sequence[LadderEntry]:
        """The ladder of a game after its newest rated match, the highest rating first.

        Raises:
            Refusal: the store can't be read.
        """
        # Not cancelled with the caller: a result that is half taken in would count twice.
        return await asyncio.shield(asyncio.ensure_future(self._after_the_newest(game)))

    async def _after_the_newest(self, game: str) -> Sequence[LadderEntry]:
        known = self._known.get(game)
        if known is None:
            known = self._known.setdefault(game, _Known(await asyncio.to_thread(Ladder)))
        async with known.turn:
            while rows := await ask(self._store.rated(game, known.number, RESULTS_AT_ONCE)):
                await asyncio.to_thread(_take_all, known, rows)
            return known.entries


def _take_all(known: _Known, rows: Sequence[tuple[int, bytes]]) -> None:
    for number, result in rows:
        known.ladder.take(decode_result(result))
        known.number = number
    known.entries = known.ladder.entries()
