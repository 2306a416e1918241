"""Who is there and does nothing is noticed, on either side."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.load.dead_peer import TINY, run


@pytest.mark.timeout(300)
async def test_silent_clients_are_let_go_and_a_silent_server_is_noticed(tmp_path: Path) -> None:
    report = await run(tmp_path, TINY, print)
    assert report.complaints == []
