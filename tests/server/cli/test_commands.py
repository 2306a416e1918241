"""The commands that need no server: what they print, and their exit status."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from undercroft.cli import _COMMANDS, cli
from undercroft.cli.playing.kept_seats import KeptSeat, kept_seats

SCENARIOS = str(Path(__file__).parents[2] / "scenarios" / "dungeon_of_fear.yaml")

RECORD = {
    "format": "undercroft-record/1",
    "match": "m1",
    "game": "hex",
    "version": "2",
    "options": {"size": 11},
    "seats": [{"seat": 0, "kind": "player", "name": "an\u001b[31mn"}, {"seat": 1, "kind": "bot", "name": "random"}],
    "secret": "00",
    "actions": [{"seat": "chance", "action": "3 5"}, {"seat": 0, "action": "a1"}, {"seat": 1, "action": "b2"}],
    "outcome": {"returns": [1, -1], "winners": [0], "reason": "connected"},
}

BROKEN_PLUGIN = "raise RuntimeError('broken on purpose')"

LEAKY_GAME = """
from undercroft.game import GameSpec
from undercroft.hookspecs import hookimpl

def load():
    raise RuntimeError("no rules today")

@hookimpl
def undercroft_games():
    return [GameSpec(id="leaky", version="1", titles={"en": "Leaky"}, summaries={"en": "It leaks."}, seats=(2,),
                     action_pattern=".", load=load)]
