"""What everybody may know of a match, and what is kept of it when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from undercroft.game import CHANCE, Outcome, Seat
from undercroft.match.chance import commitment
from undercroft.match.position import Position
from undercroft.match.rows import Acted, BotFault, Forfeited, Row, Seated
from undercroft.match.time_control import TimeControl

__all__ = ["RECORD_FORMAT", "MatchInfo", "SeatInfo", "info_of", "record_of"]

RECORD_FORMAT = "undercroft-record/1"


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everybody may see it: kind `open`, `player` or `bot`."""

    seat: Seat
    kind: str
    name: str
    side: int


class MatchInfo(msgspec.Struct, frozen=True):
    """A match as everybody may see it. `created_at` is Unix time in seconds; `commitment` is hex."""

    match_id: str
    game: str
    game_version: str
    options: str
    seats: tuple[SeatInfo, ...]
    status: str
    created_at: int
    commitment: str
    record: str
    spectators: str
    outcome: Outcome | None
    time_control: TimeControl | None = None
    on_timeout: str = "forfeit"
    spectator_delay: int = 0
    abandon_s: int = 0
    rated: bool = False


def info_of(position: Position) -> MatchInfo:
    """The public side of a match."""
    created = position.created
    return MatchInfo(
        match_id=created.match_id,
        game=created.game,
        game_version=created.game_version,
        options=created.options,
        seats=tuple(
            SeatInfo(seat, occupant.kind, occupant.name, position.sides[seat])
            for seat, occupant in enumerate(position.occupants)
        ),
        status=position.status,
        created_at=created.at // 1000,
        commitment=commitment(bytes.fromhex(created.secret)).hex(),
        record=created.record,
        spectators=created.spectators,
        outcome=position.outcome,
        time_control=created.time_control,
        on_timeout=created.on_timeout,
        spectator_delay=created.spectator_delay,
        abandon_s=created.abandon_s,
        rated=created.rated,
    )


def record_of(position: Position, rows: Sequence[Row], seat: Seat | None) -> bytes:
    """The record of a finished match as JSON: whole, or with `seat` that seat's own actions and no secret."""
    created = position.created
    whole = seat is None
    outcome = position.outcome
    record: dict[str, Any] = {
        "format": RECORD_FORMAT,
        "match": created.match_id,
        "game": created.game,
        "version": created.game_version,
        "options": msgspec.Raw(created.options.encode()),
        "seats": [
            {"seat": row.seat, "kind": row.kind, "name": row.name}
            for row in sorted((row for row in rows if isinstance(row, Seated)), key=lambda row: row.seat)
        ],
        "created_at": created.at // 1000,
        "commitment": commitment(bytes.fromhex(created.secret)).hex(),
        "secret": created.secret if whole else None,
        "entropies": [row.entropy for row in rows if isinstance(row, Seated)] if whole else [],
        "actions": [
            {"seat": "chance" if row.seat == CHANCE else row.seat, "action": row.text}
            for row in rows
            if isinstance(row, Acted) and (whole or row.seat == seat)
        ],
        "bot_faults": [
            {"seat": row.seat, "bot": row.bot, "why": row.why, "replaced_by": row.replaced_by}
            for row in rows
            if isinstance(row, BotFault) and (whole or row.seat == seat)
        ],
        "forfeits": [
            {"seat": row.seat, "why": row.why, "stand_in": row.stand_in} for row in rows if isinstance(row, Forfeited)
        ],
        "outcome": None if outcome is None else outcome_json(outcome),
    }
    return msgspec.json.encode(record)


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as in records; `score` only where the game has one."""
    fields: dict[str, Any] = {
        "returns": outcome.returns,
        "winners": outcome.winners,
        "reason": outcome.reason,
    }
    if outcome.score is not None:
        fields["score"] = outcome.score
    return fields
