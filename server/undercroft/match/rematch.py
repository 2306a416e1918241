"""Another match of the same kind: who asks for it, what came of it, and who sits where in it."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.game import Seat
from undercroft.match.commands import AskRematch, FailRematch, Rematch
from undercroft.match.position import Position
from undercroft.match.refusal import Reason, Refusal
from undercroft.match.rows import RematchAsked, Rematched, RematchFailed, Row

__all__ = ["ask", "note", "turned"]


def ask(position: Position, command: AskRematch, now: int) -> list[Row]:
    """The row of a seat that asks, none if that changes nothing. Whoever has left is asked too: the seat is theirs.

    Raises:
        Refusal: there can be no rematch of this match, or not yet.
    """
    _refuse_unless_over(position)
    if any(occupant.kind == "open" for occupant in position.occupants):
        raise Refusal(Reason.FORBIDDEN, "not all seats of the match were taken")
    if position.rematch or command.seat in position.rematch_asked:
        return []
    return [RematchAsked(at=now, seat=command.seat, command=command.command_id)]


def note(position: Position, command: Rematch | FailRematch, now: int) -> list[Row]:
    """The row of what came of it. A match that was made counts, even if somebody else has said that none can be.

    Raises:
        Refusal: it is known already, or nobody waits for it.
    """
    _refuse_unless_over(position)
    if position.rematch:
        raise Refusal(Reason.FORBIDDEN, "the rematch was made already")
    if isinstance(command, Rematch):
        return [Rematched(at=now, match_id=command.match_id, seats=command.seats)]
    if not position.rematch_due:
        raise Refusal(Reason.FORBIDDEN, "no rematch is due")
    return [RematchFailed(at=now, why=command.why)]


def turned(sides: Sequence[int]) -> tuple[Seat, ...]:
    """Where whoever sits on seat s sits in a rematch, for all s; `sides` are the sides of the seats.

    All move on by the same number of seats, the smallest that keeps sides together; nobody moves where none does.
    """
    seats = len(sides)
    for by in range(1, seats):
        goes_to = tuple((seat + by) % seats for seat in range(seats))
        if _keeps_sides(sides, goes_to):
            return goes_to
    return tuple(range(seats))


def _refuse_unless_over(position: Position) -> None:
    if position.status not in {"finished", "aborted"}:
        raise Refusal(Reason.FORBIDDEN, "the match isn't over yet")


def _keeps_sides(sides: Sequence[int], goes_to: Sequence[Seat]) -> bool:
    """Whether the seats of each side become those of one side."""
    pairs = {(sides[seat], sides[to]) for seat, to in enumerate(goes_to)}
    return len(pairs) == len(set(sides))