"""


@pytest.fixture
def run(state: Path) -> Callable[..., Result]:
    return lambda *arguments: CliRunner().invoke(cli, arguments, prog_name="undercroft")


def test_every_command_of_the_help_is_there_and_explains_itself(run: Callable[..., Result]) -> None:
    listed = run("--help").output
    for name in _COMMANDS:
        assert f"  {name} " in listed
        assert isinstance(cli.get_command(click.Context(cli), name), click.Command)
        assert run(name, "--help").exit_code == 0


def test_every_parameter_of_every_command_is_explained() -> None:
    def walk(command: click.Command | None, path: str) -> None:
        assert command is not None
        assert command.help, path
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{path} {parameter.opts}"
        if isinstance(command, click.Group):
            for name, inner in command.commands.items():
                walk(inner, f"{path} {name}")

    for name in _COMMANDS:
        walk(cli.get_command(click.Context(cli), name), name)


def test_games_as_a_table_and_as_one_line_of_json(run: Callable[..., Result]) -> None:
    table = run("games")
    assert table.exit_code == 0
    assert "dungeon-of-fear 1 2 Dungeon of Fear" in [" ".join(line.split()) for line in table.stdout.splitlines()]
    line = run("games", "--json")
    assert line.stdout.count("\n") == 1
    games = json.loads(line.stdout)["games"]
    assert {"id": "dungeon-of-fear", "version": "1", "title": "Dungeon of Fear", "seats": [2]} in games
    assert "Подземелье Страха" in run("games", "--lang", "ru").stdout


def test_a_game_is_told_with_its_options(run: Callable[..., Result]) -> None:
    told = run("games", "dungeon-of-fear", "--lang", "ru").stdout
    assert "Подземелье Страха\n" in told
    assert "levels: easy is random, normal is heuristic" in told
    assert re.search(r"\nreveal +breach, sight or walls +sight\n", told)
    assert re.search(r"\nquiet_limit +a whole number from 2 to 100 +12\n", told)
    line = run("games", "dungeon-of-fear", "--json")
    assert json.loads(line.stdout)["options_schema"]["$defs"]["Options"]["properties"]["quiet_limit"]["default"] == 12
    unknown = run("games", "dungeon")
    assert unknown.exit_code != 0
    assert "there is no game 'dungeon'" in unknown.output


def test_bots_as_a_table_and_as_one_line_of_json(run: Callable[..., Result]) -> None:
    assert "heuristic" in run("bots").stdout
    line = run("bots", "--json")
    assert line.stdout.count("\n") == 1
    assert {bot["name"] for bot in json.loads(line.stdout)["bots"]} >= {"heuristic", "random"}


def test_a_broken_plugin_is_named_once_on_stderr_and_the_others_are_listed(
    run: Callable[..., Result], tmp_path: Path
) -> None:
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "undercroft_sad.py").write_text(BROKEN_PLUGIN)
    result = run("games", "--json", "--plugins", str(tmp_path / "plugins"))
    assert result.exit_code == 0
    assert "dungeon-of-fear" in result.stdout
    assert result.stderr.count("broken on purpose") == 1
    assert "undercroft_sad" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(run: Callable[..., Result], shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert f"_UNDERCROFT_COMPLETE={shell}_complete" in result.stdout


@pytest.mark.parametrize(
    ("words", "last", "completed"),
    [("undercroft pl", 1, "play"), ("undercroft play dung", 2, "dungeon-of-fear"),
     ("undercroft play x --vs heur", 4, "heuristic"), ("undercroft play x --auto har", 4, "hard"),
     ("undercroft matches --game dung", 3, "dungeon-of-fear"), ("undercroft play --resume ab", 3, "abc123")],
)  # fmt: skip
def test_a_shell_completes_commands_games_bots_and_ones_own_matches(
    state: Path, words: str, last: int, completed: str
) -> None:
    kept_seats().keep(KeptSeat("host:1", "hex", "abc123"))
    environ = {"_UNDERCROFT_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(last)}
    result = CliRunner().invoke(cli, [], prog_name="undercroft", env=environ, complete_var="_UNDERCROFT_COMPLETE")
    assert f"plain,{completed}" in result.stdout.splitlines()


def test_an_unknown_command_is_wrong_usage_and_the_nearest_is_named(run: Callable[..., Result]) -> None:
    result = run("gmaes")
    assert result.exit_code == 2
    assert "'games'" in result.stderr
    assert run("games", "--jsn").exit_code == 2


def test_scenarios_pass(run: Callable[..., Result]) -> None:
    line = run("scenario", "--json", SCENARIOS)
    assert line.exit_code == 0
    report = json.loads(line.stdout)
    assert line.stdout.count("\n") == 1
    assert report["files"] == 1
    assert report["cases"] == report["passed"] > 40
    assert report["failed"] == []
    assert f"{report['cases']} of {report['cases']} cases passed" in run("scenario", SCENARIOS).stdout


def test_a_failing_scenario_is_named_and_fails(run: Callable[..., Result], tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text("game: dungeon-of-fear\nsource: x\ncases:\n- {name: a wrong ruling, expect: {to_act: [1]}}\n")
    result = run("scenario", str(file))
    assert result.exit_code == 1
    assert "a wrong ruling" in result.stdout
    line = run("scenario", "--json", str(file))
    assert line.exit_code == 1
    (failed,) = json.loads(line.stdout)["failed"]
    assert set(failed) == {"file", "case", "why"}
    assert failed["case"] == "a wrong ruling"


@pytest.mark.parametrize(
    ("text", "named"),
    [("game: [", "bad.yaml"), ("game: hexx\nsource: x\ncases: [{name: a}]\n", "hexx"), (None, "bad.yaml")],
)
def test_a_scenario_file_that_cannot_be_run_is_exit_status_2(
    run: Callable[..., Result], tmp_path: Path, text: str | None, named: str
) -> None:
    file = tmp_path / "bad.yaml"
    if text is not None:
        file.write_text(text)
    result = run("scenario", "--json", str(file))
    assert result.exit_code == 2
    assert named in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_a_record_is_shown_without_its_control_characters(run: Callable[..., Result], tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(RECORD))
    result = run("record", "show", str(file))
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "hex 2, match m1",
        "options: size=11",
        "seat 0: an[31mn (player)",
        "seat 1: random (bot)",
        "1. chance: 3 5",
        "2. seat 0: a1",
        "3. seat 1: b2",
        "connected: won by seat 0; returns 1, -1",
    ]


@pytest.mark.parametrize("content", ["{", "[]", '{"format": "x"}', json.dumps({**RECORD, "format": "other/9"}), None])
def test_what_is_no_record_is_said_in_a_sentence(
    run: Callable[..., Result], tmp_path: Path, content: str | None
) -> None:
    file = tmp_path / "record.json"
    if content is not None:
        file.write_text(content)
    result = run("record", "show", str(file))
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert str(file) in result.stderr


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ('listne = "127.0.0.1:1"', "listen"),
        ("bot_workers = 0", "bot_workers"),
        ("listen = 7070", "listen"),
        ("= nothing", "isn't TOML"),
        (b"\xff\xfe", "isn't TOML"),
        (None, "can't be read"),
    ],
)
def test_a_config_that_is_wrong_is_named_with_what_is_wrong(
    run: Callable[..., Result], tmp_path: Path, config: str | bytes | None, said: str
) -> None:
    file = tmp_path / "server.toml"
    if config is not None:
        file.write_bytes(config if isinstance(config, bytes) else config.encode())
    result = run("serve", "--config", str(file))
    assert result.exit_code == 1
    assert str(file) in result.stderr
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_check_passes_a_game_and_reports_it(run: Callable[..., Result]) -> None:
    result = run("check", "dungeon-of-fear", "--matches", "1", "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("\n") == 1
    (game,) = json.loads(result.stdout)["games"]
    assert game["game"] == "dungeon-of-fear"
    assert game["failed"] is None
    assert game["report"]["matches"] == 1
    assert "dungeon-of-fear: playing" in result.stderr


def test_check_of_a_folder_finds_its_games_and_says_what_is_wrong(run: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "undercroft_leaky.py").write_text(LEAKY_GAME)
    result = run("check", str(tmp_path))
    assert result.exit_code == 1
    assert "leaky" in result.stderr
    assert "no rules today" in result.stderr
    assert "dungeon-of-fear" not in result.output


@pytest.mark.parametrize("name", ["my-game", "my_game", "My.Game"])
def test_check_takes_a_package_by_any_spelling_of_its_name(
    undercroft: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, name: str
) -> None:
    (tmp_path / "my_game.py").write_text(LEAKY_GAME)
    metadata = tmp_path / "my_game-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.4\nName: my-game\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[undercroft]\nmine = my_game\n")
    checked = undercroft("check", name, PYTHONPATH=str(tmp_path))
    assert "no rules today" in checked.stderr
    assert "there is no game" not in checked.stderr


def test_check_of_nothing_names_the_nearest(run: Callable[..., Result], tmp_path: Path) -> None:
    result = run("check", "dungeon-of-fea")
    assert result.exit_code == 1
    assert "'dungeon-of-fear'" in result.stderr
    empty: Any = run("check", str(tmp_path))
    assert empty.exit_code == 1
    assert str(tmp_path) in empty.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["play"],
        ["play", "dungeon-of-fear", "--seat", "-1"],
        ["play", "dungeon-of-fear", "--lang", "xx"],
        ["play", "dungeon-of-fear", "--server", "nowhere"],
        ["play", "dungeon-of-fear", "--server", "host:99999"],
        ["play", "dungeon-of-fear", "--resume", "m1"],
        ["play", "dungeon-of-fear", "--name", "x" * 41],
        ["join"],
        ["join", "CODE"],
        ["watch", "m1"],
        ["create", "dungeon-of-fear"],
        ["scenario"],
        ["completion", "tcsh"],
        ["matches", "--status", "lost"],
    ],
)
def test_wrong_usage_is_exit_status_2(run: Callable[..., Result], arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Usage:" in result.stderr


@pytest.mark.parametrize("arguments", [["play", "\udcff"], ["join", "\udcff", "--server", "127.0.0.1:1"]])
def test_an_argument_that_is_no_text_is_wrong_usage(undercroft: Callable[..., Any], arguments: list[str]) -> None:
    done = undercroft(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "undercroft: an argument isn't text in UTF-8.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_output_that_cannot_be_written_is_said_in_a_sentence(state: Path) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-c", "from undercroft.cli import main; main()", "games", "--json"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "undercroft: the output: No space left on device.\n"


@pytest.mark.parametrize("kind", [["game"], ["game", "--hidden"], ["bot"]])
def test_a_new_package_is_written_once_and_says_what_to_type_next(
    run: Callable[..., Result], tmp_path: Path, kind: list[str]
) -> None:
    begun = run("new", *kind, "tiny-war", "--into", str(tmp_path / "mine"))
    assert begun.exit_code == 0, begun.output
    folder = tmp_path / "mine" / "tiny-war"
    assert (folder / "src" / "undercroft_tiny_war" / "__init__.py").exists()
    assert f"\n  cd {folder}\n  pip install -e '.[dev]'\n  undercroft play " in begun.output
    before = sorted(folder.rglob("*"))
    again = run("new", *kind, "tiny-war", "--into", str(tmp_path / "mine"))
    assert again.exit_code == 1
    assert f"{folder} is there already" in again.output
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (["game", "Tiny_War"], 2, "can't be a name"),
        (["game", "position"], 2, "a class can't be called Position"),
        (["game", "tiny-war", "--title", 'a "war"'], 2, "a title has"),
        (["game", "dungeon-of-fear"], 1, "there is a game 'dungeon-of-fear' here already"),
        (["game", "client"], 1, "a package undercroft_client is installed here already"),
        (["bot", "mcts"], 1, "there is a bot 'mcts' here already"),
        (["bot", "hard"], 1, "there is a bot 'hard' here already"),
    ],
)
def test_what_cannot_be_begun_is_refused_in_a_sentence_and_nothing_is_written(
    run: Callable[..., Result], tmp_path: Path, arguments: list[str], status: int, why: str
) -> None:
    refused = run("new", *arguments, "--into", str(tmp_path / "mine"))
    assert refused.exit_code == status
    assert why in refused.output
    assert not (tmp_path / "mine").exists()


def test_a_place_that_cannot_be_written_is_said_in_a_sentence(run: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused = run("new", "game", "tiny-war", "--into", str(tmp_path / "file" / "below"))
    assert refused.exit_code == 1
    assert "can't be written: Not a directory." in refused.output
