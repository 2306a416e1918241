"""The checker, checked: a sound game passes, and every way in which it can be broken is found and named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from broken_games import BROKEN, RaisesLate, ShowsSpectatorsACard, UnsortedLegal, with_state
from lantern_game import Lantern, Lanterns, View
from nim_game import KnownNim, Nim

from undercroft.game import Game, Seat
from undercroft.testing import CheckFailed, Property, check_game

MATCHES = 12


@pytest.mark.parametrize(("game", "broken"), [pytest.param(*each, id=each[0].__name__) for each in BROKEN])
def test_a_broken_promise_is_found_and_named(game: Callable[[], Game[Any, Any, Any, Any]], broken: Property) -> None:
    with pytest.raises(CheckFailed) as caught:
        check_game(game(), matches=MATCHES)
    assert caught.value.property is broken, str(caught.value)


def test_every_promise_to_a_game_has_a_game_that_breaks_it() -> None:
    assert {each for each in Property if not each.startswith("bot-")} == {broken for _, broken in BROKEN}


def test_a_sound_game_passes_and_the_report_counts_what_was_tried() -> None:
    report = check_game(Lantern(), matches=MATCHES)
    assert (report.game, report.matches, report.setups) == ("lantern", MATCHES, 5)
    assert report.longest == 9
    assert min(report.explored_pairs, report.forked_pairs, report.steered_pairs, report.followed_pairs) > 30
    assert report.steered_found > report.steered / 2
    assert report.decisions_exhausted > report.decisions / 2
    assert report.warnings == []


@pytest.mark.parametrize("game", [Nim(), KnownNim()], ids=["Nim", "KnownNim"])
def test_a_sound_open_game_passes(game: Nim) -> None:
    report = check_game(game, matches=MATCHES)
    assert report.setups == 6
    assert report.decisions_exhausted == report.decisions > 0
    assert report.warnings == []


def test_the_same_seed_checks_the_same_matches() -> None:
    one, other = (check_game(Lantern(), matches=4, seed=5) for _ in range(2))
    timed = {"seconds", "samples_per_second", "slowest_learn_ms", "steps_per_second"}
    assert all(getattr(one, name) == getattr(other, name) for name in one.__struct_fields__ if name not in timed)


def test_progress_is_told_stage_by_stage() -> None:
    told: list[tuple[str, int, int]] = []
    check_game(Lantern(), matches=4, progress=lambda *each: told.append(each))
    stages = ["exploring", "playing", "believing", "watching", "asking other processes"]
    assert [what for what, done, _ in told if done == 0] == stages
    assert all(done < of for _, done, of in told)


def test_a_leak_is_shown_by_two_matches_that_told_the_reader_the_same() -> None:
    with pytest.raises(CheckFailed) as caught:
        check_game(with_state(ShowsSpectatorsACard)(), matches=MATCHES)
    shown = caught.value.reproduction
    assert shown is not None
    assert shown.twin is not None
    assert shown.reader == "spectator"
    bids = [[text for text in actions if ":bid" in text] for actions in (shown.actions, shown.twin)]
    assert sorted(bids[0]) == sorted(bids[1])
    assert shown.actions != shown.twin


def test_a_failure_far_from_the_start_is_shown_by_a_short_match() -> None:
    with pytest.raises(CheckFailed) as caught:
        check_game(with_state(RaisesLate)(), matches=MATCHES)
    shown = caught.value.reproduction
    assert shown is not None
    assert len(shown.actions) == 6
    assert isinstance(caught.value.__cause__, IndexError)
    assert "far from the start" in str(caught.value)


def test_a_failure_is_an_assertion_error_that_says_how_to_see_it_again() -> None:
    with pytest.raises(
        AssertionError, match=r"lantern: legal-actions: .*\n.*not ascending.*\noptions .*2 seats\nactions:"
    ):
        check_game(with_state(UnsortedLegal)(), matches=1)


def test_large_views_and_slow_samples_are_warned_about() -> None:
    class Wordy(Lanterns):
        def view(self, seat: Seat) -> View:
            return msgspec.structs.replace(
                super().view(seat), looked=tuple(at != -1 for at in self.looks) + (False,) * 12_000
            )

    report = check_game(with_state(Wordy)(), matches=1)
    assert any("64 KiB" in warning for warning in report.warnings)
