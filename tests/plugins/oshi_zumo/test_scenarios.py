"""The published cases."""

from __future__ import annotations

from pathlib import Path

from undercroft.testing import run_scenarios
from undercroft_oshi_zumo.game import OshiZumo

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "oshi_zumo.yaml"


def test_every_published_case_comes_out_as_the_rules_file_says(game: OshiZumo) -> None:
    report = run_scenarios([SCENARIOS], {game.spec.id: game}.__getitem__)
    assert report.failed == []
    assert report.passed == report.cases >= 40
