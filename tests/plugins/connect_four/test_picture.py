"""Views as pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.etree import ElementTree as ET

import pytest

from undercroft.game import SPECTATOR, Journal
from undercroft_connect_four.game import ConnectFour
from undercroft_connect_four.state import Discs
from undercroft_connect_four.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Discs, Journal[Entry]]]]
PlayMoves = Callable[[str], tuple[Discs, Journal[Entry]]]
SVG = "{http://www.w3.org/2000/svg}"
RED, YELLOW, HOLE, WHITE = "#D93A2B", "#F5C518", "#E9EEF5", "#FFFFFF"


def circles(picture: ET.Element, attribute: str, colour: str) -> int:
    return sum(element.get(attribute) == colour for element in picture.iter(f"{SVG}circle"))


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_cell_is_drawn_with_what_lies_in_it(
    game: ConnectFour, play_randomly: PlayRandomly, options: Options, lang: str
) -> None:
    for state, _ in play_randomly(options, 3):
        view = state.view(SPECTATOR)
        picture = ET.fromstring(game.svg().draw(view, lang))
        marks = "".join(view.board)
        assert circles(picture, "fill", RED) == marks.count("x")
        assert circles(picture, "fill", YELLOW) == marks.count("o")
        assert circles(picture, "fill", HOLE) == marks.count(".")
        numbers = [element.text for element in picture.iter(f"{SVG}text")][:-1]
        assert numbers == [str(column + 1) for column in range(options.columns)]


def test_discs_lie_where_gravity_has_put_them(game: ConnectFour, play_moves: PlayMoves) -> None:
    state, _ = play_moves("447")
    places = [
        element.get("transform") for element in ET.fromstring(game.svg().draw(state.view(0), "en")).iter(f"{SVG}g")
    ]
    assert places == ["translate(230 350)", "translate(230 290)", "translate(410 350)"]


def test_the_newest_disc_is_ringed_and_in_the_end_the_whole_line(game: ConnectFour, play_moves: PlayMoves) -> None:
    for moves, rings in (("", 0), ("445566", 1), ("4455667", 4)):
        state, _ = play_moves(moves)
        picture = ET.fromstring(game.svg().draw(state.view(0), "en"))
        assert circles(picture, "stroke", WHITE) == rings


def test_the_caption_is_the_one_of_the_board(game: ConnectFour, play_moves: PlayMoves) -> None:
    state, _ = play_moves("4455667")
    picture = ET.fromstring(game.svg().draw(state.view(1), "ru"))
    title = picture.find(f"{SVG}title")
    assert title is not None
    assert title.text == "У X есть ряд: вы проиграли."
