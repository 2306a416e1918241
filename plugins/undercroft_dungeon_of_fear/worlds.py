"""Every world that fits what a seat was told, followed ply by ply (`rules/dungeon_of_fear.md` §12).

A seat knows its own cell and sight for certain, so a world is no more than the enemy's cell, the clock and the walls.
It is one int, with room for open questions, cells that nobody has said anything about: they are walled or open, and
settled when a rook looks at them. They come up only in a game begun from a position that isn't the usual one.
"""

from __future__ import annotations

from random import Random
from typing import Final

from undercroft_dungeon_of_fear.cells import BIT, BOARD, CAPTURES, QUIET, sight_from
from undercroft_dungeon_of_fear.facts import UNTOLD, Fact
from undercroft_dungeon_of_fear.revealing import WALLS, newly_revealed

__all__ = ["Worlds", "clock_of", "enemy_of", "open_questions_of", "walls_of", "world"]

_CLOCK: Final = 6
_WALLS: Final = 13
_OPEN: Final = 49
_LEFT_MY_ROOK: Final = 0.02
"""The weight of an enemy who could have taken my rook and didn't (§12, step 3)."""
_TINY: Final = 1e-100


def world(enemy: int, clock: int, walls: int, open_questions: int) -> int:
    """One world: the enemy's cell, quiet plies in a row, the walls, the cells of which nothing is known."""
    return open_questions << _OPEN | walls << _WALLS | clock << _CLOCK | enemy


def enemy_of(key: int) -> int:
    """The enemy's cell."""
    return key & 63


def clock_of(key: int) -> int:
    """Quiet plies in a row."""
    return key >> _CLOCK & 127


def walls_of(key: int) -> int:
    """The set of cells that are surely walled."""
    return key >> _WALLS & BOARD


def open_questions_of(key: int) -> int:
    """The set of cells that may be walled or open."""
    return key >> _OPEN


