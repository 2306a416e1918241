"""What all tests share: figures that a test has measured are printed at the end of the run."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import settings

settings.register_profile("patient", deadline=None)  # nothing is asserted about time
settings.load_profile("patient")

FIGURE = "figure"


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Say a figure: it is told, and nothing is asserted about it, as machines are noisy."""
    return lambda text: record_property(FIGURE, text)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, ())]
    figures = [
        (report.nodeid, text)
        for report in reports
        if report.when == "call"
        for name, text in report.user_properties
        if name == FIGURE
    ]
    if figures:
        terminalreporter.section("figures")
        for test, text in sorted(figures, key=lambda pair: pair[0]):
            terminalreporter.line(f"{test.rpartition('::')[2]}: {text}")
