"""What a fight may be expected to bring, when charges are drawn from what is left (`rules/blind_attack.md` §17)."""

from __future__ import annotations

from itertools import product
from typing import Final

from undercroft_blind_attack.battlefield import BOMB, CHARGE, CHARGES, GENERAL, MAN, SIDE_BIT, UNKNOWN, Battlefield
from undercroft_blind_attack.cells import square_of
from undercroft_blind_attack.values import Options

__all__ = ["Judge", "value_of"]

_VALUE: Final[list[float]] = [0.8, 1.0, 1.6, 2.4]
"""What a soldier of each charge is worth on the board; of a bomb first."""
_RANKED: Final[list[float]] = [1.0, 1.3]
"""A general is worth so much more."""
_HALF: Final = 0.5
"""A piece won or lost in a fight counts its points, and so much of its value."""


def value_of(charge: int, general: bool) -> float:
    """What a piece on the board is worth to its side."""
    return _VALUE[charge] * _RANKED[general]


def _known_worth(options: Options, attacker: int, defender: int, generals: tuple[bool, bool]) -> float:
    """What a fight of two charges brings the attacker's side, bystanders not counted."""
    mine, its = value_of(attacker, generals[0]), value_of(defender, generals[1])
    if BOMB in (attacker, defender):
        return its - mine
    if attacker > defender:
        return defender + _HALF * its
    if attacker < defender:
        return -(attacker if options.weak == "aggressive" else 1) - _HALF * mine
    if options.equal == "aggressive":
        return _HALF * (its - mine)
    if options.equal == "spiteful":
        return -(attacker if options.spite == "charge" else 1) - _HALF * mine
    return 0.0


def _table(options: Options) -> list[float]:
    """The worth of every fight of two known pieces; see `Judge` for the index."""
    return [
        _known_worth(options, attacker, defender, (first, second))
        for first, second in product((False, True), repeat=2)
        for attacker, defender in product(range(CHARGES), repeat=2)
    ]


_TABLES: Final[dict[tuple[str, str, str], list[float]]] = {
    (options.weak, options.equal, options.spite): _table(options)
    for options in (
        Options(weak, equal, spite)
        for weak in ("humane", "aggressive")
        for equal in ("humane", "swap", "aggressive", "spiteful")
        for spite in ("one", "charge")
    )
}

_SURE: Final[list[list[int]]] = [[int(charge == drawn) for drawn in range(CHARGES)] for charge in range(CHARGES)]
"""The odds of a known charge."""


class Judge:
    """Judges the fights of one position, as long as no charge becomes known in it.

    The worth of a fight of known pieces stands at 32 * (attacker is a general) + 16 * (defender is one)
    + 4 * (attacker's charge) + (defender's charge).
    """

    def __init__(self, field: Battlefield, options: Options) -> None:
        self._field = field
        self._table = _TABLES[options.weak, options.equal, options.spite]
        self._odds = [field.pool(0), field.pool(1)]
        self._pairs: dict[int, tuple[float, float]] = {}
        self._values: dict[int, float] = {}

    def odds(self, piece: int) -> list[int]:
        """How likely each charge of a piece is, as whole weights."""
        if piece & UNKNOWN:
            return self._odds[0 if piece & SIDE_BIT[0] else 1]
        return _SURE[piece & CHARGE]

    def value(self, piece: int) -> float:
        """What a piece is worth on the board, on average."""
        known = self._values.get(piece)
        if known is None:
            odds = self.odds(piece)
            general = piece & GENERAL != 0
            known = sum(weight * value_of(charge, general) for charge, weight in enumerate(odds)) / sum(odds)
            self._values[piece] = known
        return known

    def mean_charge(self, piece: int) -> float:
        """The charge of a piece, on average."""
        odds = self.odds(piece)
        return sum(weight * charge for charge, weight in enumerate(odds)) / sum(odds)

    def fight(self, start: int, attacker: int, end: int) -> float:
        """What the piece `attacker`, on cell `start`, brings its side on average by attacking the one on cell `end`."""
        at = self._field.at
        key = attacker << 7 | at[end]
        pair = self._pairs.get(key)
        if pair is None:
            pair = self._pair(attacker, at[end])
            self._pairs[key] = pair
        worth, risk = pair
        if risk > 0.0:
            for cell in square_of(start, end)[2:]:
                if at[cell] & MAN:
                    worth += (-risk if at[cell] & MAN == attacker & MAN else risk) * self.value(at[cell])
        return worth

    def _pair(self, attacker: int, defender: int) -> tuple[float, float]:
        """What a fight of two pieces brings without bystanders, and the chance of a bomb in it."""
        base = (32 if attacker & GENERAL else 0) + (16 if defender & GENERAL else 0)
        mine, its = self.odds(attacker), self.odds(defender)
        worth = 0.0
        for one, weight in enumerate(mine):
            if weight:
                for other, chance in enumerate(its):
                    worth += weight * chance * self._table[base + CHARGES * one + other]
        cases = sum(mine) * sum(its)
        safe = (sum(mine) - mine[BOMB]) * (sum(its) - its[BOMB])
        return worth / cases, 1.0 - safe / cases
