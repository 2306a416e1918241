"""`undercroft bench server`, whole: a short run has every figure, they fit each other, and a gate holds or doesn't."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from undercroft.bench.server.disk import MEMORY, file_system_of

KEYS = {
    "moves_per_s", "p50_ms", "p99_ms", "raw_echo_per_s", "raw_fan_per_s", "ratio", "server_cpu_us_per_move",
    "commit_p99_ms", "rss_per_seat_kb",
}  # fmt: skip

Bench = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def bench(disk: Path) -> Bench:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", "from undercroft.cli import main; main()", "bench", "server", *arguments],
            capture_output=True,
            text=True,
            timeout=110,
            check=False,
            env={**os.environ, "UNDERCROFT_STATE": str(disk / "state"), "LC_ALL": "C.UTF-8"},
        )

    return run


def test_one_line_has_every_figure_of_both_shapes_also_where_a_gate_doesnt_hold(bench: Bench, disk: Path) -> None:
    ran = bench("--matches", "20", "--slices", "2", "--seconds", "0.3", "--json", "--gate", "1000")
    assert ran.returncode == 1, ran.stderr
    assert ran.stdout.count("\n") == 1
    told = json.loads(ran.stdout)
    assert list(told) == ["stream_a_seat", "multiplexed"]
    for figures in told.values():
        assert set(figures) == KEYS
        assert all(value > 0 for value in figures.values())
        assert figures["p50_ms"] <= figures["p99_ms"]
        assert figures["ratio"] == pytest.approx(figures["moves_per_s"] / figures["raw_fan_per_s"], rel=0.01)
    assert f"the ratio of stream_a_seat is {told['stream_a_seat']['ratio']:g}, below 1000" in ran.stderr
    assert list((disk / "state").iterdir()) == []


def test_for_people_there_is_a_table_and_how_far_it_has_come_on_stderr(bench: Bench) -> None:
    ran = bench("--matches", "3", "--clients", "2", "--slices", "1", "--seconds", "0.3", "--shape", "stream_a_seat")
    assert ran.returncode == 0, ran.stderr
    heads, *rows = ran.stdout.splitlines()
    assert heads.split() == ["STREAM_A_SEAT"]
    assert len(rows) > len(KEYS)
    assert ran.stderr.startswith("bench: stream_a_seat …\n")
    assert "\x1b" not in ran.stdout + ran.stderr


def test_a_game_that_cant_be_played_is_told_of_in_a_sentence(bench: Bench, disk: Path) -> None:
    ran = bench("--game", "tag", "--matches", "2", "--gate", "0")
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith("undercroft: the server makes no match of tag: ")
    assert list((disk / "state").iterdir()) == []


@pytest.mark.skipif(file_system_of(Path("/dev/shm")) not in MEMORY, reason="nothing here is kept in memory")
def test_a_store_in_memory_is_refused_as_its_commits_cost_nothing(bench: Bench) -> None:
    ran = bench("--folder", "/dev/shm")
    assert ran.returncode == 1
    assert "name a --folder on a disk" in ran.stderr
    assert ran.stdout == ""
