"""Map files: what is read, and what is refused with the line at fault (`rules/psychos_of_the_underground.md` §2)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plugins.psychos.referee import MAP_FILE
from undercroft_psychos.map_file import read_map, read_map_file, shipped_map
from undercroft_psychos.map_values import MapError

MAP = MAP_FILE.read_text(encoding="utf-8")


def line_with(text: str, part: str, number: int = 0) -> int:
    """The line, from 1, of an occurrence of a part."""
    return [at for at, line in enumerate(text.splitlines(), 1) if part in line][number]


def refused(text: str) -> MapError:
    with pytest.raises(MapError) as caught:
        read_map(text.encode(), "some.yaml")
    return caught.value


def test_the_shipped_map_is_the_one_of_the_rules_file() -> None:
    data = shipped_map()
    assert (data.id, len(data.lines), len(data.stations), len(data.interchanges)) == ("moscow_1997", 11, 175, 24)
    assert (len(data.outer_termini), len(data.dead_ends)) == (16, 4)
    assert [len(line.stations) for line in data.lines] == [19, 20, 13, 15, 12, 24, 19, 7, 26, 17, 3]
    assert data.stations[0].names == {"en": "Ulitsa Podbelskogo", "ru": "Улица Подбельского"}


def test_a_file_is_read_from_its_path(tmp_path: Path) -> None:
    path = tmp_path / "copy.yaml"
    path.write_text(MAP, encoding="utf-8")
    assert read_map_file(path) == shipped_map()
    with pytest.raises(OSError, match="missing"):
        read_map_file(tmp_path / "missing.yaml")


def replaced(old: str, new: str) -> Callable[[], tuple[str, int]]:
    """The map with a part replaced, and the line of that part."""

    def make() -> tuple[str, int]:
        assert old in MAP, old
        return MAP.replace(old, new, 1), line_with(MAP, old)

    return make


def with_line(after: str, new: str) -> Callable[[], tuple[str, int]]:
    """The map with another line after the one with a part, and the number of the new line."""

    def make() -> tuple[str, int]:
        lines = MAP.splitlines(keepends=True)
        at = line_with(MAP, after)
        return "".join([*lines[:at], new + "\n", *lines[at:]]), at + 1

    return make


STATION = "- {id: pervomayskaya, name_ru: Первомайская, name_en: Pervomayskaya, line: apl,"
DRAWN = " status: open, x: 1, y: 1, label: e}"
SEVASTOPOLSKAYA = "stations: [sevastopolskaya, kakhovskaya]"


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (replaced(STATION, STATION.replace("line: apl", "line: sok")), "names line sok; apl lists it"),
        (replaced(STATION, STATION.replace("line: apl", "line: moon")), "names line moon; apl lists it"),
        (replaced(STATION, STATION.replace("id: p", "id: P")), "is no id"),
        (replaced(STATION, STATION.replace("id: pervo", "id: 'перво'")), "not YAML"),
        (replaced(STATION, STATION.replace("name_ru: Первомайская, ", "")), "name_ru is missing"),
        (replaced(STATION, STATION.replace("name_ru", "name_rus")), "unknown key 'name_rus'; perhaps name_ru"),
        (replaced(STATION, STATION.replace("name_en: Pervomayskaya", "name_en: 7")), "a text belongs here"),
        (replaced(STATION, STATION.replace("name_en: Pervomayskaya", "name_en: ' '")), "printable text"),
        (replaced(STATION, STATION + " line: apl,"), "line is given twice"),
        (replaced("x: 850, y: 322", "x: .inf, y: 322"), "a number belongs here"),
        (replaced("x: 850, y: 322", "x: left, y: 322"), "a number belongs here"),
        (replaced("x: 850, y: 322, label: e", "x: 850, y: 322, label: up"), "none of n"),
        (replaced("open, x: 850, y: 322", "shut, x: 850, y: 322"), "none of open"),
        (with_line("{id: pervomayskaya", STATION + DRAWN), "another station"),
        (with_line("{id: pervomayskaya", STATION.replace("pervo", "vtoro") + DRAWN),
         "vtoromayskaya is on no line"),
        (replaced("    [kakhovskaya, varshavskaya,", "    [kakhovskaya, moon,"), "unknown station: moon"),
        (replaced("[kakhovskaya, varshavskaya,", "[kakhovskaya, varshavskaya, kakhovskaya,"), "on a line already"),
        (replaced("[kakhovskaya, varshavskaya,", "[kakhovskaya, varshavskaya, annino,"), "on a line already"),
        (replaced("number: 11", "number: 10"), "another line has the number 10"),
        (replaced("number: 11", "number: 0"), "whole number from 1"),
        (replaced("number: 11", "number: eleven"), "whole number from 1"),
        (replaced("colour: '#82C0C0'", "colour: blue"), "no colour"),
        (replaced("colour: '#82C0C0'", "colour: '#82C0C0\"/>'"), "no colour"),
        (replaced("  loop: true", "  loop: yes"), "true or false"),
        (replaced("- id: kakh", "- id: st"), "another line st"),
        (replaced(SEVASTOPOLSKAYA, "stations: [sevastopolskaya, moon]"), "unknown station"),
        (replaced(SEVASTOPOLSKAYA, "stations: [sevastopolskaya, annino]"), "two stations of line st"),
        (replaced(SEVASTOPOLSKAYA, "stations: [kakhovskaya]"), "fewer than two lines"),
        (replaced(SEVASTOPOLSKAYA, "stations: [sevastopolskaya, kakhovskaya, trubnaya]"),
         "in an interchange already"),
        (replaced("- {id: sevastopolskaya, name_ru: Севастопольская – Каховская",
                  "- {id: kievskaya, name_ru: Севастопольская – Каховская"), "another interchange kievskaya"),
        (replaced("  [kachalovo, bitsevsky_park,", "  [kachalovo, yasenevo,"), "yasenevo is no end"),
        (replaced("  [kachalovo, bitsevsky_park,", "  [kachalovo, moon,"), "unknown station"),
        (replaced("  [kachalovo, bitsevsky_park,", "  [kachalovo, kachalovo, bitsevsky_park,"), "already"),
        (replaced("dead_ends: [aleksandrovsky_sad,", "dead_ends: [maryino, aleksandrovsky_sad,"), "already"),
        (replaced("- {after: sokol,", "- {after: annino,"), "line zam doesn't go on after annino"),
        (replaced("points: [[250, 250]]", "points: [[250]]"), "two numbers"),
        (replaced("canvas: [1000, 1000]", "canvas: [1000, 0]"), "width and a height"),
        (replaced("r: 200}", "r: 0}"), "above 0"),
        (replaced("id: moscow_1997", "id: moscow 1997"), "is no id"),
        (replaced("version: 1", "version: one"), "whole number"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_with_the_line_at_fault(make: Callable[[], tuple[str, int]], why: str) -> None:
    text, line = make()
    error = refused(text)
    assert why in str(error)
    assert error.line == line
    assert str(error).startswith(f"some.yaml:{line}: ")


def without(text: str, *parts: str) -> str:
    for part in parts:
        assert part in text
        text = text.replace(part, "", 1)
    return text


def test_an_end_that_is_neither_terminus_nor_dead_end_is_named_where_its_line_lists_it() -> None:
    error = refused(MAP.replace("dead_ends: [aleksandrovsky_sad, ", "dead_ends: ["))
    assert "aleksandrovsky_sad, an end of line fil" in error.why
    assert error.line == line_with(MAP, "arbatskaya_fil, aleksandrovsky_sad]")


def test_a_terminus_in_an_interchange_and_a_dead_end_outside_one_are_refused() -> None:
    moved = MAP.replace("dead_ends: [aleksandrovsky_sad, ", "dead_ends: [").replace(
        "  [kachalovo, bitsevsky_park,", "  [kachalovo, aleksandrovsky_sad, bitsevsky_park,"
    )
    error = refused(moved)
    assert "outer terminus aleksandrovsky_sad is an interchange" in error.why
    assert error.line == line_with(moved, "  [kachalovo, aleksandrovsky_sad")
    moved = MAP.replace("dead_ends: [", "dead_ends: [maryino, ").replace("vykhino, maryino,", "vykhino,")
    error = refused(moved)
    assert "dead end maryino is no interchange" in error.why
    assert error.line == line_with(moved, "dead_ends: [maryino")


def test_too_few_termini_are_refused() -> None:
    """Two dice would count round to the goal; four lines are made shorter, so that they end in interchanges."""
    cut = MAP
    lines = {
        "altufyevskaya, butyrsky_khutor, ostankino, maryina_roshcha, dostoevskaya, ": "trubnaya",
        "planernaya, skhodnenskaya, tushinskaya, shchukinskaya, oktyabrskoe_pole, polezhaevskaya, begovaya,\n"
        "    ulitsa_1905_goda, ": "barrikadnaya",
        "rechnoy_vokzal, vodny_stadion, voykovskaya, sokol, aeroport, dinamo, ": "belorusskaya_zam",
        "novogireevo, perovo, shosse_entuziastov, aviamotornaya, ": "ploshchad_ilyicha",
    }
    for stations in lines:
        cut = without(cut, stations)
        for station in stations.replace("\n", " ").replace(" ", "").rstrip(",").split(","):
            cut = "\n".join(line for line in cut.split("\n") if f"{{id: {station}," not in line)
    for gone in ("altufyevskaya, ", "planernaya, rechnoy_vokzal, ", "novogireevo, "):
        cut = without(cut, gone)
    cut = cut.replace("dead_ends: [", f"dead_ends: [{', '.join(lines.values())}, ")
    error = refused(cut)
    assert error.why == "12 outer termini; at least 13 are needed"
    assert error.line == line_with(cut, "[kachalovo, bitsevsky_park")


def test_a_second_closed_line_is_refused() -> None:
    at = MAP.index("- id: kakh")
    text = MAP[:at] + MAP[at:].replace("loop: false", "loop: true", 1)
    error = refused(text)
    assert "another closed line" in error.why
    assert error.line == line_with(text, "- id: kakh")


LONELY_LINE = """
- id: far
  number: 12
  name_ru: Дальняя
  name_en: Far
  colour: '#123456'
  loop: false
  stations: [here, there]
