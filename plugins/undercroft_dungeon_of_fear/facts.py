"""What a seat's journal says, entry by entry, in numbers."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from undercroft.game import UndercroftError
from undercroft_dungeon_of_fear.cells import BIT, BOARD, CELL
from undercroft_dungeon_of_fear.revealing import newly_revealed
from undercroft_dungeon_of_fear.showing import sight_of
from undercroft_dungeon_of_fear.state import NOWHERE
from undercroft_dungeon_of_fear.values import Ply, Start

__all__ = ["UNTOLD", "Fact", "Hindsight", "fact_of"]

UNTOLD: Final = -1
"""The clock, where it isn't told."""


class Fact:
    """What a seat knows for certain right after an entry.

    `mine` says that the seat itself has just moved; then `captured` says that it took a wall. `me` is its rook's cell,
    `enemy` the enemy's if it is shown, else `NOWHERE`; `sight`, `walls` (those in sight) and `revealed` are sets of
    cells; `clock` is `UNTOLD` unless it is public.
    """

    def __init__(self, mine: bool, captured: bool, clock: int, me: int, enemy: int) -> None:
        self.mine = mine
        self.captured = captured
        self.clock = clock
        self.me = me
        self.enemy = enemy
        self.sight = 0
        self.walls = 0
        self.revealed = 0

    def shown(self) -> int:
        """The set of the enemy's cell; empty if it isn't shown."""
        return BIT[self.enemy] if self.enemy >= 0 else 0

    def watched(self) -> int:
        """The cells on which the enemy would be shown."""
        return self.sight | self.revealed


def fact_of(entry: Start | Ply, seat: int, before: Fact | None, reveal: int) -> Fact:
    """The fact after an entry told to `seat`; `before` is the one after the entry before, None at the start.

    Raises:
        UndercroftError: the entry was told to somebody else, or comes at the wrong place.
    """
    if entry.me is UNSET or entry.rays is UNSET or isinstance(entry, Start) != (before is None):
        raise UndercroftError("these entries are no journal of a seat from its start")
    mine = isinstance(entry, Ply) and entry.seat == seat
    captured = isinstance(entry, Ply) and entry.move is not None and "x" in entry.move
    enemy = CELL[entry.enemy] if isinstance(entry.enemy, str) else NOWHERE
    fact = Fact(mine, captured, UNTOLD if entry.clock is None else entry.clock, CELL[entry.me], enemy)
    fact.sight, fact.walls = sight_of(fact.me, entry.rays)
    if before is not None:
        fact.revealed = before.revealed
    elif isinstance(entry, Start) and entry.revealed is not UNSET:
        for name in entry.revealed:
            fact.revealed |= BIT[CELL[name]]
    fact.revealed |= newly_revealed(reveal, fact.sight, fact.walls, fact.me)
    return fact


class Hindsight:
    """What later facts say about earlier plies (`rules/dungeon_of_fear.md` §12, step 6).

    `spared[n]` is the set of cells that the enemy can't have landed on with ply n: a wall stands there at that time or
    later. `due[n]` holds pairs (cells, plies): after ply n at most so many walls may stand on these cells, as each was
    later seen open, wasn't opened by the seat, and the enemy had so many plies.
    """

    def __init__(self, facts: list[Fact]) -> None:
        self.spared = [0] * len(facts)
        self.due: list[list[tuple[int, int]]] = [[] for _ in facts]
        standing = 0
        for n in range(len(facts) - 1, -1, -1):
            standing |= facts[n].walls
            self.spared[n] = standing
        if len(facts) <= 2:
            return  # following the next entry settles as much
        opened = 0
        for n, fact in enumerate(facts):
            opened |= fact.sight & ~fact.walls
            self.due[n] = _deadlines(facts, n, opened)


def _deadlines(facts: list[Fact], since: int, opened: int) -> list[tuple[int, int]]:
    """The pairs of `Hindsight.due` after fact `since`, when the cells `opened` were known to be open."""
    deadlines = []
    cells = plies = 0
    for fact in facts[since + 1 :]:
        if fact.mine:
            opened |= BIT[fact.me]
        else:
            plies += 1
        more = fact.sight & ~fact.walls & ~opened & BOARD
        opened |= more
        cells |= more
        if more and cells.bit_count() > plies:
            deadlines.append((cells, plies))
    return deadlines
