"""From a view back to the position: the game hides nothing, so there is exactly one."""

from __future__ import annotations

from typing import Final

from undercroft_blind_attack.battlefield import (
    BLOCKED,
    CHARGES,
    EXPLODED,
    GENERAL,
    PRISONER,
    SIDE_BIT,
    SPITED,
    UNKNOWN,
    WOUNDED,
    Battlefield,
    empty_battlefield,
)
from undercroft_blind_attack.cells import CELL
from undercroft_blind_attack.codes import ATTACK, DRAWING, KINDS, MOVE, NEITHER, PHASES, REASONS
from undercroft_blind_attack.state import Battle, new_battle
from undercroft_blind_attack.values import Options, View

__all__ = ["battle_of"]

_ACTING: Final = (MOVE, ATTACK)


def battle_of(view: View, options: Options) -> Battle:
    """The position that a view shows.

    A view tells what the wounded cost together, not each: where several splits of them between the fates `w` and `s`
    cost the same, one is taken. No rule, view or entry depends on which.
    """
    field = _battlefield_of(view)
    battle = new_battle(options, field, NEITHER if view.turn is None else view.turn, view.turns)
    battle.phase = PHASES.index(view.phase)
    if battle.phase == DRAWING:
        battle.acting = new_battle(options, field, NEITHER).acting
    elif battle.phase not in _ACTING:
        battle.acting = ()
    battle.pending = KINDS.index(None if view.pending is None else view.pending.kind)
    battle.cells = () if view.pending is None else tuple([CELL[name] for name in view.pending.cells])
    battle.quiet = view.quiet
    battle.progress = view.progress
    battle.moved = -1 if view.moved is None else CELL[view.moved]
    battle.could = tuple([CELL[name] for name in view.could])
    battle.huffable = tuple([CELL[name] for name in view.huffable])
    battle.huffed = view.huffed
    if view.result is not None:
        battle.ended = REASONS.index(view.result.reason)
    return battle


def _battlefield_of(view: View) -> Battlefield:
    """Where everything is and went."""
    field = empty_battlefield()
    for piece in view.pieces:
        charge = UNKNOWN if piece.charge is None else piece.charge
        general = GENERAL if piece.rank == "general" else 0
        field.put(CELL[piece.cell], SIDE_BIT[piece.side] | general | charge)
    for name in view.blocked:
        field.at[CELL[name]] = BLOCKED
    field.pools = [*view.unknown[0], *view.unknown[1]]
    for side in (0, 1):
        for charge in view.prisoners[1 - side]:
            field.add_gone(side, PRISONER, charge, 1)
        for charge in view.exploded[side]:
            field.add_gone(side, EXPLODED, charge, 1)
        _add_wounded(field, side, view.wounded[side], sum(view.prisoners[side]) - view.score[side])
    return field


def _add_wounded(field: Battlefield, side: int, charges: tuple[int, ...], cost: int) -> None:
    """The side's wounded of these charges, who cost so many points together.

    Each costs one point or, if spited, its charge; the larger charges are taken for spited first.
    """
    counts = [charges.count(charge) for charge in range(CHARGES)]
    more = cost - len(charges)
    threes, twos = next(
        (threes, more - 2 * threes) for threes in range(counts[3], -1, -1) if 0 <= more - 2 * threes <= counts[2]
    )
    for charge, spited in enumerate((0, 0, twos, threes)):
        field.add_gone(side, SPITED, charge, spited)
        field.add_gone(side, WOUNDED, charge, counts[charge] - spited)
