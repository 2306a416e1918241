"""Pieces, where they stand, where they went, and what is left to be drawn (`rules/blind_attack.md` §1 to §4)."""

from __future__ import annotations

from bisect import insort
from typing import Final

from undercroft_blind_attack.cells import AHEAD, AROUND, ATTACKS, CELLS, SLIDES, by_name

__all__ = [
    "ARMY",
    "BLOCKED",
    "BOMB",
    "CHARGE",
    "CHARGES",
    "EMPTY",
    "EXPLODED",
    "GENERAL",
    "MAN",
    "PRISONER",
    "SIDE_BIT",
    "SPITED",
    "UNKNOWN",
    "WOUNDED",
    "Battlefield",
    "deploy",
    "empty_battlefield",
]

CHARGES: Final = 4
"""There are so many charges: 0 for a bomb, and 1 to 3."""
ARMY: Final[list[int]] = [1, 3, 3, 2]
"""How many pieces of each charge a side begins with (§1)."""
BOMB: Final = 0

UNKNOWN: Final = 4
CHARGE: Final = 7
"""The bits of a cell's content that hold the charge of the piece there; `UNKNOWN` if nobody knows it."""
GENERAL: Final = 8
"""The bit of a general."""
SIDE_BIT: Final[list[int]] = [16, 32]
"""The bit of each side's pieces."""
MAN: Final = 48
"""The bits of a piece, of whichever side."""
EMPTY: Final = 0
BLOCKED: Final = 64

PRISONER: Final = 0
WOUNDED: Final = 1
SPITED: Final = 2
"""Wounded, and costing its charge instead of one point (§12, fate `s`)."""
EXPLODED: Final = 3
"""Exploded, or a bomb that blocks the cell on which it was turned up."""
_FATES: Final = 4


