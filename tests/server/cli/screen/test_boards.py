"""What `undercroft.cli.screen.boards` promises."""

from __future__ import annotations

import click
import msgspec
import pytest

from undercroft.cli.screen.boards import _COLOURS, draw, width
from undercroft.game import Style


def _board(*lines: list[tuple[str, str]]) -> str:
    return msgspec.json.encode(lines).decode()


def test_a_plain_board_is_its_characters_and_nothing_else() -> None:
    board = _board([("6 ", "dim"), ("#?", "terrain")], [("1 ", "dim"), ("R.", "own"), ("  ", "plain")])
    assert draw(board, fancy=False) == ["6 #?", "1 R."]


def test_a_fancy_board_says_the_same_in_a_straight_box() -> None:
    lines = draw(_board([("6 ", "dim"), ("♜?", "own")], [("地下", "mark")], []), fancy=True)
    bare = [click.unstyle(line) for line in lines]
    assert bare == ["╭──────╮", "│ 6 ♜? │", "│ 地下 │", "│      │", "╰──────╯"]
    assert any("\x1b[" in line for line in lines)


def test_escape_codes_in_a_board_never_reach_the_terminal() -> None:
    board = _board([("\x1b[31mred\x1b[0m\n\r", "own")])
    assert draw(board, fancy=False) == ["[31mred[0m"]
    assert "\x1b[31mred" not in "".join(draw(board, fancy=True))


def test_a_style_this_client_does_not_know_is_plain() -> None:
    assert click.unstyle("".join(draw(_board([("x", "sparkling")]), fancy=True))) == "╭───╮│ x │╰───╯"


@pytest.mark.parametrize("broken", ["", "[", "{}", '[["x"]]', "[[[1, 2]]]"])
def test_a_board_that_cannot_be_read_is_no_lines(broken: str) -> None:
    assert draw(broken, fancy=False) == draw(broken, fancy=True) == []


def test_every_style_of_the_contract_has_a_look() -> None:
    assert set(Style.__args__) - {"plain"} == set(_COLOURS)  # type: ignore[attr-defined]


def test_width_counts_columns() -> None:
    assert [width(text) for text in ("abc", "地下", "e\u0301", "")] == [3, 4, 1, 0]


def test_a_frame_that_does_not_fit_is_left_out() -> None:
    board = _board([("0123456789", "plain")])
    assert [len(click.unstyle(line)) for line in draw(board, fancy=True, columns=14)] == [14, 14, 14]
    assert [len(click.unstyle(line)) for line in draw(board, fancy=True, columns=13)] == [10]
