"""The rows with which a match begins."""

from __future__ import annotations

from typing import Any

from undercroft.game import Game
from undercroft.match.commands import NewMatch, SeatPlan
from undercroft.match.rows import Created, Fill, Seated

__all__ = ["opening_rows"]


def opening_rows(game: Game[Any, Any, Any, Any], new: NewMatch, now: int) -> tuple[Created, *tuple[Seated, ...]]:
    """The row `created`, and one for each seat that is taken from the beginning; `now` in Unix milliseconds."""
    created = Created(
        at=now,
        match_id=new.match_id,
        game=game.spec.id,
        game_version=game.spec.version,
        options=new.options,
        fills=tuple(Fill(plan.kind, plan.name, plan.code) for plan in new.seats),
        secret=new.secret.hex(),
        record=new.record,
        spectators=new.spectators,
        spectator_delay=new.spectator_delay,
        fallback_bot=new.fallback_bot,
        pace_ms=new.pace_ms,
        seeded=new.seeded,
        unfilled_s=new.unfilled_s,
        time_control=new.time_control,
        on_timeout=new.on_timeout,
        abandon_s=new.abandon_s,
        request_hash=new.request_hash,
        rematch_of=new.rematch_of,
        rated=new.rated,
    )
    return created, *(_seated(plan, seat, now) for seat, plan in enumerate(new.seats) if plan.kind != "open")


def _seated(plan: SeatPlan, seat: int, now: int) -> Seated:
    return Seated(
        at=now,
        seat=seat,
        kind=plan.kind,
        name=plan.name,
        token_hash=plan.token_hash,
        entropy_hash=plan.entropy_hash,
        owner=plan.owner,
        version=plan.version,
    )
