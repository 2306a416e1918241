"""A stranger's plugin, installed as any package, is found and played."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import ROOT, run

FOUND = """
import json, undercroft
from undercroft.registry import load_registry
registry = load_registry()
print(json.dumps({
    "from": undercroft.__file__,
    "problems": list(map(str, registry.problems)),
    "games": {spec.id: registry.distribution(spec.id) for spec in registry.specs()},
    "bots": {spec.id: registry.bots_for(registry.game(spec.id)) for spec in registry.specs()},
    "rules": registry.game("goofspiel").rules("ru").splitlines()[0],
}))
"""


def test_installed_plugins_are_found_and_sound(environment: Path) -> None:
    found = json.loads(run(environment / "python", "-c", FOUND, cwd=environment))
    assert not found["from"].startswith(str(ROOT))
    assert found["problems"] == []
    assert found["games"]["goofspiel"] == "undercroft-goofspiel 1.0"
    assert found["games"]["dungeon-of-fear"].startswith("undercroft ")
    assert found["bots"]["goofspiel"] == ["goofspiel-bargain", "heuristic", "ismcts", "random"]
    assert found["bots"]["dungeon-of-fear"] == ["heuristic", "ismcts", "random"]
    assert found["rules"] == "# Гуфшпиль"


def test_the_command_line_lists_an_outside_game(environment: Path) -> None:
    lines = run(environment / "undercroft", "games", "--json", cwd=environment).splitlines()
    assert len(lines) == 1
    games = {game["id"]: game for game in json.loads(lines[0])["games"]}
    assert games["goofspiel"]["version"] == "1"
    assert games["goofspiel"]["title"] == "Goofspiel"
    assert games["goofspiel"]["seats"] == [2]
    assert "dungeon-of-fear" in games


def test_an_outside_game_is_played_through_a_server_by_an_outside_bot(environment: Path, tmp_path: Path) -> None:
    command = (
        environment / "undercroft",
        "play",
        "goofspiel",
        "--auto",
        "goofspiel-bargain",
        "--vs",
        "random",
        "--json",
    )
    lines = run("env", f"XDG_STATE_HOME={tmp_path}", *command, cwd=tmp_path).splitlines()
    assert len(lines) == 1
    played = json.loads(lines[0])
    assert played["game"] == "goofspiel"
    assert played["actions"] == 18  # six prizes, two bids for each
    assert played["outcome"]["reason"] == "points"
    assert sum(played["outcome"]["returns"]) == 0
