"""What a seat can work out: worlds that would have told it exactly what it was told.

Nothing is asked of the true state. From the start on, whatever chance and the others could have done is tried, and what
would have told the seat something else is thrown away. While such worlds are few all of them are kept, each with its
probability (others choosing at random). Then some are, each led on by itself; those that turn out wrong make room for
variations of those that don't. Every step has a budget; where it finds no world at all, `sample` says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import Final

import msgspec

from undercroft.game import Belief, Seat, UndercroftError
from undercroft_openspiel.hidden_state import HiddenSpielState
from undercroft_openspiel.search import Moment, Search, World
from undercroft_openspiel.tables import SpielTable
from undercroft_openspiel.values import HiddenView, Observed

__all__ = ["SpielBelief"]

ALL: Final = 600
"""Up to so many worlds all of them are kept."""

ALL_WORK: Final = 6_000
"""So many actions may be tried to find all that follow from those of the moment before."""

SOME: Final = 32
"""So many are kept where there are more."""

LED_WORK: Final = 200
"""So many actions may be tried to lead one world on."""

VARIATIONS: Final = 2_000
"""So many may be tried where no world could be led on."""

LAST_WORK: Final = 20_000
"""So many actions may be tried from the start where these didn't help either."""


class SpielBelief(Belief[HiddenSpielState, HiddenView, Observed]):
    """The worlds, with a weight each."""

    def __init__(self, table: SpielTable, seat: Seat) -> None:
        self._table = table
        self._seat = seat
        self._search = Search(table, seat)
        self._moments: list[Moment] = []
        self._digest = blake2b(digest_size=8)
        self._worlds: list[World] = []
        self._weights: list[float] = []
        self._all = True

    def learn(self, view: HiddenView, entries: Sequence[Observed]) -> None:
        """Lead the worlds on, entry by entry: the view holds nothing that the entries don't."""
        for entry in entries:
            before = self._moments[-1].text if self._moments else ""
            self._moments.append(Moment.told(before, entry))
            self._digest.update(msgspec.json.encode(entry))
            self._lead_on()

    def sample(self, rng: Random) -> HiddenSpielState:
        """One of the worlds, by its weight.

        Raises:
            UndercroftError: nothing was learned yet, or no world was found within the budget.
        """
        if not self._worlds:
            why = "no world that fits was found" if self._moments else "a belief must learn a view before it can sample"
            raise UndercroftError(f"{self._table.served.name}: {why}")
        world = rng.choices(self._worlds, self._weights)[0]
        if not self._all:
            world = self._search.resampled(world, rng) or world
        return HiddenSpielState(self._table, world.spiel.clone())

    # --- moment by moment, so that batches make no difference

    def _lead_on(self) -> None:
        """The worlds of the newest moment, made of those of the one before."""
        if len(self._moments) == 1:
            self._worlds = self._search.begin(self._moments[0])
            self._weights = [1.0] * len(self._worlds)
            return
        if self._all and self._all_following():
            return
        rng = Random(self._digest.digest())  # noqa: S311 - the same for whoever was told the same
        if self._all:
            self._all = False
            self._worlds = rng.choices(self._worlds, self._weights, k=SOME)
        self._worlds = self._some_following(rng)
        self._weights = [1.0] * len(self._worlds)

    def _all_following(self) -> bool:
        """Every world that the newest moment leads to; False, and nothing has changed, if they are too many."""
        before, moment = self._moments[-2:]
        found: list[tuple[World, float]] = []
        open_ends = list(zip(self._worlds, self._weights, strict=True))
        work = 0
        while open_ends:
            world, weight = open_ends.pop()
            ways = self._search.ways(world, moment)
            work += len(ways)
            if work > ALL_WORK:
                return False
            for action, share in ways:
                followed = self._search.followed(world, action, before, moment)
                if followed is not None:
                    child, told = followed
                    (found if told else open_ends).append((child, weight * share))
            if len(found) + len(open_ends) > ALL:
                return False
        self._worlds = [world for world, _ in found]
        self._weights = [weight for _, weight in found]
        return True

    def _some_following(self, rng: Random) -> list[World]:
        """Worlds of the newest moment, as many as there is room for."""
        search, moments = self._search, self._moments
        led = [search.find(world, len(moments) - 1, moments, rng, LED_WORK)[0] for world in self._worlds]
        found = [world for world in led if world is not None]
        if not found:
            found = self._from_variations(rng)
        if not found:
            world, _ = search.find(search.begin(moments[0])[0], 1, moments, rng, LAST_WORK)
            return [] if world is None else [world]
        for number in range(SOME - len(found)):
            other = search.varied(found[number % len(found)], moments, rng)
            found.append(found[number % len(found)] if other is None else other)
        return found

    def _from_variations(self, rng: Random) -> list[World]:
        """A few worlds of the newest moment, though none of those before leads there: they are varied until some do."""
        worlds, before, found = self._worlds, self._moments[:-1], list[World]()
        for _ in range(VARIATIONS if worlds else 0):
            at = rng.randrange(len(worlds))
            varied = self._search.varied(worlds[at], before, rng)
            if varied is None:
                continue
            worlds[at] = varied
            world, _ = self._search.find(varied, len(before), self._moments, rng, LED_WORK)
            if world is not None:
                found.append(world)
                if len(found) == SOME // 8:
                    break
        return found
