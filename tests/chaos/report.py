"""What a run did and found, as a table."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median

from tests.chaos.checker.clocks import charges
from tests.chaos.disk import Disk
from tests.chaos.history import Command, MatchHistory
from tests.chaos.server_process import ServerProcess
from tests.chaos.timeline import TRICKS, UNWRITABLE, Kind, Timeline, Window
from undercroft_client import Reason


@dataclass
class Report:
    """The figures of a run, and what is wrong. `most_memory` is the server's, in bytes."""

    timeline: Timeline
    matches: Sequence[MatchHistory]
    server: ServerProcess
    disk: Disk
    actions: int = 0
    seconds: float = 0.0
    most_memory: int = 0
    complaints: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The report, for people."""
        yield f"{'fault':<34}{'how many':>9}  figures"
        for kind in Kind:
            windows = self.timeline.of(kind)
            yield f"{kind:<34}{len(windows):>9}  {self._figures(kind, windows) if windows else ''}"
        yield from self.disk.describe()
        yield f"SQLite said: {_counted(self.server.log.sqlite_said())}"
        yield f"the server: {self.most_memory >> 20} MiB at most; {self.server.failed_starts} starts came to nothing"
        yield f"matches: {len(self.matches)}, {self.actions} actions; {_counted(self._games())}"
        yield f"line-ups: {_counted(Counter(match.table.lineup for match in self.matches))}"
        yield f"ends: {_counted(self._ends())}"
        yield f"clocks: {self._clocks()}"
        yield f"commands: {len(self._commands)}; refused: {_counted(_reasons(self._commands))}"
        yield f"{self.seconds:.0f} s, {len(self.complaints)} complaints"

    def _figures(self, kind: Kind, windows: Sequence[Window]) -> str:
        return self._of_trick(kind) if kind in TRICKS else self._of_fault(kind, windows)

    def _of_fault(self, kind: Kind, windows: Sequence[Window]) -> str:
        """How long they were on, what was accepted meanwhile, and how soon afterwards."""
        on = [window.seconds for window in windows]
        accepted = [bisect_right(self._accepted, window.ended) - self._first_after(window.began) for window in windows]
        figures = f"on for {_spread(on)}; {sum(accepted)} commands accepted meanwhile"
        waits = [
            self._accepted[first] - window.ended
            for window in windows
            if (first := self._first_after(window.ended)) < len(self._accepted)
        ]
        if kind in UNWRITABLE:
            refused = [sum(window.began <= at <= window.ended for at in self._refused) for window in windows]
            figures += f", {sum(refused)} refused by the store, in {sum(map(bool, refused))} of the faults"
        return f"{figures}; the next one {_spread(waits)} after the end" if waits else figures

    def _of_trick(self, kind: Kind) -> str:
        sent = [command for command in self._commands if command.trick is kind]
        accepted = sum(command.accepted is not None for command in sent)
        return f"{accepted} accepted, refused: {_counted(_reasons(sent))}"

    def _first_after(self, at: float) -> int:
        return bisect_left(self._accepted, at)

    @cached_property
    def _accepted(self) -> list[float]:
        return sorted(command.answered for command in self._commands if command.accepted is not None)

    @cached_property
    def _refused(self) -> list[float]:
        return [command.answered for command in self._commands if command.refused is Reason.STORAGE_UNAVAILABLE]

    @cached_property
    def _commands(self) -> list[Command]:
        return [command for match in self.matches for reader in match.readers for command in reader.commands]

    def _games(self) -> Counter[str]:
        return Counter(f"{match.table.game} of {len(match.table.seats)}" for match in self.matches)

    def _ends(self) -> Counter[str]:
        return Counter(end.reason for match in self.matches for end in match.readers[0].ends)

    def _clocks(self) -> str:
        off = [
            charge.off
            for match in self.matches
            for reader in match.players
            for charge in charges(match.table, reader, self.timeline)
        ]
        return f"{len(off)} decisions looked at, at worst {max(off, default=0.0):.2f} s outside of what was possible"


def _reasons(commands: Iterable[Command]) -> Counter[str]:
    return Counter(str(command.refused) for command in commands if command.refused is not None)


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{what} {count}" for what, count in counter.most_common()) or "none"


def _spread(seconds: Sequence[float]) -> str:
    return f"{median(seconds):.2f} s (at most {max(seconds):.2f})"
