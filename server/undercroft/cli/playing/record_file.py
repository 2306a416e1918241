"""Records of matches in files."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from undercroft.cli.failure import Failure

__all__ = ["WHAT", "Action", "Record", "read_record"]

WHAT: Final = "the record"
"""What it is called where it can't be written."""

_FORMAT: Final = "undercroft-record/1"


class Action(msgspec.Struct, frozen=True):
    """An action as it was played: a seat's number or `chance`, and the action's text."""

    seat: int | str
    action: str


class RecordSeat(msgspec.Struct, frozen=True):
    """Who sat on a seat: a `player` or a `bot`."""

    seat: int
    kind: str
    name: str


class RecordOutcome(msgspec.Struct, frozen=True):
    """How the match ended."""

    returns: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    score: tuple[int, ...] | None = None


class Record(msgspec.Struct, frozen=True):
    """The parts of a record that a listing shows; `actions` are in order of play."""

    format: str
    match: str
    game: str
    version: str
    options: dict[str, Any]
    seats: tuple[RecordSeat, ...]
    actions: tuple[Action, ...]
    outcome: RecordOutcome | None = None
    secret: str | None = None


def read_record(path: Path) -> Record:
    """The record in a file.

    Raises:
        Failure: there is none, or it is of a format that this version doesn't know.
    """
    try:
        record = msgspec.json.decode(path.read_bytes(), type=Record)
    except OSError as error:
        raise Failure(f"the record {path} can't be read: {error.strerror}.") from error
    except msgspec.DecodeError as error:
        raise Failure(f"{path} is no record of a match: {error}.") from error
    if record.format != _FORMAT:
        raise Failure(f"the record {path} is of the format {record.format!r}; this version reads {_FORMAT}.")
    return record
