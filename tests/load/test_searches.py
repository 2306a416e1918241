"""Who plays while bots search is answered all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.load.searches import TINY, run


@pytest.mark.timeout(180)
async def test_actions_reach_both_seats_while_bots_search(tmp_path: Path) -> None:
    report = await run(tmp_path, TINY, print)
    assert report.complaints == []
