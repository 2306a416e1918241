"""The referee's notation, `rules/oshi_zumo.md` §9."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undercroft.game import SPECTATOR, Journal, PositionError
from undercroft_oshi_zumo.positions import BidsMade
from undercroft_oshi_zumo.state import Bout, first_round
from undercroft_oshi_zumo.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Bout, Journal[Entry]]]]

POSITIONS = BidsMade()


def test_every_position_of_a_running_game_is_read_back(play_randomly: PlayRandomly, options: Options) -> None:
    for seed in range(4):
        for state, _ in play_randomly(options, seed):
            text = POSITIONS.write(state)
            assert text is not None
            if state.to_act():
                again = POSITIONS.read(text, options, 2)
                assert POSITIONS.write(again) == text
                assert [again.view(reader) for reader in (0, 1, SPECTATOR)] == [
                    state.view(reader) for reader in (0, 1, SPECTATOR)
                ]
            else:
                with pytest.raises(PositionError, match="over"):
                    POSITIONS.read(text, options, 2)


def test_the_start_is_a_dash_or_nothing() -> None:
    assert POSITIONS.write(first_round(Options())) == "-"
    for text in ("-", "", " - "):
        assert POSITIONS.write(POSITIONS.read(text, Options(), 2)) == "-"


def test_a_state_that_was_played_on_without_a_journal_has_no_text() -> None:
    state = POSITIONS.read("4-4", Options(), 2)
    state.apply(0, 3)
    state.apply(1, 3)
    assert POSITIONS.write(state) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5", "round 1 isn't two bids"),
        ("5-", "round 1 isn't two bids"),
        ("5-3-1", "round 1 isn't two bids"),
        ("5-3 -", "round 2 isn't two bids"),
        ("?-?", "round 1 isn't two bids"),
        ("٤-4", "round 1 isn't two bids"),
        ("0-4", "round 1: seat 0 can't bid 0"),
        ("5-51", "round 1: seat 1 can't bid 51"),
        ("40-1 11-1", "round 2: seat 0 can't bid 11"),
        ("5-? 3-3", "round 1 has a bid that isn't made"),
        ("2-1 2-1 2-1 2-1", "over in this position"),
        ("2-1 2-1 2-1 2-1 2-1", "over before round 5"),
        ("50-49", "over in this position"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=why.replace("?", r"\?")):
        POSITIONS.read(text, Options(), 2)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="01239-? x٤\n", max_size=30), st.sampled_from(["shown", "hidden"]))
def test_any_text_is_read_or_refused(text: str, bids: str) -> None:
    try:
        state = POSITIONS.read(text, Options(coins=30, min_bid=0, bids=bids), 2)  # type: ignore[arg-type]
    except PositionError:
        return
    written = POSITIONS.write(state)
    assert written is not None
    assert written == POSITIONS.write(POSITIONS.read(written, state.ring.options, 2))
