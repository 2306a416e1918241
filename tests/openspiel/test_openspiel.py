"""The comparison works, with a stand-in for OpenSpiel: what it measures and plays, and how that is told."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.openspiel.__main__ import TITLES, main
from tests.openspiel.matches import results
from tests.openspiel.ours import Undercroft
from tests.openspiel.peer import OpenSpiel
from undercroft.registry import load_registry

STAND_IN = Path(__file__).with_name("stand_in")


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [str(STAND_IN), *sys.path]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(found))


@pytest.fixture
def theirs(stand_in: None) -> Iterator[OpenSpiel]:
    with OpenSpiel(Path(sys.executable)) as child:
        yield child


def test_every_kind_of_ours_is_measured_on_both_sides(theirs: OpenSpiel) -> None:
    ours = Undercroft(load_registry())
    assert set(ours.kinds) <= set(TITLES)
    for kind in ours.kinds:
        assert ours.measure(kind, 0.0).done > 0
        assert theirs.measure(kind, 0.0).done > 0


def test_seats_change_after_every_match_and_every_match_counts(theirs: OpenSpiel) -> None:
    bot = Undercroft(load_registry()).bot("heuristic")
    assert bot is not None
    ended = results(bot, theirs, 4, 0.01)
    assert {seat: sum(number for (each, _), number in ended.items() if each == seat) for seat in (0, 1)} == {0: 2, 1: 2}
    assert {how for _, how in ended} <= {"won", "drawn", "lost"}
    assert ended[0, "won"] + ended[1, "won"] >= 3  # the stand-in fills one column after the other


def test_the_report_is_a_table_or_one_line(stand_in: None, capsys: pytest.CaptureFixture[str]) -> None:
    quick = ["--slices", "1", "--seconds", "0", "--python", sys.executable, "--matches", "2", "--bot", "heuristic"]
    assert main([*quick, "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    report = json.loads(out)
    assert set(report) <= {*TITLES, "matches"}
    assert set(report["playouts"]) == {"undercroft", "openspiel", "ratio"}
    assert report["matches"]["bot"] == "heuristic"
    assert main(quick) == 0
    heads, *rows = capsys.readouterr().out.splitlines()
    assert heads.split() == ["UNDERCROFT", "OPENSPIEL", "RATIO"]
    assert rows[0].startswith(TITLES["playouts_from_python"])
    assert rows[-1].startswith("heuristic in seat1, 0.1 s a decision: ")
