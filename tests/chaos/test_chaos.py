"""What is promised over every fault, in a minute; `make chaos` does the same for longer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.chaos.run import Run
from tests.chaos.timeline import TRICKS, Kind


@pytest.mark.timeout(600)
async def test_nothing_that_was_promised_is_broken_by_any_fault(tmp_path: Path, figure: Callable[[str], None]) -> None:
    report = await Run(tmp_path, each=3, matches=100, seed=20261130, say=print).run()
    print(*report.lines(), sep="\n")
    figure(f"{len(report.matches)} matches, {report.actions} actions, {len(report.timeline.windows)} faults")
    assert report.complaints == []
    assert len(report.matches) >= 100
    assert len({match.table.game for match in report.matches}) >= 3
    for kind in Kind:
        assert len(report.timeline.of(kind)) >= (1 if kind in TRICKS else 3)