class Battlefield:
    """The public facts about both armies.

    `at` has the content of the 81 cells: `EMPTY`, `BLOCKED`, or the bits of a piece. `men` has the cells of each side's
    pieces, ascending. `pools` counts the charges that no piece of a side has shown: side W's bombs, 1s, 2s and 3s,
    then side B's. `gone` counts the pieces of a side by fate and charge; see `count_gone`.
    """

    at: list[int]
    men: list[list[int]]
    pools: list[int]
    gone: list[int]

    def clone(self) -> Battlefield:
        """An independent copy."""
        twin = Battlefield()
        twin.at = self.at.copy()
        twin.men = [self.men[0].copy(), self.men[1].copy()]
        twin.pools = self.pools.copy()
        twin.gone = self.gone.copy()
        return twin

    # --- what can be done

    def actions(self, side: int) -> list[int]:
        """The codes of all moves and attacks of a side, ascending (§3, §10)."""
        at = self.at
        enemy = SIDE_BIT[1 - side]
        attacks = ATTACKS[side]
        ahead = AHEAD[side]
        found = []
        for cell in self.men[side]:
            base = CELLS * cell
            if at[cell] & GENERAL:
                found += [base + target for target in self._general_ways(cell, enemy)]
                continue
            front = ahead[cell]
            for target in attacks[cell]:
                content = at[target]
                if content & enemy or (target == front and content == EMPTY):
                    found.append(base + target)
        return found

    def _general_ways(self, cell: int, enemy: int) -> list[int]:
        """Where a general may go or attack, ascending."""
        at = self.at
        found = [target for target in AROUND[cell] if at[target] & enemy]
        for way in SLIDES[cell]:
            for target in way:
                if at[target] != EMPTY:
                    break
                found.append(target)
        found.sort()
        return found

    def targets(self, cell: int) -> list[int]:
        """The cells that the piece on `cell` may attack, ascending."""
        at = self.at
        piece = at[cell]
        side = 0 if piece & SIDE_BIT[0] else 1
        enemy = SIDE_BIT[1 - side]
        reach = AROUND[cell] if piece & GENERAL else ATTACKS[side][cell]
        return [target for target in reach if at[target] & enemy]

    def attackers(self, side: int) -> list[int]:
        """The cells of the side's pieces that have a target."""
        return [cell for cell in self.men[side] if self.targets(cell)]

    def can_act(self, side: int) -> bool:
        """Whether the side has a move or an attack."""
        at = self.at
        enemy = SIDE_BIT[1 - side]
        ahead = AHEAD[side]
        for cell in self.men[side]:
            if at[cell] & GENERAL:
                if any(at[target] == EMPTY or at[target] & enemy for target in AROUND[cell]):
                    return True
            elif at[ahead[cell]] == EMPTY or self.targets(cell):
                return True
        return False

    # --- what is done

    def put(self, cell: int, piece: int) -> None:
        """Set a piece, given by its bits, on an empty cell."""
        self.at[cell] = piece
        insort(self.men[0 if piece & SIDE_BIT[0] else 1], cell)

    def lift(self, cell: int) -> int:
        """Take up the piece on a cell and give its bits."""
        piece = self.at[cell]
        self.at[cell] = EMPTY
        self.men[0 if piece & SIDE_BIT[0] else 1].remove(cell)
        return piece

    def remove(self, cell: int, fate: int) -> int:
        """Take a piece of known charge off the board to its fate and give its bits."""
        piece = self.lift(cell)
        self.gone[_place(0 if piece & SIDE_BIT[0] else 1, fate, piece & CHARGE)] += 1
        return piece

    def reveal(self, cell: int, charge: int) -> None:
        """The charge of the piece on `cell` has been drawn."""
        piece = self.at[cell]
        self.at[cell] = (piece & ~CHARGE) | charge
        self.pools[(0 if piece & SIDE_BIT[0] else CHARGES) + charge] -= 1

    def deduce(self, side: int) -> list[int]:
        """Make a side's pieces known if its pool holds one kind only; gives their cells, sorted by name (§2)."""
        start = CHARGES * side
        left = -1
        for charge in range(CHARGES):
            if self.pools[start + charge]:
                if left >= 0:
                    return []
                left = charge
        if left < 0:
            return []
        self.pools[start + left] = 0
        found = by_name([cell for cell in self.men[side] if self.at[cell] & UNKNOWN])
        for cell in found:
            self.at[cell] = (self.at[cell] & ~CHARGE) | left
        return found

    # --- what it comes to

    def pool(self, side: int) -> list[int]:
        """How many bombs, 1s, 2s and 3s of a side nobody has seen."""
        return self.pools[CHARGES * side : CHARGES * (side + 1)]

    def count_gone(self, side: int, fate: int, charge: int) -> int:
        """How many pieces of a side with this charge have met this fate."""
        return self.gone[_place(side, fate, charge)]

    def add_gone(self, side: int, fate: int, charge: int, count: int) -> None:
        """Count more pieces of a side that have met this fate."""
        self.gone[_place(side, fate, charge)] += count

    def points(self, side: int) -> int:
        """The charges of the prisoners a side holds, less what its own wounded cost (§6)."""
        total = 0
        gone = self.gone
        taken = _place(1 - side, PRISONER, 0)
        wounded = _place(side, WOUNDED, 0)
        spited = _place(side, SPITED, 0)
        for charge in range(CHARGES):
            total += charge * (gone[taken + charge] - gone[spited + charge]) - gone[wounded + charge]
        return total

    def fighters(self, side: int) -> int:
        """How many pieces of a side on the board aren't bombs; the unknown ones hold one if the pool does."""
        bomb = SIDE_BIT[side] | BOMB
        at = self.at
        known = 0
        for cell in self.men[side]:
            if at[cell] == bomb:
                known += 1
        return len(self.men[side]) - known - self.pools[CHARGES * side + BOMB]


def _place(side: int, fate: int, charge: int) -> int:
    """Where `gone` counts these."""
    return CHARGES * (_FATES * side + fate) + charge


def empty_battlefield() -> Battlefield:
    """No pieces, and nothing to draw."""
    field = Battlefield()
    field.at = [EMPTY] * CELLS
    field.men = [[], []]
    field.pools = [0] * (2 * CHARGES)
    field.gone = [0] * (2 * _FATES * CHARGES)
    return field


def deploy() -> Battlefield:
    """Nine unknown soldiers of each side on its own row 1 (§1)."""
    field = empty_battlefield()
    field.pools = ARMY + ARMY
    for file in range(sum(ARMY)):
        field.put(file, SIDE_BIT[0] | UNKNOWN)
        field.put(CELLS - 1 - file, SIDE_BIT[1] | UNKNOWN)
    return field
