"""Thinking time as people write it."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from undercroft.cli import cli
from undercroft.cli.playing.time_controls import time_control
from undercroft_client import Correspondence, Fischer, PerMove


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("5m+3s", Fischer(300, 3)),
        ("1h", Fischer(3_600, 0)),
        ("90s+0s", Fischer(90, 0)),
        ("30s/move", PerMove(30)),
        ("2d", Correspondence(2)),
    ],
)
def test_a_time_is_read(text: str, control: object) -> None:
    assert time_control(text) == control


@pytest.mark.parametrize("text", ["", "5", "m", "5m+", "5m + 3s", "-5m", "2d+1h+3s", "30s/turn", "5\u0663s"])
def test_what_is_no_time_is_refused_with_examples(text: str) -> None:
    assert time_control(text) is None
    result = CliRunner().invoke(cli, ["create", "dungeon-of-fear", "--time", text, "--server", "127.0.0.1:1"])
    assert result.exit_code == 2
    assert "5m+3s" in result.output
