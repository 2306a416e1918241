"""`undercroft ladder`, on a server and on this machine."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_an_empty_ladder_says_how_to_fill_it(undercroft: Run) -> None:
    ran = undercroft("ladder", "connect-four")
    assert (ran.returncode, ran.stdout) == (0, "")
    assert "undercroft create connect-four --rated" in ran.stderr
    assert json.loads(undercroft("ladder", "connect-four", "--json").stdout) == {"game": "connect-four", "ladder": []}


def test_an_unknown_game_is_named_with_the_nearest(undercroft: Run) -> None:
    ran = undercroft("ladder", "connect-fou")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "connect-four" in ran.stderr
