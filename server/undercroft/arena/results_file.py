"""What was played so far, in a file: whoever stops an arena goes on from there.

The first line is the contest, every other one the result of a match, as JSON. A line that was only begun when the power
went is dropped, and its match played again.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

import msgspec

from undercroft.arena.contest import ArenaError, Contest
from undercroft.arena.playing import MatchResult

__all__ = ["FORMAT", "ResultsFile"]

FORMAT: Final = "undercroft-arena/1"


class _Head(msgspec.Struct, frozen=True):
    format: str
    contest: Contest


class ResultsFile:
    """The results in the file at `path`, made if it isn't there.

    Raises:
        ArenaError: it can't be read or written, holds something else or another contest's results, or is in use.
    """

    def __init__(self, path: Path, contest: Contest) -> None:
        self._path = path
        self.known: dict[int, MatchResult] = {}
        try:
            self._file: IO[bytes] = path.open("a+b")
        except OSError as error:
            raise ArenaError(f"the results {path} can't be kept: {error.strerror}") from error
        try:
            self._lock()
            self._read(contest)
        except BaseException:
            self._file.close()
            raise

    def add(self, result: MatchResult) -> None:
        """Keep a result; on its way to the disk when this returns.

        Raises:
            ArenaError: the file can't be written.
        """
        self._write(msgspec.json.encode(result))

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise ArenaError(f"another arena keeps its results in {self._path}") from error

    def _read(self, contest: Contest) -> None:
        self._file.seek(0)
        head, wanted = self._file.readline(), msgspec.json.encode(_Head(FORMAT, contest))
        if not head.endswith(b"\n") and wanted.startswith(head):  # new, or the power went at once
            os.ftruncate(self._file.fileno(), 0)
            self._write(wanted)
            return
        self._compare(head, contest)
        decode = msgspec.json.Decoder(MatchResult).decode
        for number, line in enumerate(self._whole_lines(len(head)), 2):
            try:
                result = decode(line)
            except msgspec.DecodeError as error:
                raise ArenaError(f"line {number} of {self._path} is no result of an arena") from error
            self.known[result.number] = result

    def _whole_lines(self, length: int) -> Iterator[bytes]:
        """The other lines that were written to their ends; what was only begun is cut off. `length` is the first's."""
        for line in self._file:
            if not line.endswith(b"\n"):
                os.ftruncate(self._file.fileno(), length)
                return
            length += len(line)
            yield line

    def _compare(self, head: bytes, contest: Contest) -> None:
        try:
            kept = msgspec.json.decode(head, type=_Head)
        except msgspec.DecodeError:
            kept = None
        if kept is None or kept.format != FORMAT:
            raise ArenaError(f"{self._path} isn't a file of an arena's results; name another one")
        for name in Contest.__struct_fields__:
            was, is_now = getattr(kept.contest, name), getattr(contest, name)
            if was != is_now:
                why = _difference(name, was, is_now)
                raise ArenaError(f"{self._path} holds other results: {why}; name another file")

    def _write(self, line: bytes) -> None:
        try:
            self._file.write(line + b"\n")
            self._file.flush()
        except OSError as error:
            raise ArenaError(f"the results {self._path} can't be kept: {error.strerror}") from error


def _difference(name: str, was: object, is_now: object) -> str:
    if name == "code":
        return "a bot's code has changed since"
    return f"{name.replace('_', ' ')} was {_shown(was)}, not {_shown(is_now)}"


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
