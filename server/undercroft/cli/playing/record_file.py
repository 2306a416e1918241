"""Records of matches in files."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final

import msgspec

from undercroft.cli.failure import Failure

__all__ = ["Action", "Record", "check_writable", "read_record", "write_record"]

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


def check_writable(path: Path | None) -> None:
    """Do nothing if a record can be written there, as far as can be told before a long match.

    Raises:
        Failure: it can't.
    """
    if path is None:
        return
    if path.is_dir():
        raise Failure(f"the record {path} can't be written: it is a directory.")
    folder = path.resolve().parent
    if not folder.is_dir():
        raise Failure(f"the record {path} can't be written: there is no directory {folder}.")
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise Failure(f"the record {path} can't be written: permission denied.")


def write_record(path: Path, record: str) -> None:
    """Write a record, whole or not at all.

    Raises:
        Failure: it can't be written.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe or a device can't be replaced
            path.write_text(f"{record}\n", encoding="utf-8")
            return
        with NamedTemporaryFile("w", dir=path.resolve().parent, delete=False, encoding="utf-8") as file:
            file.write(f"{record}\n")
        temporary = Path(file.name)
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        raise Failure(f"the record {path} can't be written: {error.strerror}.") from error


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