class Worlds:
    """Weighted worlds, equal ones merged.

    `weights` needn't add up to 1. `theirs` is what the enemy has revealed before the present position, in one of the
    histories merged into a world.
    """

    def __init__(self, reveal: int, quiet_limit: int) -> None:
        self.reveal = reveal
        self.quiet_limit = quiet_limit
        self.weights: dict[int, float] = {}
        self.theirs: dict[int, int] = {}
        self.asks = False

    def clone(self) -> Worlds:
        """The same worlds. Both go on with dictionaries of their own: none is changed once it is kept."""
        copy = Worlds(self.reveal, self.quiet_limit)
        copy.weights = self.weights
        copy.theirs = self.theirs
        copy.asks = self.asks
        return copy

    def begin(self, enemy: int, walls: int) -> None:
        """Only one world fits: the usual start."""
        self.asks = False
        self.weights = {world(enemy, 0, walls, 0): 1.0}
        self.theirs = {world(enemy, 0, walls, 0): 0}

    def begin_anywhere(self, start: Fact) -> None:
        """Every world fits that agrees with the first entry."""
        self.asks = True
        self.weights = {}
        clocks = range(self.quiet_limit) if start.clock == UNTOLD else [start.clock]
        for enemy in range(len(BIT)):
            if BIT[enemy] & start.watched() == start.shown() and enemy != start.me:
                known = start.sight | BIT[enemy]
                if self.reveal != WALLS:
                    known |= start.revealed
                for clock in clocks:
                    self.weights[world(enemy, clock, start.walls, BOARD & ~known)] = 1.0
        self.theirs = dict.fromkeys(self.weights, 0)

    def follow_own_ply(self, before: Fact, fact: Fact, due: list[tuple[int, int]]) -> None:
        """Go on to the worlds after a ply of the seat itself."""
        if self.asks:
            self.settle(fact.sight, fact.walls)
        weights: dict[int, float] = {}
        theirs: dict[int, int] = {}
        watched, shown = fact.watched(), fact.shown()
        left, taken = BIT[before.me], ~BIT[fact.me]
        for key, weight in self.weights.items():
            enemy = key & 63
            clock = 0 if fact.captured else (key >> _CLOCK & 127) + 1
            walls = key >> _WALLS & BOARD
            after = walls & taken
            if (
                BIT[enemy] & watched != shown
                or after & fact.sight != fact.walls
                or clock >= self.quiet_limit
                or (fact.clock != UNTOLD and clock != fact.clock)
                or _overdue(after, due)
            ):
                continue
            asked = key >> _OPEN
            sight = sight_from(enemy, walls | asked | left)
            seen = self.theirs[key] | newly_revealed(self.reveal, sight, walls | asked, enemy)
            then = asked << _OPEN | after << _WALLS | clock << _CLOCK | enemy
            if then in weights:
                weights[then] += weight
            else:
                weights[then] = weight
                theirs[then] = seen
        self._replace(weights, theirs)

    def follow_enemy_ply(self, fact: Fact, spared: int, due: list[tuple[int, int]]) -> None:
        """Go on to the worlds after a ply of the enemy that is known by its effect alone.

        `spared` is the set of cells on which it can't have ended, `due` as in `Hindsight`.
        """
        shown = fact.shown()
        look = fact.sight & ~shown
        me = BIT[fact.me]
        if self.asks:
            self.settle(look, fact.walls)
            self._ask_for_enemy(me)
        weights: dict[int, float] = {}
        theirs: dict[int, int] = {}
        landing = (shown or ~fact.watched()) & ~spared & ~me
        for key, weight in self.weights.items():
            walls = key >> _WALLS & BOARD
            if walls & look != fact.walls:
                continue
            enemy = key & 63
            sight = sight_from(enemy, walls | me)
            ends = sight & (walls | me)
            if ends:
                if not ends & landing:
                    continue
                targets = CAPTURES[ends & landing]
                weight /= len(CAPTURES[ends])
                if ends & me:
                    weight *= _LEFT_MY_ROOK
                clock = 0
            else:
                targets = [cell for cell in QUIET[enemy] if BIT[cell] & landing]
                weight /= len(QUIET[enemy])
                clock = (key >> _CLOCK & 127) + 1
                if clock >= self.quiet_limit:
                    continue
            if fact.clock != UNTOLD and clock != fact.clock:
                continue
            seen = self.theirs[key] | newly_revealed(self.reveal, sight, walls, enemy)
            asked = key >> _OPEN << _OPEN
            for target in targets:
                after = walls & ~BIT[target]
                if due and _overdue(after, due):
                    continue
                then = asked | after << _WALLS | clock << _CLOCK | target
                if then in weights:
                    weights[then] += weight
                else:
                    weights[then] = weight
                    theirs[then] = seen
        self._replace(weights, theirs)

    def settle(self, look: int, standing: int) -> None:
        """Answer the open questions about the cells `look`: those in `standing` are walled, the others open.

        Worlds in which a wall is known to be elsewhere are dropped by whoever follows a ply.
        """
        weights: dict[int, float] = {}
        theirs: dict[int, int] = {}
        for key, weight in self.weights.items():
            asked = key >> _OPEN
            answered = asked & look
            then = key
            if answered:
                walls = walls_of(key) | standing & answered
                then = world(enemy_of(key), clock_of(key), walls, asked & ~answered)
            weights[then] = weights.get(then, 0.0) + weight / float(1 << answered.bit_count())
            theirs.setdefault(then, self.theirs[key])
        self._replace(weights, theirs)

    def keep(self, look: int, standing: int) -> None:
        """Keep only worlds in which the walls on the cells `look` are just those in `standing`."""
        self.settle(look, standing)
        weights = {key: weight for key, weight in self.weights.items() if walls_of(key) & look == standing & look}
        self._replace(weights, self.theirs)

    def _ask_for_enemy(self, me: int) -> None:
        """Split worlds until no ray of the enemy depends on an open question."""
        weights: dict[int, float] = {}
        theirs: dict[int, int] = {}
        waiting = list(self.weights.items())
        seen = [self.theirs[key] for key in self.weights]
        while waiting:
            key, weight = waiting.pop()
            known = seen.pop()
            walls, asked = walls_of(key), open_questions_of(key)
            ends = sight_from(enemy_of(key), walls | asked | me) & asked
            if not ends:
                weights[key] = weights.get(key, 0.0) + weight
                theirs.setdefault(key, known)
                continue
            first = ends & -ends
            for there in (0, first):
                then = world(enemy_of(key), clock_of(key), walls | there, asked ^ first)
                waiting.append((then, weight / 2))
                seen.append(known)
        self._replace(weights, theirs)

    def thin(self, cap: int, rng: Random) -> None:
        """Draw `cap` worlds by weight, at equal distances from a random beginning; equal draws are merged."""
        step = sum(self.weights.values()) / cap
        mark = step * rng.random()
        weights: dict[int, float] = {}
        passed = 0.0
        for key, weight in self.weights.items():
            passed += weight
            hits = 0
            while mark < passed:
                hits += 1
                mark += step
            if hits:
                weights[key] = float(hits)
        self._replace(weights, {key: self.theirs[key] for key in weights})

    def _replace(self, weights: dict[int, float], theirs: dict[int, int]) -> None:
        """Take these worlds, their weights scaled up before they get too small for a float."""
        total = sum(weights.values())
        if 0.0 < total < _TINY:
            weights = {key: weight / total for key, weight in weights.items()}
        self.weights = weights
        self.theirs = theirs


def _overdue(walls: int, due: list[tuple[int, int]]) -> bool:
    """Whether more walls stand than the enemy has plies left to open."""
    for cells, plies in due:  # noqa: SIM110 - a generator would cost more than the rest
        if (walls & cells).bit_count() > plies:
            return True
    return False
