"""A watched match bears spectators who never read: nobody loses anything, and nothing piles up for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.load.watchers import FULL, TINY, run


@pytest.mark.timeout(180)
async def test_spectators_who_never_read_cost_nobody_anything(tmp_path: Path) -> None:
    report = await run(tmp_path, TINY, print)
    assert report.complaints == []


@pytest.mark.parametrize(("minutes", "slices"), [(10, 60), (1, 6), (0.01, 2)])
def test_a_run_that_lasts_longer_has_as_many_slices_of_either_kind(minutes: float, slices: int) -> None:
    assert FULL.lasting(minutes).slices == slices
