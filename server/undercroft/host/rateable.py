"""Which matches may count for a ladder: those that compare bots under the same conditions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from undercroft.game import Game
from undercroft.match import Reason, Refusal, SeatPlan
from undercroft.options import encode_options

__all__ = ["refuse_unless_rateable"]


def refuse_unless_rateable(
    game: Game[Any, Any, Any, Any], options: Any, seats: Sequence[SeatPlan], *, seeded: bool
) -> None:
    """Do nothing if a match of these seats may be rated.

    Raises:
        Refusal: somebody else than a bot plays, a bot would play against itself, chance is fixed, or the options aren't
            the game's own.
    """
    if any(seat.kind != "bot" for seat in seats):
        raise _refusal("a rated match has bots on all seats")
    if seeded:
        raise _refusal("a rated match has chance of the server's own: leave the seed out")
    if encode_options(options) != encode_options(game.options_type()):
        raise _refusal("a rated match is played with the game's default options")
    sides: dict[tuple[str, str], set[int]] = {}
    for seat, side in zip(seats, game.sides(options, len(seats)), strict=True):
        sides.setdefault((seat.name, seat.version), set()).add(side)
    if any(len(held) > 1 for held in sides.values()):
        raise _refusal("a rated match has a different bot on each side")


def _refusal(why: str) -> Refusal:
    return Refusal(Reason.BAD_REQUEST, why, field="rated")
