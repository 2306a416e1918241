"""What a server has logged, and which tracebacks in it a fault explains."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.chaos.timeline import UNWRITABLE, Kind, Timeline, now

_TRACEBACK = "Traceback (most recent call last)"


@dataclass(frozen=True)
class Line:
    """A line, when it was read, and what stands in it if it is one of the server's own."""

    at: float
    text: str
    event: str = ""
    exception: str = ""

    @property
    def has_traceback(self) -> bool:
        """Whether something was raised that somebody should look at."""
        return _TRACEBACK in self.text


@dataclass(frozen=True)
class Explained:
    """A traceback that may be there: beside such an event, of such an exception, while such a fault is on."""

    event: str
    exception: str
    kinds: Sequence[Kind]

    def fits(self, line: Line, timeline: Timeline) -> bool:
        """Whether this is one of those."""
        last = line.exception.strip().rpartition("\n")[2]
        return (
            re.fullmatch(self.event, line.event) is not None
            and re.fullmatch(self.exception, last) is not None
            and bool(timeline.touching(line.at, line.at, self.kinds, MARGIN_S))
        )


MARGIN_S = 2.0
"""A line may be read so much later than the fault was over that it tells of."""

EXPLAINED = (
    Explained(
        r"the store \S+ can't be written: .*",
        r"sqlite3\.OperationalError: (database or disk is full|disk I/O error|attempt to write a readonly database"
        r"|unable to open database file)",
        UNWRITABLE,
    ),
)


class ServerLog:
    """The lines of a server, and of those that came after it."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def add(self, text: str) -> None:
        """Take a line in."""
        self.lines.append(_parsed(text))

    def tracebacks(self, timeline: Timeline) -> list[str]:
        """The lines with a traceback that no fault explains."""
        return [
            f"a traceback in the server's log: {line.text}"
            for line in self.lines
            if line.has_traceback and not any(explained.fits(line, timeline) for explained in EXPLAINED)
        ]

    def sqlite_said(self) -> Counter[str]:
        """How often which error of SQLite's was logged."""
        said = (re.search(r"the store \S+ can't be (written|read): (.+)", line.event) for line in self.lines)
        return Counter(match[2] for match in said if match)


def _parsed(text: str) -> Line:
    try:
        fields = json.loads(text)
        return Line(now(), text, str(fields["event"]), str(fields.get("exception", "")))
    except (ValueError, TypeError, KeyError):
        return Line(now(), text)
