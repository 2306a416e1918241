"""Bots that have dialled in play each other, all at once, and nobody has to stand in for any."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.load.remote_bots import TINY, run


@pytest.mark.timeout(180)
async def test_connected_bots_that_all_play_at_once_finish_without_a_fault(tmp_path: Path) -> None:
    report = await run(tmp_path, TINY, print)
    assert report.complaints == []
