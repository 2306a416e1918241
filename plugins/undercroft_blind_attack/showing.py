"""From a position to the values that people and bots are shown (`rules/blind_attack.md` §13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from undercroft.game import SPECTATOR
from undercroft_blind_attack.battlefield import (
    BLOCKED,
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
from undercroft_blind_attack.codes import KINDS, PHASES, REASONS
from undercroft_blind_attack.values import Pending, Piece, Result, View

if TYPE_CHECKING:
    from undercroft_blind_attack.state import Battle

__all__ = ["charges_gone", "view_of"]


def view_of(battle: Battle, seat: int) -> View:
    """What `seat`, or `SPECTATOR`, sees: everything."""
    field = battle.field
    phase = PHASES[battle.phase]
    nobody = seat == SPECTATOR
    return View(
        you=None if nobody else seat,
        side=None if nobody else seat % 2,
        to_act=() if phase == "chance" else battle.acting,
        over=phase == "over",
        phase=phase,
        turn=None if battle.side < 0 else battle.side,
        turns=battle.turns,
        quiet=battle.quiet,
        progress=battle.progress,
        pieces=tuple(_piece(field, cell) for cell in by_name(field.men[0] + field.men[1])),
        blocked=names_of(cell for cell, content in enumerate(field.at) if content == BLOCKED),
        unknown=(tuple(field.pool(0)), tuple(field.pool(1))),
        prisoners=(charges_gone(field, 1, PRISONER), charges_gone(field, 0, PRISONER)),
        wounded=(charges_gone(field, 0, WOUNDED, SPITED), charges_gone(field, 1, WOUNDED, SPITED)),
        exploded=(charges_gone(field, 0, EXPLODED), charges_gone(field, 1, EXPLODED)),
        score=(field.points(0), field.points(1)),
        fighters=(field.fighters(0), field.fighters(1)),
        moved=None if battle.moved < 0 else NAME[battle.moved],
        pending=_pending(battle),
        could=names_of(battle.could),
        huffable=names_of(battle.huffable),
        huffed=battle.huffed,
        options=battle.options,
        result=_result(battle),
    )


def _piece(field: Battlefield, cell: int) -> Piece:
    """The piece on a cell."""
    content = field.at[cell]
    charge = content & CHARGE
    rank: Literal["soldier", "general"] = "general" if content & GENERAL else "soldier"
    return Piece(NAME[cell], 0 if cell in field.men[0] else 1, rank, None if charge == UNKNOWN else charge)


def charges_gone(field: Battlefield, side: int, *fates: int) -> tuple[int, ...]:
    """The charges of a side's pieces that have met one of these fates, descending."""
    return tuple(
        charge
        for charge in range(CHARGES - 1, -1, -1)
        for fate in fates
        for _ in range(field.count_gone(side, fate, charge))
    )


def _pending(battle: Battle) -> Pending | None:
    """What the chance node decides, if this is one."""
    kind = KINDS[battle.pending]
    return None if kind is None else Pending(kind, tuple(NAME[cell] for cell in battle.cells))


def _result(battle: Battle) -> Result | None:
    """How the game ended, if it has."""
    outcome = battle.outcome()
    if outcome is None or outcome.score is None:
        return None
    return Result(REASONS[battle.ended], outcome.returns, outcome.winners, outcome.score)
