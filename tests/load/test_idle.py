"""Matches that nobody looks at are on disk only, and come back as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.load.idle import TINY, run


@pytest.mark.timeout(180)
async def test_idle_matches_cost_no_memory_and_are_there_when_asked_for(tmp_path: Path) -> None:
    report = await run(tmp_path, TINY, print)
    assert report.complaints == []
