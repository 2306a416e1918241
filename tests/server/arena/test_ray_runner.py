"""Ray: the same results as on this machine's own processes.

Ray isn't among the tools of `make test`: it weighs as much as all others together. Where it is installed
(`pip install 'undercroft[ray]'`), a real local cluster plays.
"""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest
from msgspec.structs import replace

from undercroft.arena.contest import ArenaError
from undercroft.arena.ray_runner import RayRunner
from undercroft.arena.runner import LocalRunner, Runner
from undercroft.arena.running import Arena
from undercroft.arena.standings import standings

INSTALLED = importlib.util.find_spec("ray") is not None


def result_of(contest: Any, runner: Runner, matches: int) -> Any:
    arena = Arena(contest, matches)
    arena.run(runner, None, lambda done: None)
    result = standings(arena)
    return replace(result, bots=[replace(bot, seconds_a_move=0.0, slowest=0.0) for bot in result.bots])


@pytest.mark.skipif(not INSTALLED, reason="Ray isn't installed: pip install 'undercroft[ray]'")
@pytest.mark.filterwarnings("default")
@pytest.mark.timeout(300)
def test_a_local_cluster_comes_to_the_same_result_faults_and_all(
    contests: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    contest = contests.make(contests.halver, "random", contests.own("Leaves"), seed=3)
    on_ray = result_of(contest, RayRunner(2, contests.folder), 30)
    assert on_ray == result_of(contest, LocalRunner(2, contests.folder), 30)
    assert on_ray.matches == 30


@pytest.mark.skipif(INSTALLED, reason="Ray is installed")
def test_without_ray_it_is_said_what_to_install() -> None:
    with pytest.raises(ArenaError, match=r"pip install 'undercroft\[ray\]'"):
        RayRunner(None)
