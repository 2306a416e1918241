"""For whoever writes a game or a bot: the conformance kit and the scenario runner.

    from undercroft.testing import check_game

    def test_my_game_keeps_the_contract() -> None:
        check_game(MyGame(), matches=50)

Failures are `CheckFailed`, an `AssertionError`, so any test runner shows them; none is needed.
"""

from undercroft.testing.bots import BotReport, check_bot
from undercroft.testing.conformance import CheckReport, Progress, check_game
from undercroft.testing.failure import CheckFailed, Property, Reproduction
from undercroft.testing.scenario import FailedCase, ScenarioReport, run_scenarios
from undercroft.testing.scenario_file import ScenarioError

__all__ = [
    "BotReport",
    "CheckFailed",
    "CheckReport",
    "FailedCase",
    "Progress",
    "Property",
    "Reproduction",
    "ScenarioError",
    "ScenarioReport",
    "check_bot",
    "check_game",
    "run_scenarios",
]
