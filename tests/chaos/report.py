"""What a run did and found, as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from tests.chaos.checker.clocks import charges
from tests.chaos.disk import Disk
from tests.chaos.history import Command, MatchHistory
from tests.chaos.server_process import ServerProcess
from tests.chaos.timeline import Kind, Timeline, Window
from undercroft_client import Reason


@dataclass
class Report:
    """The figures of a run, and what is wrong."""

    timeline: Timeline
    matches: Sequence[MatchHistory]
    server: ServerProcess
    disk: Disk
    actions: int = 0
    seconds: float = 0.0
    complaints: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The report."""
        yield f"{'fault':<34}{'how many':>9}  figures"
        for kind in Kind:
            windows = self.timeline.of(kind)
            yield f"{kind:<34}{len(windows):>9}  {self._figures(kind, windows)}"
        yield from self.disk.describe()
        yield f"SQLite said: {_counted(self.server.log.sqlite_said())}"
        yield f"the server didn't come up at once {self.server.failed_starts} times"
        yield f"matches: {len(self.matches)}, {self.actions} actions; {_counted(self._games())}"
        yield f"line-ups: {_counted(Counter(match.table.lineup for match in self.matches))}"
        yield f"ends: {_counted(self._ends())}"
        yield f"clocks: {self._clocks()}"
        yield f"commands: {len(self._commands)}; refused: {_counted(self._refusals())}"
        yield f"{self.seconds:.0f} s, {len(self.complaints)} complaints"

    def _figures(self, kind: Kind, windows: Sequence[Window]) -> str:
        """How long they were on, and what became of commands meanwhile."""
        if not windows:
            return ""
        seconds = [window.seconds for window in windows]
        figures = f"on for {median(seconds):.2f} s (longest {max(seconds):.2f})"
        during = [self._during(window) for window in windows]
        played = sum(command.accepted is not None for commands in during for command in commands)
        figures += f"; {played} commands were accepted meanwhile"
        if kind in {Kind.FULL, Kind.READ_ONLY}:
            refused = [
                sum(command.refused is Reason.STORAGE_UNAVAILABLE for command in commands) for commands in during
            ]
            figures += f", {sum(refused)} refused by the store, in {sum(map(bool, refused))} of the faults"
        return figures

    def _during(self, window: Window) -> list[Command]:
        return [command for command in self._commands if window.began <= command.answered <= window.ended]

    @property
    def _commands(self) -> list[Command]:
        return [command for match in self.matches for reader in match.readers for command in reader.commands]

    def _refusals(self) -> Counter[str]:
        return Counter(str(command.refused) for command in self._commands if command.refused is not None)

    def _games(self) -> Counter[str]:
        return Counter(f"{match.table.game} of {len(match.table.seats)}" for match in self.matches)

    def _ends(self) -> Counter[str]:
        return Counter(end.reason for match in self.matches for end in match.readers[0].ends)

    def _clocks(self) -> str:
        made = [
            charge
            for match in self.matches
            for reader in match.players
            for charge in charges(match.table, reader, self.timeline)
        ]
        worst = max((charge.off for charge in made), default=0.0)
        return f"{len(made)} decisions, at worst {worst:.2f} s outside of what was possible"


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{what} {count}" for what, count in counter.most_common()) or "nothing"
