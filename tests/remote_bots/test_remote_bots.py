"""Bots, the server and connections are killed at random: matches end as they should, nothing is applied twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.remote_bots.run import TINY, run


@pytest.mark.timeout(400)
async def test_matches_of_connected_bots_survive_whatever_is_killed(
    tmp_path: Path, figure: Callable[[str], None]
) -> None:
    report = await run(tmp_path, TINY, seed=20261130, say=print)
    print(*report.lines(), sep="\n")
    figure(f"{report.matches} matches, {report.actions} actions, {sum(report.faults.values())} faults")
    assert report.complaints == []
    assert report.matches == TINY.matches