stations:
- {id: here, name_ru: Тут, name_en: Here, line: far, status: open, x: 1, y: 1, label: e}
- {id: there, name_ru: Там, name_en: There, line: far, status: open, x: 1, y: 9, label: e}
"""


def test_a_network_in_two_parts_is_refused() -> None:
    text = MAP.replace("\nstations:\n", LONELY_LINE, 1).replace("  [kachalovo,", "  [here, there, kachalovo,", 1)
    error = refused(text)
    assert "ulitsa_podbelskogo can't be reached from here" in error.why
    assert error.line == line_with(text, "{id: ulitsa_podbelskogo")


@pytest.mark.parametrize(
    ("raw", "line", "why"),
    [
        (b"", 1, "empty"),
        (b"[]", 1, "a mapping with id"),
        (b"id: x\n\tversion: 1", 2, "not YAML"),
        (b"id: x\nversion: 1\n\xff", 3, "not UTF-8"),
        (b"id: x\nversion: \x01", 2, "not YAML"),
        (b"id: [x\n", 2, "not YAML"),
        (b"id: &a [*a]\nversion: 1", 1, "missing"),
        (b"id: *a", 1, "not YAML"),
    ],
)
def test_what_is_no_yaml_or_no_map_is_refused(raw: bytes, line: int, why: str) -> None:
    with pytest.raises(MapError) as caught:
        read_map(raw, "some.yaml")
    assert why in str(caught.value)
    assert caught.value.line == line


@settings(max_examples=60, deadline=None)
@given(at=st.integers(0, len(MAP) - 1), length=st.integers(1, 40), new=st.text(max_size=3))
def test_any_damage_is_a_map_or_a_map_error(at: int, length: int, new: str) -> None:
    damaged = (MAP[:at] + new + MAP[at + length :]).encode("utf-8", "surrogatepass")
    try:
        read_map(damaged, "some.yaml")
    except MapError as error:
        found = error.line
    else:
        found = 1
    assert 1 <= found <= damaged.count(b"\n") + 2
