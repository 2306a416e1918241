"""The referee's notation, `rules/dungeon_of_fear.md` §8."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.game import Journal, PositionError
from undercroft_dungeon_of_fear.arranging import arrange
from undercroft_dungeon_of_fear.cells import BIT, BOARD
from undercroft_dungeon_of_fear.positions import DungeonPositions
from undercroft_dungeon_of_fear.state import Dungeon
from undercroft_dungeon_of_fear.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Dungeon, Journal[Entry]]]]

POSITIONS = DungeonPositions()
START = "#####r/######/######/######/######/R##### w 0 W=a1 B=f6"
ROWS = "#####r/######/######/######/######/R#####"


def test_the_start_is_the_published_line(play_randomly: PlayRandomly) -> None:
    state, _ = next(play_randomly(Options(), 0))
    assert POSITIONS.write(state) == START


def test_every_position_of_a_running_game_is_read_back(play_randomly: PlayRandomly, options: Options) -> None:
    for seed in range(4):
        for state, _ in play_randomly(options, seed):
            text = POSITIONS.write(state)
            if state.outcome() is None:
                again = POSITIONS.read(text, options, 2)
                assert POSITIONS.write(again) == text
                assert again.to_act() == state.to_act()
                assert [again.legal_actions(seat) for seat in (0, 1)] == [state.legal_actions(seat) for seat in (0, 1)]
                assert again.ply == 0
            else:
                assert "=" not in text
                with pytest.raises(PositionError):
                    POSITIONS.read(text, options, 2)


@given(
    st.integers(0, BOARD), st.integers(0, 35), st.integers(0, 35), st.sampled_from([0, 1]), st.integers(0, 11),
    st.integers(0, BOARD), st.integers(0, BOARD),
)  # fmt: skip
def test_any_position_is_read_back(
    walls: int, white: int, black: int, turn: int, clock: int, to_white: int, to_black: int
) -> None:
    if white == black:
        return
    walls &= ~(BIT[white] | BIT[black])
    state = arrange(Options(), walls, white, black, turn, clock, 0, to_white & ~walls, to_black & ~walls)
    text = POSITIONS.write(state)
    again = POSITIONS.read(text, Options(), 2)
    assert POSITIONS.write(again) == text
    assert again.observation(0) == state.observation(0)
    assert again.observation(1) == state.observation(1)


def test_reading_tells_everybody_the_start() -> None:
    journal: Journal[Entry] = Journal()
    POSITIONS.read("3r2/###1##/###1##/###1##/R##1##/###1## b 4 W=d2", Options(), 2, journal)
    assert [len(journal.entries(reader)) for reader in (0, 1, -2)] == [1, 1, 1]


def test_fields_may_be_parted_by_several_blanks_and_come_in_either_order() -> None:
    wide = "#####r/######/######/######/######/R#####   w  0  B=f6   W=a1 "
    assert POSITIONS.write(POSITIONS.read(wide, Options(), 2)) == START


def test_a_walled_cell_may_be_revealed_where_walls_are() -> None:
    text = f"{ROWS} w 0 W=c4"
    state = POSITIONS.read(text, Options(reveal="walls"), 2)
    assert POSITIONS.write(state).endswith("W=a1,a2,b1,c4 B=e6,f5,f6")
    with pytest.raises(PositionError, match="c4"):
        POSITIONS.read(text, Options(), 2)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "fields"),
        (ROWS, "fields"),
        (f"{ROWS} w", "fields"),
        ("######/######/######/######/R####r w 0", "rows"),
        (f"######/{ROWS} w 0", "rows"),
        ("#####r/######/######/######/######/R#### w 0", "rank 1 has fewer"),
        ("#####r/######/######/######/######/R###### w 0", "rank 1 has more"),
        ("#####r/######/#####1#/######/######/R##### w 0", "rank 4 has more"),
        ("#####r/7/######/######/######/R##### w 0", "rank 5 has an unknown mark"),
        ("#####r/0######/######/######/######/R##### w 0", "rank 5 has an unknown mark"),
        ("#####r/#####²/######/######/######/R##### w 0", "rank 5 has an unknown mark"),
        ("#####r/#####x/######/######/######/R##### w 0", "rank 5 has an unknown mark"),
        ("#####r//######/######/######/R##### w 0", "rank 5 has fewer"),
        ("######/######/######/######/######/R##### w 0", "Black has exactly one"),
        ("#####r/######/######/######/######/###### w 0", "White has exactly one"),
        ("#####r/######/######/######/######/RR#### w 0", "White has exactly one"),
        ("####rr/######/######/######/######/R##### w 0", "Black has exactly one"),
        (f"{ROWS} - 0", "side"),
        (f"{ROWS} W 0", "side"),
        (f"{ROWS} white 0", "side"),
        (f"{ROWS} w -1", "clock"),
        (f"{ROWS} w 12", "clock"),
        (f"{ROWS} w x", "clock"),
        (f"{ROWS} w 1.0", "clock"),
        (f"{ROWS} w ١", "clock"),
        (f"{ROWS} w {'9' * 5000}", "clock"),
        (f"{ROWS} w 0 W=a2", "walled"),
        (f"{ROWS} w 0 B=a1,e6", "walled"),
        (f"{ROWS} w 0 W=g1", "no cell"),
        (f"{ROWS} w 0 W=", "no cell"),
        (f"{ROWS} w 0 W=a1,", "no cell"),
        (f"{ROWS} w 0 W=A1", "no cell"),
        (f"{ROWS} w 0 W=a1 W=a1", "twice"),
        (f"{ROWS} w 0 X=a1", "W=… and B=…"),
        (f"{ROWS} w 0 W", "W=… and B=…"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=why):
        POSITIONS.read(text, Options(), 2)


@pytest.mark.parametrize("limit", [2, 12, 100])
def test_the_clock_goes_up_to_the_limit_of_the_game(limit: int) -> None:
    options = Options(quiet_limit=limit)
    assert POSITIONS.read(f"{ROWS} w {limit - 1}", options, 2).clock == limit - 1
    with pytest.raises(PositionError, match="clock"):
        POSITIONS.read(f"{ROWS} w {limit}", options, 2)


@given(st.text(alphabet="#Rr123456789/ wb-0WB=,abf١²\n", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        state = POSITIONS.read(text, Options(), 2)
    except PositionError:
        return
    assert POSITIONS.read(POSITIONS.write(state), Options(), 2).to_act() == state.to_act()
