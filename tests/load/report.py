"""What a run has found: figures to be read, goals they are held to, and complaints."""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

__all__ = ["Figure", "Report", "growth_a_minute", "percentile"]


class Figure(msgspec.Struct, frozen=True):
    """One number: `of` says what was measured, `what` what of it.

    `goal` is the most it should be on a machine that does nothing else; None: just a number.
    """

    of: str
    what: str
    value: float
    unit: str
    goal: float | None = None

    @property
    def line(self) -> str:
        """For a table."""
        goal = "" if self.goal is None else f"goal {_short(self.goal)}{'' if self.value <= self.goal else '  MISSED'}"
        return f"    {self.what:<52} {_short(self.value):>10} {self.unit:<8} {goal}".rstrip()


@dataclass
class Report:
    """Of one run: what was measured, and everything that should hold on any machine and didn't."""

    name: str
    figures: list[Figure] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    load_average: float = field(default_factory=lambda: os.getloadavg()[0])

    def add(self, of: str, what: str, value: float, unit: str = "", goal: float | None = None) -> None:
        """Note a figure."""
        self.figures.append(Figure(of, what, value, unit, goal))

    def expect(self, true: object, complaint: str) -> None:
        """Complain unless it is true."""
        if not true:
            self.complaints.append(complaint)

    @property
    def table(self) -> str:
        """For people."""
        lines = [
            f"{self.name} (load average {self.load_average:.1f} at the start, {os.getloadavg()[0]:.1f} at the end)"
        ]
        for of, figures in itertools.groupby(self.figures, key=lambda figure: figure.of):
            lines += [f"  {of}", *(figure.line for figure in figures)]
        return "\n".join([*lines, *(f"  WRONG: {complaint}" for complaint in self.complaints)])

    @property
    def json(self) -> str:
        """The same in one line."""
        return msgspec.json.encode(self).decode()


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that so many per cent of the values don't exceed; 0 of none."""
    if not values:
        return 0.0
    rank = -(-len(values) * percent // 100)
    return sorted(values)[max(0, int(rank) - 1)]


def growth_a_minute(samples: Sequence[tuple[float, float]]) -> float:
    """The slope of the straight line that fits (seconds, value) best, for each minute; 0 of fewer than two samples."""
    count = len(samples)
    if count < 2:
        return 0.0
    mean_time = sum(at for at, _ in samples) / count
    mean_value = sum(value for _, value in samples) / count
    spread = sum((at - mean_time) ** 2 for at, _ in samples)
    return 60 * sum((at - mean_time) * (value - mean_value) for at, value in samples) / spread if spread else 0.0


def _short(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:.3g}"
