"""Processes: the same results on any number of them; a bot that takes its process down costs its match and is named."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

import pytest
from msgspec.structs import replace

from undercroft.arena.contest import ArenaError
from undercroft.arena.lane import Lane
from undercroft.arena.playing import MatchResult, play
from undercroft.arena.runner import LocalRunner
from undercroft.arena.running import Arena
from undercroft.arena.schedule import deal_pairings
from undercroft.arena.standings import standings


def result_of(contest: Any, workers: int, folder: Any, matches: int) -> Any:
    arena = Arena(contest, matches)
    arena.run(LocalRunner(workers, folder), None, lambda done: None)
    result = standings(arena)
    return replace(result, bots=[replace(bot, seconds_a_move=0.0, slowest=0.0) for bot in result.bots])


def test_the_number_of_processes_changes_nothing(contests: Any) -> None:
    contest = contests.make(contests.halver, "random", f"{contests.halver}:rash=30", seed=5)
    one = result_of(contest, 1, contests.folder, 60)
    assert one.matches == 60
    assert all(bot.decisions for bot in one.bots)
    assert result_of(contest, 3, contests.folder, 60) == one


def test_search_by_simulations_is_the_same_everywhere(contests: Any) -> None:
    contest = contests.make("mcts:simulations=20", "random", game="connect-four")
    assert result_of(contest, 1, None, 6) == result_of(contest, 2, None, 6)


@pytest.mark.parametrize(
    ("bot", "kind", "why"),
    [
        ("Leaves", "crash", "the process ended with exit status 3"),
        ("Sleeps", "timeout", "no answer in 0.05 s"),
        ("Raises", "crash", "LookupError: nothing in the book"),
    ],
)
def test_a_bot_that_fails_costs_its_match_and_the_others_are_played(
    contests: Any, bot: str, kind: str, why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    contest = contests.make(contests.own(bot), contests.own("First"), options=("numbers=100",), think_s=0.05)
    result = result_of(contest, 2, contests.folder, 4)
    (failed,) = [each for each in result.bots if each.bot.endswith(bot)]
    assert result.matches == 4
    assert set(failed.faults) == {kind}
    assert all(why in reason for reason in failed.reasons)
    assert failed.lost == failed.matches == 4
    if bot == "Raises":
        shown = capfd.readouterr()
        assert "in choose" in shown.err, "its author sees where"
        assert shown.out == ""


def test_what_a_bot_prints_is_kept_from_stdout(contests: Any, capfd: pytest.CaptureFixture[str]) -> None:
    result_of(contests.make(contests.own("Prints"), "random"), 1, contests.folder, 2)
    shown = capfd.readouterr()
    assert shown.out == ""
    assert "thinking aloud" in shown.err


def test_a_process_that_is_killed_costs_the_match_it_was_at(contests: Any) -> None:
    """Whoever had the word then: the machine, as far as anybody can tell, is the bot's."""
    contest = contests.make(contests.own("Sleeps"), "random")
    lane = Lane(contest, contests.folder)
    try:
        lane.give(deal_pairings(contest, 0))
        pid = lane._process.pid
        killer = threading.Thread(target=lambda: (_until_it_thinks(lane), os.kill(pid, signal.SIGKILL)))
        killer.start()
        result = lane.take()
        killer.join()
        assert isinstance(result, MatchResult)
        assert result.fault is not None
        assert result.fault.why == "the process was killed by SIGKILL"
    finally:
        lane.close()


def test_a_process_that_ends_between_two_matches_costs_none(contests: Any) -> None:
    contest = contests.make(contests.halver, "random")
    table = contests.table(contest)
    lane = Lane(contest, contests.folder)
    try:
        for deal in range(3):
            lane.give(deal_pairings(contest, deal))
            for pairing in deal_pairings(contest, deal):
                assert lane.take().winners == play(table, pairing).winners
            os.kill(lane._process.pid, signal.SIGKILL)
            os.waitid(os.P_PID, lane._process.pid, os.WEXITED | os.WNOWAIT)
    finally:
        lane.close()


def _until_it_thinks(lane: Lane) -> None:
    end = time.monotonic() + 60
    while lane._shared[0] not in {1, 2} and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.2)


def test_processes_that_cant_begin_are_no_bots_fault(contests: Any) -> None:
    contest = replace(contests.make("random", "random"), game="nothing-here")
    with pytest.raises(ArenaError, match="can't begin: the process ended with exit status 1"):
        result_of(contest, 1, contests.folder, 2)


def test_nothing_is_left_running(contests: Any) -> None:
    contest = contests.make(contests.own("Sleeps"), "random")
    lane = Lane(contest, contests.folder)
    lane.give(deal_pairings(contest, 0))
    pid = lane._process.pid
    lane.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
