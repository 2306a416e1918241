"""The file of results: what was played is there again, half a line is not, and another contest's is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from undercroft.arena.contest import ArenaError
from undercroft.arena.playing import Fault, MatchResult
from undercroft.arena.results_file import ResultsFile

RESULTS = [
    MatchResult(number=1, winners=(0,), decisions=(3, 2), seconds=(0.1, 0.2), slowest=(0.1, 0.1)),
    MatchResult(number=0, winners=(1,), fault=Fault(0, "crash", "KeyError: 'ключ'")),
    MatchResult(number=7, void="no dice"),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def keep(path: Path, contest: Any) -> None:
    kept = ResultsFile(path, contest)
    for result in RESULTS:
        kept.add(result)
    kept.close()


def test_what_was_kept_is_known_again(path: Path, contests: Any) -> None:
    contest = contests.make("random", contests.halver)
    keep(path, contest)
    kept = ResultsFile(path, contest)
    assert kept.known == {result.number: result for result in RESULTS}
    kept.close()


def test_a_line_that_was_only_begun_is_dropped_and_the_file_goes_on_after_the_last_whole_one(
    path: Path, contests: Any
) -> None:
    contest = contests.make("random", "random")
    keep(path, contest)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    kept = ResultsFile(path, contest)
    assert set(kept.known) == {0, 1}
    kept.add(RESULTS[2])
    kept.close()
    assert path.read_bytes() == whole


def test_a_file_whose_first_line_was_only_begun_begins_anew(path: Path, contests: Any) -> None:
    contest = contests.make("random", "random")
    keep(path, contest)
    whole = path.read_bytes()
    path.write_bytes(whole[:40])
    keep(path, contest)
    assert path.read_bytes() == whole


def test_of_a_contest_with_anything_else_the_file_is_refused(path: Path, contests: Any) -> None:
    keep(path, contests.make("random", contests.halver))
    for other, why in [
        (contests.make("random", contests.halver, seed=2), "seed was 0, not 2"),
        (contests.make(contests.halver, "random"), "bots was random, "),
        (contests.make("random", contests.halver, options=("numbers=7",)), "options was "),
        (contests.make("random", contests.halver, think_s=1.0), "think s was 10.0, not 1.0"),
        (contests.make("random", contests.halver, seats=3), "sides was 0, 1, not 0, 1, 2"),
    ]:
        with pytest.raises(ArenaError, match="holds other results") as refused:
            ResultsFile(path, other)
        assert why in str(refused.value)


def test_results_of_other_code_of_a_bot_are_refused(path: Path, contests: Any, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    text = Path(contests.own("x").rpartition(":")[0]).read_text()
    mine.write_text(text)
    keep(path, contests.make(f"{mine}:First", "random"))
    mine.write_text(text + "\n# better\n")
    with pytest.raises(ArenaError, match="a bot's code has changed since"):
        ResultsFile(path, contests.make(f"{mine}:First", "random"))


@pytest.mark.parametrize("text", ["bot,rating\n", "a letter without an end", '{"format": "other", "contest": {}}\n'])
def test_another_file_is_left_alone(path: Path, contests: Any, text: str) -> None:
    path.write_text(text)
    with pytest.raises(ArenaError, match="isn't a file of an arena's results"):
        ResultsFile(path, contests.make("random", "random"))
    assert path.read_text() == text


def test_two_arenas_dont_write_into_one_file(path: Path, contests: Any) -> None:
    contest = contests.make("random", "random")
    first = ResultsFile(path, contest)
    with pytest.raises(ArenaError, match="another arena keeps its results"):
        ResultsFile(path, contest)
    first.close()


def test_a_folder_that_isnt_there_is_named(contests: Any, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="can't be kept: No such file"):
        ResultsFile(tmp_path / "nowhere" / "results", contests.make("random", "random"))
