"""However many streams are opened at once: every one of them gets through."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.load.storm import TINY, run


@pytest.mark.timeout(180)
async def test_everybody_gets_through_a_storm_of_streams(tmp_path: Path) -> None:
    report = await run(tmp_path, TINY, print)
    assert report.complaints == []
