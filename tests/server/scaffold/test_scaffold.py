"""Names that can be used give packages that are in order, all others are refused; a folder is written whole or not."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import get_args

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from undercroft import __version__
from undercroft.scaffold import LONGEST, BadName, Names, Template, names_of, project, write_project

TEMPLATES = get_args(Template)
LONG = "q" * LONGEST


def test_names_follow_from_one() -> None:
    names = names_of("tiny-war-2")
    assert (names.title, names.module, names.package, names.class_name) == (
        "Tiny War 2", "tiny_war_2", "undercroft_tiny_war_2", "TinyWar2"
    )  # fmt: skip
    assert names_of("tiny-war", "Крошечная война").title == "Крошечная война"


@pytest.mark.parametrize(
    "name", ["", "Tiny", "tiny_war", "-tiny", "tiny-", "tiny--war", "2-war", "tiny war", "../x", "é"]
)
def test_a_wrong_name_is_refused(name: str) -> None:
    with pytest.raises(BadName, match="can't be a name: small letters"):
        names_of(name)


def test_a_long_name_is_refused() -> None:
    assert names_of(LONG).id == LONG
    with pytest.raises(BadName, match="at most 30"):
        names_of(LONG + "q")


@pytest.mark.parametrize("title", ['a "war"', "a\\war", "a\nwar", "w" * 61, "\u202ewar"])
def test_a_title_that_would_break_a_file_is_refused(title: str) -> None:
    with pytest.raises(BadName, match="title"):
        names_of("tiny-war", title)


@pytest.mark.parametrize(
    ("template", "name"),
    [("open_game", "none"), ("open_game", "position"), ("open_game", "any"), ("hidden_game", "guess"), ("bot", "bot")],
)
def test_a_name_whose_class_is_taken_in_the_package_is_refused(template: Template, name: str) -> None:
    with pytest.raises(BadName, match="a class can't be called"):
        project(template, names_of(name))


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("names", [names_of("q"), names_of(LONG, "W" * 60), names_of("tiny-war", "Крошечная война")])
def test_any_name_gives_a_package_in_good_style(template: Template, names: Names, tmp_path: Path) -> None:
    folder = tmp_path / names.id
    write_project(folder, project(template, names))
    ruff = Path(sys.executable).parent / "ruff"
    for asked in (["check"], ["format", "--check"]):
        ran = subprocess.run([ruff, *asked, "--no-cache", "."], cwd=folder, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("template", TEMPLATES)
def test_nothing_of_the_template_s_names_is_left(template: Template) -> None:
    made = project(template, names_of("tiny-war"))
    whole = "".join(path + text for path, text in made.items())
    assert re.findall(r"\b[Mm]y[-_ ]?(?:[Gg]ame|[Bb]ot)|_my_", whole) == []


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_package_is_named_alike_everywhere_and_wants_this_undercroft(template: Template) -> None:
    made = project(template, names_of("tiny-war"))
    settings = tomllib.loads(made["pyproject.toml"])
    assert settings["project"]["name"] == "undercroft-tiny-war"
    assert settings["project"]["entry-points"] == {"undercroft": {"tiny-war": "undercroft_tiny_war"}}
    (wanted,) = map(Requirement, settings["project"]["dependencies"])
    assert wanted.name == "undercroft"
    assert Version(__version__) in wanted.specifier
    assert "src/undercroft_tiny_war/py.typed" in made
    (spec,) = [
        node.value
        for node in ast.walk(ast.parse(made["src/undercroft_tiny_war/__init__.py"]))
        if isinstance(node, ast.keyword) and node.arg in {"id", "name"}
    ]
    assert ast.literal_eval(spec) == "tiny-war"


def test_both_games_are_built_and_kept_alike() -> None:
    one, other = (project(template, names_of("tiny-war")) for template in ("open_game", "hidden_game"))
    for path in ("pyproject.toml", ".gitignore"):
        assert one[path] == other[path]


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    with pytest.raises(FileExistsError):
        write_project(tmp_path / "here", {"file": "text"})
    assert list((tmp_path / "here").iterdir()) == []


def test_a_folder_that_cannot_be_written_whole_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="exists"):
        write_project(tmp_path / "new", {"file": "text", "file/below": "text"})
    assert not (tmp_path / "new").exists()
