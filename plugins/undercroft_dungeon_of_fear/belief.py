"""What one seat can work out: the worlds that fit its journal, exactly (`rules/dungeon_of_fear.md` §12)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import Final

import msgspec

from undercroft.game import Belief, UndercroftError
from undercroft_dungeon_of_fear.arranging import CORNERS, arrange, usual_start
from undercroft_dungeon_of_fear.cells import BIT, CELL
from undercroft_dungeon_of_fear.facts import UNTOLD, Fact, Hindsight, fact_of
from undercroft_dungeon_of_fear.revealing import REVEALS, WALLS
from undercroft_dungeon_of_fear.state import WHITE, Dungeon
from undercroft_dungeon_of_fear.values import End, Entry, Options, Ply, Start, View
from undercroft_dungeon_of_fear.worlds import Worlds, clock_of, enemy_of, open_questions_of, walls_of, world

__all__ = ["CAP", "DungeonBelief", "Hypothesis"]

CAP: Final = 20_000
"""How many worlds are kept before some are drawn at random; exact nearly always (§12)."""

Hypothesis = tuple[int, int, float]
"""A set of walls, the enemy's cell and a weight."""


class DungeonBelief(Belief[Dungeon, View, Entry]):
    """All worlds in which this seat would have been told the same.

    It assumes an enemy who moves at random (and seldom leaves a rook that he could take). The set is exact, the weights
    are as good as that assumption. `exact` is False once worlds were left out because there were more than the cap.
    """

    def __init__(self, options: Options, seat: int, cap: int = CAP) -> None:
        self.options = options
        self.seat = seat
        self.cap = cap
        self.exact = True
        self._reveal = REVEALS[options.reveal]
        self._usual = True
        self._entries: list[Start | Ply] = []
        self._facts: list[Fact] = []
        self._worlds = Worlds(self._reveal, options.quiet_limit)
        self._turn = WHITE
        self._ply = 0
        self._over = False
        self._keys: list[int] = []
        self._sums: list[float] = []

    def learn(self, view: View, entries: Sequence[Entry]) -> None:
        """Go on to the worlds that fit the new entries too.

        Raises:
            UndercroftError: the entries are no journal of this seat, or can't all be true.
        """
        known = len(self._facts)
        for entry in entries:
            if isinstance(entry, End):
                self._over = True
                return
            self._entries.append(entry)
            before = self._facts[-1] if self._facts else None
            self._facts.append(fact_of(entry, self.seat, before, self._reveal))
        if not self._facts:
            raise UndercroftError("the first entry of a journal is its start")
        self._ply = view.ply
        self._turn = view.to_act[0]
        self._keys = []
        self._usual = self._usual and self._starts_as_usual()
        self._follow(known)
        while not self._fits(view):
            if not self.exact:
                self.cap *= 4
            elif self._usual:
                self._usual = False
            else:
                raise UndercroftError("no world fits what this seat was told")
            self.exact = True
            self._follow(0)

    def sample(self, rng: Random) -> Dungeon:
        """A world drawn by weight, as a whole position.

        Raises:
            UndercroftError: nothing was learned yet, or the game is over.
        """
        key = self._draw(rng)
        walls = walls_of(key)
        if open_questions_of(key):
            walls |= open_questions_of(key) & rng.getrandbits(len(BIT))
        last = self._facts[-1]
        rooks = [last.me, last.me]
        rooks[1 - self.seat] = enemy_of(key)
        revealed = [last.revealed, last.revealed]
        revealed[1 - self.seat] = self._worlds.theirs[key]
        state = arrange(
            self.options, walls, rooks[0], rooks[1], self._turn, clock_of(key), self._ply, revealed[0], revealed[1]
        )
        if last.mine:
            state.came_from = self._facts[-2].me
            state.captured = last.captured
        return state

    def clone(self, most: int) -> DungeonBelief:
        """A copy with a cap of `most` worlds; it shares what neither changes."""
        copy = DungeonBelief(self.options, self.seat, min(self.cap, most))
        copy.exact = self.exact
        copy._usual = self._usual
        copy._entries = self._entries.copy()
        copy._facts = self._facts.copy()
        copy._worlds = self._worlds.clone()
        copy._turn = self._turn
        copy._ply = self._ply
        copy._over = self._over
        return copy

    def hypotheses(self, most: int, rng: Random) -> list[Hypothesis]:
        """All hypotheses if there are at most so many, else that many drawn by weight, each with weight 1.

        Raises:
            UndercroftError: nothing was learned yet, or the game is over.
        """
        weights = self._worlds.weights
        if self._worlds.asks or len(weights) > most:
            return [self._settled(self._draw(rng), 1.0, rng) for _ in range(most)]
        return [(walls_of(key), enemy_of(key), weight) for key, weight in weights.items()]

    def support(self) -> set[int]:
        """Every world kept, as `worlds.world` packs it."""
        return set(self._worlds.weights)

    def holds(self, enemy: int, clock: int, walls: int) -> bool:
        """Whether a world with the enemy on this cell, this clock and these walls is among those kept."""
        if not self._worlds.asks:
            return world(enemy, clock, walls, 0) in self._worlds.weights
        return any(
            enemy_of(key) == enemy and clock_of(key) == clock and walls_of(key) == walls & ~open_questions_of(key)
            for key in self._worlds.weights
        )

    def _settled(self, key: int, weight: float, rng: Random) -> Hypothesis:
        """A hypothesis with its open questions answered at random."""
        walls = walls_of(key) | open_questions_of(key) & rng.getrandbits(len(BIT))
        return (walls, enemy_of(key), weight)

    def _draw(self, rng: Random) -> int:
        """A world by weight."""
        if self._over or not self._facts:
            raise UndercroftError("there are no worlds before the start and after the end of a game")
        if not self._keys:
            self._keys = list(self._worlds.weights)
            self._sums = list(accumulate(self._worlds.weights.values()))
        at = bisect_right(self._sums, rng.random() * self._sums[-1])
        return self._keys[min(at, len(self._keys) - 1)]

    def _starts_as_usual(self) -> bool:
        """Whether the first entry is the one of the usual start, and the turns agree with it."""
        start = self._facts[0]
        usual = usual_start(self.options)
        return (
            self._turn == self._ply % 2
            and start.me == usual.rook(self.seat)
            and start.sight == usual.sight(self.seat)
            and start.walls == usual.sight(self.seat) & usual.walls
            and start.revealed == usual.revealed(self.seat)
            and start.clock in (UNTOLD, 0)
        )

    def _begin(self) -> None:
        """The worlds of the first entry."""
        if self._usual:
            self._worlds.begin(CORNERS[1 - self.seat], usual_start(self.options).walls)
        else:
            self._worlds.begin_anywhere(self._facts[0])

    def _follow(self, known: int) -> None:
        """Follow all facts after the first `known`; with 0 begin anew."""
        first = max(known, 1)
        if known == 0:
            self._begin()
        hindsight = Hindsight(self._facts[first:])
        for n in range(first, len(self._facts)):
            fact, due = self._facts[n], hindsight.due[n - first]
            if fact.mine:
                self._worlds.follow_own_ply(self._facts[n - 1], fact, due)
            else:
                self._worlds.follow_enemy_ply(fact, hindsight.spared[n - first], due)
            if len(self._worlds.weights) > self.cap:
                learned = msgspec.json.encode(self._entries[: n + 1])
                self._worlds.thin(self.cap, Random(learned))  # noqa: S311 - a seed, not a secret
                self.exact = False

    def _fits(self, view: View) -> bool:
        """Whether a world is left; in an unusual game the view may say of watched walls what no entry says."""
        if self._reveal == WALLS and not self._usual and view.board is not None and view.revealed is not None:
            marks = "".join(reversed(view.board))
            look = standing = 0
            for name in view.revealed:
                look |= BIT[CELL[name]]
                if marks[CELL[name]] == "#":
                    standing |= BIT[CELL[name]]
            self._worlds.keep(look, standing)
        return bool(self._worlds.weights)
