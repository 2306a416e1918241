"""The referee's notation: a position as one line of fields (`rules/blind_attack.md` §12)."""

from __future__ import annotations

from typing import Any, Final

from undercroft.game import Journal, Positions
from undercroft_blind_attack.battlefield import (
    BLOCKED,
    BOMB,
    CHARGE,
    CHARGES,
    EXPLODED,
    GENERAL,
    PRISONER,
    SPITED,
    UNKNOWN,
    WOUNDED,
    Battlefield,
)
from undercroft_blind_attack.cells import NAME, by_name, names_of
from undercroft_blind_attack.codes import ATTACK, DRAWING, OVER, SYMBOLS
from undercroft_blind_attack.reading import Reader
from undercroft_blind_attack.state import Battle
from undercroft_blind_attack.values import Options, Start

__all__ = ["BattlePositions"]

_FATES: Final = ((PRISONER, "p"), (WOUNDED, "w"), (SPITED, "s"), (EXPLODED, "x"))
_FALLING: Final = (3, 2, 1, BOMB)


class BattlePositions(Positions[Options, Battle]):
    """Reads and writes lines such as `W: a1=? e4=2 | B: h1=G3 | pool W: 1 | # c3 | turn B | turns 31`."""

    def read(self, text: str, options: Options, seats: int, journal: Journal[Any] | None = None) -> Battle:
        """The position described; charges that follow from it are known at once.

        Raises:
            PositionError: the text describes no position of a running game.
        """
        battle = Reader(text, options).battle()
        if journal is not None:
            journal.tell(None, Start(self.write(battle)))
        return battle

    def write(self, state: Battle) -> str | None:
        """The text of a position; None at a chance node."""
        if state.phase == DRAWING:
            return None
        field = state.field
        fields = [_men(field, 0), _men(field, 1), _gone(field, 0), _gone(field, 1), _pool(field, 0), _pool(field, 1)]
        blocked = names_of([cell for cell, content in enumerate(field.at) if content == BLOCKED])
        fields.append(_cells("#", blocked))
        fields.append("turn " + ("-" if state.phase == OVER else "WB"[state.side]))
        fields.append(f"quiet {state.quiet}" if state.quiet else "")
        fields.append(f"turns {state.turns}" if state.turns else "")
        fields.append(f"moved {NAME[state.moved]}" if state.phase == ATTACK else "")
        fields.append("progress" if state.progress else "")
        fields.append("huffed" if state.huffed else "")
        fields.append(_cells("could", names_of(state.could)))
        fields.append(_cells("huff", names_of(state.huffable)))
        return " | ".join(field for field in fields if field)


def _men(field: Battlefield, side: int) -> str:
    """The pieces of a side on the board."""
    men = [f"{NAME[cell]}={_worth(field.at[cell])}" for cell in by_name(field.men[side])]
    return f"{'WB'[side]}: {' '.join(men) or '-'}"


def _worth(piece: int) -> str:
    """`?`, a charge, or a general with his charge."""
    charge = piece & CHARGE
    return ("G" if piece & GENERAL else "") + ("?" if charge == UNKNOWN else SYMBOLS[charge])


def _gone(field: Battlefield, side: int) -> str:
    """The pieces of a side that have left the board; empty if there are none."""
    gone = [
        SYMBOLS[charge] + letter
        for fate, letter in _FATES
        for charge in _FALLING
        for _ in range(field.count_gone(side, fate, charge))
    ]
    return f"out {'WB'[side]}: {' '.join(gone)}" if gone else ""


def _pool(field: Battlefield, side: int) -> str:
    """The charges that a side's unknown pieces have; empty if all are known."""
    pool = field.pool(side)
    left = "".join(SYMBOLS[charge] * pool[charge] for charge in range(CHARGES))
    return f"pool {'WB'[side]}: {left}" if any(field.at[cell] & UNKNOWN for cell in field.men[side]) else ""


def _cells(name: str, cells: tuple[str, ...]) -> str:
    """A field of cells; empty if there are none."""
    return f"{name} {' '.join(cells)}" if cells else ""
