"""`undercroft arena`: a table for people, one line or CSV for programs, a picture; stopped and gone on with."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from undercroft.cli import cli
from undercroft.cli.failure import Failure
from undercroft.cli.screen.cross_table import check_drawable

FIRST_TRY = Path(__file__).parents[2] / "third_party" / "first_try"
HALVER = f"{FIRST_TRY / 'halver.py'}:Halver"
GAME = ("hidden-number", HALVER, "random", "--plugins", str(FIRST_TRY), "--workers", "2")


@pytest.fixture
def arena() -> Callable[..., Result]:
    return lambda *arguments: CliRunner().invoke(cli, ("arena", *arguments), prog_name="undercroft")


def told(ran: Result) -> dict[str, Any]:
    assert ran.exit_code == 0, ran.stderr
    assert ran.stdout.count("\n") == 1
    result: dict[str, Any] = json.loads(ran.stdout)
    return result


def test_a_table_the_pairs_and_what_was_played(arena: Callable[..., Result]) -> None:
    ran = arena(*GAME, "--matches", "20")
    assert ran.exit_code == 0, ran.stderr
    bots, pairs, ends = ran.stdout.split("\n\n")
    heads, best, _ = bots.splitlines()
    assert heads.split() == ["BOT", "RATING", "95", "%", "MATCHES", "WON", "DRAWN", "LOST", "FAULTS", "S/MOVE"]
    assert best.startswith(HALVER)
    assert pairs.splitlines()[0].split() == ["BOT", "RIVAL", "WON", "DRAWN", "LOST", "SHARE", "95", "%"]
    assert ends == "hidden-number 1, 2 seats, seed 0: 20 matches, 10 deals\n"
    assert ran.stderr == "arena\n", "a bar is for terminals"


def test_one_line_of_json(arena: Callable[..., Result]) -> None:
    result = told(arena(*GAME, "--matches", "19", "--seed", "4", "--json"))
    assert set(result) == {
        "game", "version", "seats", "seed", "matches", "deals", "sure", "endless", "void", "bots", "pairs",
    }  # fmt: skip
    assert (result["matches"], result["seed"], result["sure"]) == (20, 4, False)
    assert [bot["bot"] for bot in result["bots"]] == [HALVER, "random"]
    for bot in result["bots"]:
        assert bot["low"] < bot["rating"] < bot["high"]
        assert bot["won"] + bot["drawn"] + bot["lost"] == bot["matches"] == 20
    (pair,) = result["pairs"]
    assert (pair["bot"], pair["rival"], pair["won"]) == (HALVER, "random", result["bots"][0]["won"])


def test_csv(arena: Callable[..., Result]) -> None:
    ran = arena(*GAME, "--matches", "20", "--csv")
    assert ran.exit_code == 0, ran.stderr
    rows = list(csv.DictReader(io.StringIO(ran.stdout)))
    assert [row["bot"] for row in rows] == [HALVER, "random"]
    assert {"rating", "low", "high", "matches", "won", "drawn", "lost", "crash", "timeout", "illegal"} <= set(rows[0])


def test_until_sure_it_stops_before_the_end(arena: Callable[..., Result]) -> None:
    result = told(arena(*GAME, "--matches", "5000", "--until-sure", "--json"))
    assert result["sure"]
    assert result["matches"] < 500
    assert result["pairs"][0]["low"] > 0.5


def test_with_a_wanted_share_it_stops_once_that_is_surely_passed_or_missed(arena: Callable[..., Result]) -> None:
    result = told(arena(*GAME, "--matches", "5000", "--wanted", "0.98", "--json"))
    assert result["sure"]
    assert result["pairs"][0]["high"] < 0.98


def test_options_of_the_game_and_more_seats(arena: Callable[..., Result]) -> None:
    result = told(arena(*GAME, "--matches", "12", "--seats", "3", "-o", "numbers=5", "--json"))
    assert (result["seats"], result["matches"]) == (3, 12)


@pytest.mark.parametrize("name", ["table.svg", "table.png"])
def test_a_picture_of_the_cross_table(arena: Callable[..., Result], tmp_path: Path, name: str) -> None:
    ran = arena(*GAME, "--matches", "10", "--picture", str(tmp_path / name))
    assert ran.exit_code == 0, ran.stderr
    drawn = (tmp_path / name).read_bytes()
    if name.endswith("svg"):
        assert b"halver.py:Halver" in drawn
        assert b"hidden-number 1" in drawn
    else:
        assert drawn.startswith(b"\x89PNG")


def test_a_picture_without_what_draws_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(Failure, match=r"pip install 'undercroft\[arena\]'"):
        check_drawable()


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (("hidden-nummer", "random", "random"), 1, 'there is no game "hidden-nummer"; perhaps hidden-number.'),
        (("hidden-number", "random", "rando"), 1, 'bot "rando"'),
        (("hidden-number", "random"), 1, "an arena needs two bots"),
        (("hidden-number", "random", "random", "--seats", "9"), 1, "hidden-number is for 2, 3, 4 seats, not 9"),
        (("connect-four", HALVER, "random"), 1, "Halver plays hidden-number, not connect-four"),
        (("hidden-number", "random", "random", "--json", "--csv"), 2, "give one of them"),
        (("hidden-number", "random", "random", "random", "--wanted", "0.6"), 2, "--wanted is about two bots"),
        (("hidden-number", "random", "random", "--picture", "table.gif"), 2, "ends in .png or .svg"),
        (("hidden-number", "random", "random", "--picture", "no/where.svg"), 1, "there is no directory"),
        (("hidden-number", "random", "random", "--results", "no/where"), 1, "can't be kept: No such file"),
    ],
)
def test_what_cant_be_played_is_told_of_in_a_sentence(
    arena: Callable[..., Result], arguments: tuple[str, ...], status: int, why: str
) -> None:
    ran = arena(*arguments, "--plugins", str(FIRST_TRY))
    assert (ran.exit_code, ran.stdout) == (status, "")
    assert why in ran.stderr


def test_a_bots_faults_are_counted_and_their_reasons_listed(arena: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from undercroft.bot import Bot\n\nclass Mine(Bot):\n    def choose(self, turn):\n        return {}['move']\n"
    )
    ran = arena("connect-four", f"{tmp_path / 'mine.py'}:Mine", "random", "--matches", "4", "--workers", "1")
    assert ran.exit_code == 0, ran.stderr
    assert "mine.py:Mine failed 4 times: crash: KeyError: 'move' (mine.py:5)" in ran.stdout


def test_what_was_stopped_by_ctrl_c_is_told_and_the_same_command_goes_on(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\nfrom undercroft.bot import Bot\n\nclass Slow(Bot):\n    needs_belief = False\n"
        "    def choose(self, turn):\n        time.sleep(0.005)\n        return turn.legal[0]\n"
    )
    kept = tmp_path / "results.jsonl"
    command = [
        sys.executable, "-c", "from undercroft.cli import main; main()",
        "arena", "connect-four", f"{tmp_path / 'slow.py'}:Slow", "random", "--workers", "2", "--results", str(kept),
    ]  # fmt: skip
    arena = subprocess.Popen(
        [*command, "--matches", "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    end = time.monotonic() + 60
    while (not kept.exists() or kept.read_bytes().count(b"\n") < 8) and time.monotonic() < end:
        time.sleep(0.05)
    os.kill(arena.pid, signal.SIGINT)
    out, log = arena.communicate(timeout=60)
    assert arena.returncode == 1
    assert "The same command goes on from" in log
    assert "connect-four" in out
    played = kept.read_bytes().count(b"\n") - 1
    matches = str(2 * (played // 2 + 1))
    ran = subprocess.run(
        [*command, "--matches", matches, "--json"], capture_output=True, text=True, timeout=60, check=True
    )
    assert json.loads(ran.stdout)["matches"] == int(matches)
    assert kept.read_bytes().count(b"\n") - 1 <= played + 3, "what was known isn't played again"
