"""A server that is told to stop ends every stream well, whoever reads and whoever doesn't."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.load.shutdown import TINY, run


@pytest.mark.timeout(180)
async def test_everybody_is_told_goodbye_and_the_process_ends_well(tmp_path: Path) -> None:
    report = await run(tmp_path, TINY, print)
    assert report.complaints == []
