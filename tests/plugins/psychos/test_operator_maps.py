"""An operator's map file is a game of its own."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.plugins.psychos.referee import MAP_FILE
from tests.plugins.psychos.star_map import star_map
from undercroft.game import CHANCE, Game, Journal, UndercroftError
from undercroft.soundness import game_faults, game_spec_faults
from undercroft.testing import check_game
from undercroft_psychos import SPEC, undercroft_configured_games
from undercroft_psychos.map_values import MapError
from undercroft_psychos.operator_maps import map_spec, map_specs

MAP = MAP_FILE.read_text(encoding="utf-8")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A map with another name, other line numbers and a line called otherwise."""
    text = MAP.replace("id: moscow_1997", "id: elsewhere").replace("number: 11", "number: 14")
    text = text.replace("- id: kakh\n", "- id: short\n").replace("line: kakh,", "line: short,")
    found = tmp_path / "elsewhere.yaml"
    found.write_text(text, encoding="utf-8")
    return found


def test_the_game_is_named_after_the_map_and_its_version_after_the_file(path: Path) -> None:
    spec = map_spec(path, "elsewhere")
    assert spec.id == "psychos-of-the-underground/elsewhere"
    assert spec.version == f"{SPEC.version}-{sha256(path.read_bytes()).hexdigest()[:16]}"
    assert spec.titles["ru"] == "Психи подземелья: elsewhere"
    path.write_text(path.read_text(encoding="utf-8") + "# one more line\n", encoding="utf-8")
    assert map_spec(path, "elsewhere").version != spec.version


def test_it_is_played_with_the_line_ids_and_numbers_of_the_file(path: Path) -> None:
    spec = map_spec(path, "elsewhere")
    game: Game[Any, Any, Any, Any] = spec.load()
    assert game.spec is spec
    positions = game.positions()
    assert positions is not None
    text = (
        "long mitino turn=1 seat=0 dice=1,4 bank=9; nakhimovsky_prospekt>sevastopolskaya@planernaya=-3; "
        "yubileynaya>altufyevo@yubileynaya=-3; medvedkovo>babushkinskaya@medvedkovo=-3"
    )
    state = positions.read(text.replace("1,4", "1,1"), game.options_type(), 3)
    texts = [state.action_text(0, code) for code in state.legal_actions(0)]
    assert texts == ["2", "1/short+1"]
    assert state.legal_actions(0)[1] == 1 + 2 * (14 - 1) + 1
    assert all(re.fullmatch(spec.action_pattern, each) for each in texts)
    assert not re.fullmatch(spec.action_pattern, "1/kakh+1")


def test_games_on_it_end(path: Path) -> None:
    game: Game[Any, Any, Any, Any] = map_spec(path, "elsewhere").load()
    rng = Random(5)
    journal: Journal[Any] = Journal()
    state = game.start(game.options_type(), 4, journal)
    while to_act := state.to_act():
        outcomes = [code for code, _ in state.chance_outcomes()] or state.legal_actions(to_act[0])
        state.apply(to_act[0] if to_act[0] != CHANCE else CHANCE, rng.choice(outcomes), journal)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "arrived"


def test_a_wrong_file_is_refused_when_it_is_named(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("number: 14", "number: 1"), encoding="utf-8")
    with pytest.raises(MapError, match=rf"{re.escape(str(path))}:\d+: another line has the number 1"):
        map_spec(path, "elsewhere")


@pytest.mark.parametrize("name", ["", "Else", "a b", "a/b", "-a", "а"])
def test_a_name_is_kebab_case(path: Path, name: str) -> None:
    with pytest.raises(UndercroftError, match="kebab-case"):
        map_spec(path, name)


def test_settings_name_files_relative_to_their_folder(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "star.yaml").write_text(star_map(), encoding="utf-8")
    specs = undercroft_configured_games({"maps": {"star": "maps/star.yaml", "same": "maps/star.yaml"}}, tmp_path)
    assert [spec.id for spec in specs] == [f"{SPEC.id}/star", f"{SPEC.id}/same"]
    assert [fault for spec in specs for fault in (*game_spec_faults(spec), *game_faults(spec.load(), spec))] == []
    assert undercroft_configured_games({}, tmp_path) == []


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"map": {}}, "'map' is set"),
        ({"maps": ["star.yaml"]}, "a table of files"),
        ({"maps": {"star": 3}}, "a table of files"),
        ({"maps": {"star": "missing.yaml"}}, r"the map .*missing\.yaml can't be read: No such file"),
        ({"maps": {"Star": "star.yaml"}}, "kebab-case"),
    ],
)
def test_wrong_settings_are_refused_in_a_sentence(settings: dict[str, Any], words: str, tmp_path: Path) -> None:
    (tmp_path / "star.yaml").write_text(star_map(), encoding="utf-8")
    with pytest.raises(UndercroftError, match=words):
        map_specs(settings, tmp_path)


def test_a_small_map_without_a_ring_keeps_the_contract(tmp_path: Path) -> None:
    (tmp_path / "star.yaml").write_text(star_map(), encoding="utf-8")
    report = check_game(map_spec(tmp_path / "star.yaml", "star").load(), matches=1)
    assert report.warnings == []
