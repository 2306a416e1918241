"""The published rulings."""

from __future__ import annotations

from pathlib import Path

from undercroft.testing import run_scenarios
from undercroft_psychos.game import PsychosOfTheUnderground

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "psychos_of_the_underground.yaml"


def test_every_published_case_comes_out_as_the_rules_file_says(game: PsychosOfTheUnderground) -> None:
    report = run_scenarios([SCENARIOS], {game.spec.id: game}.__getitem__)
    assert report.failed == []
    assert report.passed == report.cases >= 62
