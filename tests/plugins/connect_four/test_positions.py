"""The referee's notation, `rules/connect_four.md` §7."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undercroft.game import SPECTATOR, Journal, PositionError
from undercroft_connect_four.game import ConnectFour
from undercroft_connect_four.positions import MovesPlayed
from undercroft_connect_four.state import Discs, empty_board
from undercroft_connect_four.values import Entry, Options, Start

PlayRandomly = Callable[[Options, int], Iterator[tuple[Discs, Journal[Entry]]]]

POSITIONS = MovesPlayed()


def test_every_position_of_a_running_game_is_read_back(play_randomly: PlayRandomly, options: Options) -> None:
    for seed in range(4):
        for state, _ in play_randomly(options, seed):
            text = POSITIONS.write(state)
            assert text is not None
            if state.to_act():
                again = POSITIONS.read(text, options, 2)
                assert POSITIONS.write(again) == text
                assert again.view(SPECTATOR) == state.view(SPECTATOR)
            else:
                with pytest.raises(PositionError, match="over"):
                    POSITIONS.read(text, options, 2)


def test_the_state_of_a_view_is_the_one_it_was_made_of(
    game: ConnectFour, play_randomly: PlayRandomly, options: Options
) -> None:
    for state, _ in play_randomly(options, 1):
        made = game.from_view(state.view(1), options, 2)
        assert made.view(0) == state.view(0)
        assert (made.filled, made.own, made.open, made.turn) == (state.filled, state.own, state.open, state.turn)


def test_the_empty_board_is_a_dash_or_nothing() -> None:
    assert POSITIONS.write(empty_board(Options())) == "-"
    for text in ("-", "", " - "):
        assert POSITIONS.write(POSITIONS.read(text, Options(), 2)) == "-"


def test_reading_tells_everybody_what_was_played() -> None:
    journal: Journal[Entry] = Journal()
    POSITIONS.read("4453", Options(), 2, journal)
    for reader in (0, 1, SPECTATOR):
        assert journal.entries(reader) == [Start("4453")]


def test_a_state_that_was_played_on_without_a_journal_has_no_text() -> None:
    state = POSITIONS.read("44", Options(), 2)
    state.apply(0, 3)
    assert POSITIONS.write(state) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("8", "ply 1: there is no room in column 8"),
        ("1111111", "ply 7: there is no room in column 1"),
        ("0", "ply 1 is no column"),
        ("44x3", "ply 3 is no column"),
        ("4 4", "ply 2 is no column"),
        ("٤", "ply 1 is no column"),
        ("--", "ply 1 is no column"),
        ("1212121", "over in this position"),
        ("12121213", "over before ply 8"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=why):
        POSITIONS.read(text, Options(), 2)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="1234567890- x٤\n", max_size=50))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        state = POSITIONS.read(text, Options(), 2)
    except PositionError:
        return
    assert POSITIONS.write(state) == (text.strip() or "-")
