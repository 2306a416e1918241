"""Views as pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from undercroft.game import SPECTATOR, Journal
from undercroft_psychos.game import PsychosOfTheUnderground
from undercroft_psychos.label_places import crossed, overlap
from undercroft_psychos.scheme import draw_layers
from undercroft_psychos.state import Psychos
from undercroft_psychos.values import Entry, Options

PlayRandomly = Callable[[Options, int, int], Iterator[tuple[Psychos, Journal[Entry]]]]
SVG = "{http://www.w3.org/2000/svg}"
LANGUAGES = ["en", "ru"]

MOVED = (
    "long mitino turn=1 seat=0 dice=2,2 bank=9; fili>kutuzovskaya@planernaya=-3; "
    "kievskaya_ring>krasnopresnenskaya@yubileynaya=-3; medvedkovo>babushkinskaya@medvedkovo=-3"
)


def drawn(game: PsychosOfTheUnderground, state: Psychos, lang: str) -> ET.Element:
    return ET.fromstring(game.svg().draw(state.view(SPECTATOR), lang))


def texts(picture: ET.Element) -> list[str]:
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_station_and_line_is_named(game: PsychosOfTheUnderground, lang: str) -> None:
    state = game.start(Options(), 3, Journal())
    found = set(texts(drawn(game, state, lang)))
    assert {station.names[lang] for station in game.atlas.data.stations} <= found
    assert {line.names[lang] for line in game.atlas.data.lines} <= found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_cover_neither_each_other_nor_stations(game: PsychosOfTheUnderground, lang: str) -> None:
    layers = draw_layers(game.atlas, lang)
    for one, other in combinations(layers.labels, 2):
        assert overlap(one.box, other.box) == 0, (one.text, other.text)
    for label in layers.labels:
        for x, y in layers.tracks.points.values():
            assert overlap(label.box, (x - 3, y - 3, x + 3, y + 3)) < 12, label.text


def test_a_box_knows_how_much_of_a_line_it_covers() -> None:
    box = (0.0, 0.0, 10.0, 4.0)
    assert crossed(box, (-5, 2), (20, 2)) == pytest.approx(10)
    assert crossed(box, (5, -3), (5, 9)) == pytest.approx(4)
    assert crossed(box, (0, 5), (10, 5)) == 0
    assert crossed(box, (2, 1), (5, 1)) == pytest.approx(3)
    assert crossed(box, (12, -2), (20, 9)) == 0


def test_the_last_move_the_hit_and_the_pieces_are_drawn(game: PsychosOfTheUnderground) -> None:
    state = game.positions().read(MOVED, Options(), 3)
    before = game.svg().draw(state.view(0), "en")
    state.apply(0, state.legal_actions(0)[0], Journal())
    after = game.svg().draw(state.view(0), "en")
    points = game.atlas.stations
    way = [points[id_].point for id_ in ("fili", "kutuzovskaya", "studencheskaya")]
    route = "M" + "L".join(f"{x:g} {y:g}" for x, y in way)
    assert route not in before
    assert after.count(f'd="{route}') == 3
    assert after.count("#C9211E") == before.count("#C9211E") + 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_moment_of_a_match_can_be_drawn(
    game: PsychosOfTheUnderground, play_randomly: PlayRandomly, lang: str
) -> None:
    for seats in (3, 6):
        for state, _ in play_randomly(Options(max_turns=25), seats, seats):
            found = texts(drawn(game, state, lang))
            standing = [place for place in state.places if place >= 0]
            heads = [found.count(str(seat)) for seat in range(seats)]
            assert all(count >= 1 for count in heads)
            assert len(standing) == 0 or sum(heads) >= 2 * len(standing)


def test_pictures_are_the_same_for_the_same_view(game: PsychosOfTheUnderground) -> None:
    view = game.start(Options(), 4, Journal()).view(1)
    assert game.svg().draw(view, "en") == game.svg().draw(view, "en") == game.svg().draw(view, "xx")
