"""A contest's result depends on what is played alone: not on who plays first, nor on where it was stopped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from undercroft.arena.results_file import ResultsFile
from undercroft.arena.running import Arena
from undercroft.arena.standings import Standings, standings


def quiet(done: int) -> None:
    """Nobody wants to know."""


def timeless(result: Standings) -> Standings:
    """Without what differs from run to run."""
    return replace(result, bots=[replace(bot, seconds_a_move=0.0, slowest=0.0) for bot in result.bots])


def result_of(contest: Any, runner: Any, matches: int, wanted: float | None = None, kept: Any = None) -> Standings:
    arena = Arena(contest, matches, wanted)
    arena.run(runner, kept, quiet)
    return timeless(standings(arena))


@pytest.mark.parametrize("bots", [2, 3])
def test_the_order_in_which_matches_are_played_changes_nothing(contests: Any, here: Any, bots: int) -> None:
    contest = contests.make(*[contests.halver, "random", f"{contests.halver}:rash=60"][:bots])
    plain = result_of(contest, here(), 60)
    assert plain.matches == 60
    for seed in range(3):
        assert result_of(contest, here(ahead=9, seed=seed), 60) == plain


def test_it_stops_at_the_same_deal_however_far_others_have_played_ahead(contests: Any, here: Any) -> None:
    contest = contests.make(contests.halver, "random")
    plain = result_of(contest, here(), 4000, wanted=0.5)
    assert plain.sure
    assert 0 < plain.matches < 400
    for seed in range(3):
        assert result_of(contest, here(ahead=20, seed=seed), 4000, wanted=0.5) == plain


def test_who_can_not_be_told_apart_plays_to_the_end(contests: Any, here: Any) -> None:
    result = result_of(contests.make(contests.halver, contests.halver), here(), 40, wanted=0.5)
    assert (result.sure, result.matches) == (False, 40)
    assert [bot.bot for bot in result.bots] == [contests.halver, f"{contests.halver} (2)"]


class Interrupted:
    """A runner during which somebody presses Ctrl-C."""

    def __init__(self, runner: Any, after: int) -> None:
        self.runner = runner
        self.after = after
        self.closed = False

    def play(self, contest: Any, deals: Any) -> Iterator[Any]:
        try:
            for number, result in enumerate(self.runner.play(contest, deals)):
                if number == self.after:
                    raise KeyboardInterrupt
                yield result
        finally:
            self.closed = True


def test_what_was_stopped_goes_on_where_it_was_and_ends_as_if_it_never_had_been(
    contests: Any, here: Any, tmp_path: Path
) -> None:
    contest = contests.make(contests.halver, "random")
    whole = result_of(contest, here(), 50)
    played: list[int] = []
    for after, ahead in ((7, 1), (13, 6)):
        kept = ResultsFile(tmp_path / "results", contest)
        runner = here(ahead=ahead)
        with pytest.raises(KeyboardInterrupt):
            result_of(contest, Interrupted(runner, after), 50, kept=kept)
        kept.close()
        played += runner.played[:after]
    kept, last = ResultsFile(tmp_path / "results", contest), here(ahead=4)
    assert result_of(contest, last, 50, kept=kept) == whole
    assert sorted(played + last.played) == list(range(50)), "no match is played twice"
    kept.close()


def test_a_result_that_is_known_needs_no_runner(contests: Any, here: Any, tmp_path: Path) -> None:
    contest = contests.make("random", "random")
    kept = ResultsFile(tmp_path / "results", contest)
    whole = result_of(contest, here(), 20, kept=kept)
    kept.close()
    again = ResultsFile(tmp_path / "results", contest)
    assert result_of(contest, None, 20, kept=again) == whole
    assert result_of(contest, None, 10, kept=again).matches == 10
    again.close()


def test_to_stop_early_ends_the_runner(contests: Any, here: Any) -> None:
    runner = Interrupted(here(ahead=5), 10_000)
    result_of(contests.make(contests.halver, "random"), runner, 4000, wanted=0.5)
    assert runner.closed


def test_progress_counts_up_to_the_whole(contests: Any, here: Any) -> None:
    told: list[int] = []
    Arena(contests.make("random", "random"), 10).run(here(ahead=4), None, told.append)
    assert told == list(range(11))
