"""What is built is what was written: nothing is missing from a wheel, and nothing strays into it."""

from __future__ import annotations

import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOTS = ("server", "plugins", "bots", "clients/python")
PLUGIN_ROOTS = ("plugins", "bots")


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.split("/")[0].endswith(".dist-info")}


def written() -> set[str]:
    """Every file of the four source roots, as it should be named in the wheel."""
    return {
        path.relative_to(ROOT / root).as_posix()
        for root in ROOTS
        for path in (ROOT / root).rglob("*")
        if is_source(path) and path.parent != ROOT / root
    }


def is_source(path: Path) -> bool:
    """Whether somebody wrote a file; caches of tools are left out."""
    inside = path.relative_to(ROOT).parts
    return path.is_file() and not any(part == "__pycache__" or part.startswith(".") for part in inside)


def packages(*roots: str) -> set[str]:
    return {path.parent.name for root in roots for path in (ROOT / root).glob("*/__init__.py")}


def templates() -> set[str]:
    """The files that `undercroft new` writes."""
    return {name for name in written() if name.startswith("undercroft/scaffold/")}


def test_the_wheel_has_every_file_of_the_source_roots_and_no_other(wheel: Path) -> None:
    assert names_in(wheel) == written()


def test_nothing_loose_lands_beside_the_packages(wheel: Path) -> None:
    names = names_in(wheel)
    assert {name.split("/")[0] for name in names} == packages(*ROOTS)
    assert not [name for name in names if name.endswith(".pyc")]
    assert not [name for name in names - templates() if name.endswith("README.md") or "/tests/" in name]


def test_the_wheel_brings_types_and_data(wheel: Path) -> None:
    names = names_in(wheel)
    for package in packages(*ROOTS):
        assert f"{package}/py.typed" in names
    assert "undercroft_dungeon_of_fear/rules.en.md" in names
    assert "undercroft/v1/match_pb2.pyi" in names


def test_the_entry_points_name_the_folders() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert sorted(project["entry-points"]["undercroft"].values()) == sorted(packages(*PLUGIN_ROOTS))


def test_the_outside_wheel_has_all_and_only_its_package(outside_wheel: Path) -> None:
    source = ROOT / "tests" / "third_party" / "undercroft_goofspiel" / "src"
    expected = {path.relative_to(source).as_posix() for path in source.rglob("*") if is_source(path)}
    assert names_in(outside_wheel) == expected
    assert {"undercroft_goofspiel/rules.ru.md", "undercroft_goofspiel/py.typed"} <= expected
