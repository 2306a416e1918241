"""Views as pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.etree import ElementTree as ET

import pytest

from undercroft.game import SPECTATOR, Journal
from undercroft_oshi_zumo.game import OshiZumo
from undercroft_oshi_zumo.positions import BidsMade
from undercroft_oshi_zumo.state import Bout
from undercroft_oshi_zumo.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Bout, Journal[Entry]]]]
SVG = "{http://www.w3.org/2000/svg}"
CLAY = "#E4CFA4"


def fields(picture: ET.Element) -> list[float]:
    """The left edges of the fields."""
    return [float(each.get("x", "nan")) for each in picture.iter(f"{SVG}rect") if each.get("fill") == CLAY]


def wrestler(picture: ET.Element) -> float:
    (group,) = picture.iter(f"{SVG}g")
    return float(group.get("transform", "").removeprefix("translate(").split()[0])


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_field_is_drawn_and_the_wrestler_stands_on_his(
    game: OshiZumo, play_randomly: PlayRandomly, options: Options, lang: str
) -> None:
    for state, _ in play_randomly(options, 3):
        picture = ET.fromstring(game.svg().draw(state.view(SPECTATOR), lang))
        edges = fields(picture)
        assert len(edges) == 2 * options.fields + 1
        assert wrestler(picture) == edges[options.fields] + 28 + 56 * state.place


def test_the_caption_and_the_coins_are_those_of_the_board(game: OshiZumo) -> None:
    state = BidsMade().read("12-8 3-3", Options(bids="hidden"), 2)
    picture = ET.fromstring(game.svg().draw(state.view(1), "en"))
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert texts == ["West", "East", "Coins: West 0 to 38, East 39", "Round 3 of 50: your bid, 1 to 39."]
    title = picture.find(f"{SVG}title")
    assert title is not None
    assert title.text == texts[-1]
