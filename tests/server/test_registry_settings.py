"""Games that plugins make of what an operator has configured for them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from undercroft.game import UndercroftError
from undercroft.registry import PluginSettings, Registry, WrongSettings, load_registry

FIRST_TRY = Path(__file__).parents[1] / "third_party" / "first_try" / "hidden_number.py"

MORE = """
from dataclasses import replace

from undercroft.game import UndercroftError


def _made(name):
    spec = replace(SPEC, id=f"{SPEC.id}/{name}", version="1-x", load=lambda: _game(spec))
    return spec


def _game(spec):
    game = SPEC.load()
    game.spec = spec
    return game


@hookimpl
def undercroft_configured_games(settings, folder):
    if "wrong" in settings:
        raise UndercroftError(f"{folder / 'x.yaml'}:3: {settings['wrong']}")
    if "answer" in settings:
        return settings["answer"]
    if "bug" in settings:
        raise KeyError("a bug")
    return [_made(name) for name in settings["names"]]
"""


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Registry]]:
    """Loads a folder with a plugin `many_numbers`, with a table for a plugin."""
    folder = tmp_path / "plugins"
    folder.mkdir()
    source = FIRST_TRY.read_text(encoding="utf-8")
    (folder / "many_numbers.py").write_text(source + MORE.replace("SPEC", _spec_name(source)), encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])

    def with_table(table: dict[str, object], name: str = "many_numbers") -> Registry:
        settings = PluginSettings(str(tmp_path), {name: table})
        again = msgspec.json.decode(msgspec.json.encode(settings), type=PluginSettings)
        assert again == settings
        return load_registry(folder, settings=again, entry_points=False)

    yield with_table
    sys.modules.pop("many_numbers", None)


def _spec_name(source: str) -> str:
    (line,) = [line for line in source.splitlines() if "GameSpec(" in line]
    return line.split("=")[0].split(":")[0].strip()


def test_configured_games_are_listed_after_their_game_and_loaded(load: Callable[..., Registry]) -> None:
    registry = load({"names": ["large", "very-large"]})
    assert [spec.id for spec in registry.specs()] == [
        "hidden-number",
        "hidden-number/large",
        "hidden-number/very-large",
    ]
    assert registry.game("hidden-number/large").spec.version == "1-x"
    assert registry.distribution("hidden-number/large") == registry.distribution("hidden-number")
    assert registry.problems == []


def test_a_plugin_that_was_told_nothing_is_asked_nothing(load: Callable[..., Registry], tmp_path: Path) -> None:
    registry = load_registry(tmp_path / "plugins", settings=PluginSettings("", {}), entry_points=False)
    assert [spec.id for spec in registry.specs()] == ["hidden-number"]


def test_a_refusal_is_the_plugins_own_sentence(load: Callable[..., Registry], tmp_path: Path) -> None:
    with pytest.raises(WrongSettings) as caught:
        load({"wrong": "no such\nstation"})
    assert str(caught.value) == f"plugins.many_numbers: {tmp_path}/x.yaml:3: no such station"
    assert isinstance(caught.value, UndercroftError)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"bug": 1}, "KeyError"),
        ({"answer": None}, "NoneType"),
        ({"answer": [3]}, "int"),
        ({"names": ["Loud"]}, "kebab-case"),
        ({"names": ["a/b"]}, "kebab-case"),
        ({"names": [""]}, "kebab-case"),
        ({"names": ["same", "same"]}, "already"),
    ],
)
def test_whatever_else_is_wrong_is_refused_too(
    table: dict[str, object], words: str, load: Callable[..., Registry]
) -> None:
    with pytest.raises(WrongSettings, match=words):
        load(table)


def test_a_table_for_nobody_is_refused(load: Callable[..., Registry]) -> None:
    with pytest.raises(
        WrongSettings, match=r"plugins\.many_number: no plugin of this name takes settings; perhaps many_numbers"
    ):
        load({"names": []}, "many_number")


def test_a_table_for_a_broken_plugin_says_how_it_is_broken(load: Callable[..., Registry], tmp_path: Path) -> None:
    (tmp_path / "plugins" / "broken_numbers.py").write_text("import undercroft.nothing\n")
    with pytest.raises(WrongSettings, match="ModuleNotFoundError"):
        load({}, "broken_numbers")
