"""What a listing shows, with and without OpenSpiel. These tests don't need it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.openspiel.page import PAGE, page
from undercroft import soundness
from undercroft_openspiel.catalogue import LEFT_OUT, SERVED
from undercroft_openspiel.listing import specs

LISTED = """
import json, sys
sys.modules.update(ABSENT)
from undercroft.registry import load_registry
registry = load_registry()
ids = [spec.id for spec in registry.specs()]
print(json.dumps({"ids": ids, "problems": list(map(str, registry.problems)), "imported": "pyspiel" in sys.modules}))
"""


def listed(folder: Path, absent: str = "{}") -> dict[str, Any]:
    environ = {**os.environ, "PYTHONPATH": str(folder)}
    program = LISTED.replace("ABSENT", absent)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environ, check=True, cwd=folder
    )
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_without_openspiel_there_is_nothing_and_nothing_is_wrong(tmp_path: Path) -> None:
    program = "{'pyspiel': None}"  # as an import leaves it that is forbidden
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'pyspiel' else find(name, package)\n"
    )
    found = listed(tmp_path, program)
    assert not [each for each in found["ids"] if "/" in each]
    assert found["problems"] == []


def test_games_are_listed_without_importing_openspiel(tmp_path: Path) -> None:
    (tmp_path / "pyspiel.py").write_text("raise AssertionError('imported for a listing')")
    found = listed(tmp_path)
    assert {f"openspiel/{served.name}" for served in SERVED} <= set(found["ids"])
    assert found["problems"] == []
    assert not found["imported"]


@pytest.mark.parametrize("spec", specs("2.0.2"), ids=lambda spec: spec.id)
def test_what_is_listed_is_sound(spec: Any) -> None:
    assert list(soundness.game_spec_faults(spec)) == []
    assert spec.version == "1+openspiel-2.0.2"


def test_a_game_is_there_once() -> None:
    names = [each.name for each in (*SERVED, *LEFT_OUT)]
    assert len(set(names)) == len(names)
    assert len(SERVED) >= 40


def test_the_page_has_the_tables_of_the_catalogue() -> None:
    assert PAGE.read_text("utf-8") == page(), "write it anew: python -m tests.plugins.openspiel.page"
