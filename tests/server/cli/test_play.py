"""`undercroft play` in a process of its own, with the server inside it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

OWN_BOT = """
from undercroft.bot import Bot, Turn

class First(Bot):
    needs_belief = False
    def choose(self, turn: Turn) -> int:
        print("thinking aloud")
        return turn.legal[0]

class Bad(Bot):
    def choose(self, turn: Turn) -> int:
        return 99

class Failing(Bot):
    def choose(self, turn: Turn) -> int:
        raise RuntimeError("no idea")
"""

LEAKY = """
from undercroft.game import GameSpec
from undercroft.hookspecs import hookimpl

def load():
    raise RuntimeError("no rules today")

@hookimpl
def undercroft_games():
    return [GameSpec(id="leaky", version="1", titles={"en": "Leaky"}, summaries={"en": "It leaks."}, seats=(2,),
                     action_pattern=".", load=load)]
"""


def _resume(output: str) -> list[str]:
    return re.findall(r"undercroft (play --resume .+)", output)[-1].split()


def test_an_unattended_match_prints_one_line_and_writes_its_record(undercroft: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    result = undercroft(
        "play", "dungeon-of-fear", "--auto", "random", "--vs", "heuristic", "--json", "--record", str(file)
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("\n") == 1
    line = json.loads(result.stdout)
    assert set(line) == {"match", "game", "outcome", "actions", "seconds"}
    assert set(line["outcome"]) == {"returns", "winners", "reason"}
    assert line["game"] == "dungeon-of-fear"
    record = json.loads(file.read_text())
    assert record["match"] == line["match"]
    assert len(record["actions"]) == line["actions"] > 0
    assert [seat["name"] for seat in record["seats"]] == ["random", "heuristic"]
    assert all(set(action) == {"seat", "action"} for action in record["actions"])
    assert record["outcome"] == line["outcome"]
    shown = undercroft("record", "show", str(file))
    assert shown.stdout.count("\n") == 4 + line["actions"] + 1


def test_the_same_seed_plays_the_same_match(undercroft: Run, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "two")]
    for file in files:
        arguments = ("--auto", "random", "--vs", "random", "--seed", "5", "--record", str(file), "--json")
        assert undercroft("play", "dungeon-of-fear", *arguments).returncode == 0
    one, two = (json.loads(file.read_text()) for file in files)
    assert one["actions"] == two["actions"]
    assert one["secret"] == two["secret"]


def test_a_whole_match_is_played_from_a_pipe(undercroft: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    arguments = ("--vs", "random", "--seed", "5")
    undercroft("play", "dungeon-of-fear", "--auto", "random", "--record", str(file), "--json", *arguments)
    own = [action["action"] for action in json.loads(file.read_text())["actions"] if action["seat"] == 0]
    # The same chance and the same opponent: what the bot played on our seat can be typed there.
    result = undercroft("play", "dungeon-of-fear", *arguments, stdin="\n".join(own))
    assert result.returncode == 0
    assert re.search(r"\n(You win|You lose|A draw)\.\n", result.stdout)
    assert "\x1b" not in result.stdout
    assert "The match is kept" not in result.stdout


def test_after_the_end_it_is_said_how_to_play_again_and_how_to_keep_the_record(undercroft: Run, tmp_path: Path) -> None:
    arguments = ("--vs", "random", "--seed", "5", "-o", "quiet_limit=2", "-o", "clock=public", "-o", "reveal=sight")
    file = tmp_path / "record.json"
    undercroft("play", "dungeon-of-fear", "--auto", "random", "--record", str(file), "--json", *arguments)
    own = [action["action"] for action in json.loads(file.read_text())["actions"] if action["seat"] == 0]
    result = undercroft("play", "dungeon-of-fear", "--lang", "ru", *arguments, stdin="\n".join(own))
    again = "undercroft play dungeon-of-fear --vs random -o clock=public -o quiet_limit=2 --lang ru"
    assert f"\n  {again}\n" in result.stdout
    (keep,) = re.findall(r"\n  (undercroft play --resume \w+ --lang ru --record FILE)\n", result.stdout)
    kept = tmp_path / "kept.json"
    assert undercroft(*keep.replace("FILE", str(kept)).split()[1:]).returncode == 0
    assert json.loads(kept.read_text())["actions"] == json.loads(file.read_text())["actions"]


def test_a_match_left_in_a_language_is_gone_on_with_in_it(undercroft: Run) -> None:
    left = undercroft("play", "dungeon-of-fear", "--lang", "ru", stdin="quit\n")
    assert "Ваш ход." in undercroft(*_resume(left.stdout), stdin="quit\n").stdout


def test_a_match_left_is_gone_on_with_where_it_was(undercroft: Run) -> None:
    left = undercroft("play", "dungeon-of-fear", "--vs", "random", stdin="a1xa2\nquit\n")
    assert left.returncode == 0
    again = undercroft(*_resume(left.stdout), stdin="log\n", UNDERCROFT_SERVER="127.0.0.1:1")
    assert again.returncode == 0
    assert "You broke the wall on a2." in again.stdout.split("> log")[1]
    assert _resume(again.stdout) == _resume(left.stdout)


def test_a_match_of_bots_is_gone_on_with_and_a_finished_one_shown_again(undercroft: Run) -> None:
    line = json.loads(undercroft("play", "dungeon-of-fear", "--auto", "random", "--vs", "random", "--json").stdout)
    again = undercroft("play", "--resume", line["match"], "--json")
    assert again.returncode == 0
    assert json.loads(again.stdout)["outcome"] == line["outcome"]
    assert json.loads(again.stdout)["actions"] == line["actions"]
    told = undercroft("play", "--resume", line["match"])
    assert re.search(r"(Won by random|A draw)", told.stdout)


def test_a_line_of_a_pipe_asks_for_a_rematch_and_the_lines_after_it_play_there(undercroft: Run) -> None:
    typed = "abort\nrematch\nboard\nabort\nrematch\n"
    result = undercroft("play", "dungeon-of-fear", "--vs", "random", "--name", "Ann", stdin=typed)
    assert result.returncode == 0
    ids = re.findall(r"Dungeon of Fear · match (\w+)\n", result.stdout)
    assert len(set(ids)) == len(ids) == 2
    assert re.findall(r"Seat (.): Ann \(you\)", result.stdout) == ["0", "1"]
    first, second = result.stdout.split("All agree: on to match")
    assert first.endswith("> rematch\nYou ask for a rematch.\n")
    assert "> board\n" in second
    assert "The match has begun; you can resign." in second, "the bot has acted first there"
    assert _resume(result.stdout) == ["play", "--resume", ids[1]]


@pytest.mark.parametrize("typed", ["", "\nrematch\n", "quit\nrematch\n", "a1xa2\nrematch\n"])
def test_whatever_else_comes_from_a_pipe_after_the_end_is_the_end(undercroft: Run, typed: str) -> None:
    result = undercroft("play", "dungeon-of-fear", "--vs", "random", stdin=f"abort\n{typed}")
    assert result.returncode == 1
    assert "All agree" not in result.stdout
    assert "The match is kept" not in result.stdout


def test_the_record_is_that_of_the_match_it_was_asked_for_and_not_of_its_rematch(
    undercroft: Run, tmp_path: Path
) -> None:
    file = tmp_path / "record.json"
    typed = "resign\nresign\nrematch\nresign\nresign\n"
    result = undercroft("play", "dungeon-of-fear", "--vs", "random", "--record", str(file), stdin=typed)
    assert result.returncode == 0
    first, second = re.findall(r"Dungeon of Fear · match (\w+)\n", result.stdout)
    assert json.loads(file.read_text())["match"] == first
    assert result.stdout.count("The record is in") == 1
    again = undercroft("play", "--resume", second, "--record", str(file), stdin="rematch\n")
    assert json.loads(file.read_text())["match"] == second
    assert "All agree" not in again.stdout, "the record was wanted, and nothing else"


def test_bots_of_ones_own_play_again_too(undercroft: Run, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN_BOT)
    arguments = ("--vs", f"{tmp_path}/own.py:First", "--seed", "5")
    result = undercroft("play", "dungeon-of-fear", *arguments, stdin="abort\nrematch\n?\nquit\n")
    assert result.returncode == 0, result.stderr
    second = result.stdout.split("All agree: on to match")[1]
    assert "Seat 0: own.py:First" in second
    assert "You may play:" in second, "the bot has acted first"


def test_a_rematch_is_asked_for_in_the_persons_language(undercroft: Run) -> None:
    result = undercroft("play", "dungeon-of-fear", "--lang", "ru", stdin="abort\nrematch\n")
    assert "> rematch\nВы предлагаете сыграть ещё раз.\nВсе согласны: новая партия — " in result.stdout


def test_interactive_play_with_json_keeps_stdout_for_the_line(undercroft: Run) -> None:
    result = undercroft("play", "dungeon-of-fear", "--json", stdin="quit\n")
    assert result.returncode == 1
    assert result.stdout == ""
    assert "Your turn." in result.stderr


def test_seat_options_and_language_are_taken(undercroft: Run) -> None:
    result = undercroft(
        "play", "dungeon-of-fear", "--seat", "1", "--vs", "random", "-o", "clock=public", "--name", "Боб",
        stdin="quit\n", LANG="ru_RU.UTF-8",
    )  # fmt: skip
    assert "Место 1: Боб (это вы)" in result.stdout
    assert "Подземелье Страха" in result.stdout
    assert "Партия сохранена" in result.stdout


def test_somebody_s_own_bot_plays_from_its_file(undercroft: Run, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN_BOT)
    result = undercroft(
        "play", "dungeon-of-fear", "--auto", f"{tmp_path}/own.py:First", "--vs", f"{tmp_path}/own.py:First", "--json"
    )
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["actions"] > 0
    assert "thinking aloud" in result.stderr


@pytest.mark.parametrize(("name", "said"), [("Bad", "99"), ("Failing", "no idea"), ("Frist", "First")])
def test_an_own_bot_that_fails_ends_the_command_with_why(undercroft: Run, tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "own.py").write_text(OWN_BOT)
    result = undercroft("play", "dungeon-of-fear", "--auto", f"{tmp_path}/own.py:{name}", "--vs", "random", "--json")
    assert result.returncode == 1
    assert result.stdout == ""
    assert said in result.stderr.splitlines()[-1]
    assert result.stderr.splitlines()[-1].startswith("undercroft: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dungeon-fear"], "dungeon-of-fear"),
        (["dungeon-of-fear", "-o", "quietlimit=3"], "quiet_limit"),
        (["dungeon-of-fear", "-o", "quiet_limit=3000"], "100"),
        (["dungeon-of-fear", "--vs", "heurstic"], "heuristic"),
        (["dungeon-of-fear", "--auto", "heurstic"], "heuristic"),
        (["dungeon-of-fear", "--seats", "3"], "3"),
        (["--resume", "nothing"], "nothing"),
        (["dungeon-of-fear", "--server", "127.0.0.1:1"], "127.0.0.1:1"),
        (["dungeon-of-fear", "--plugins", "/no/such/folder"], "/no/such/folder"),
        (["dungeon-of-fear", "--record", "/no/such/folder/record"], "/no/such/folder"),
    ],
)
def test_bad_input_is_one_sentence_that_names_it(undercroft: Run, arguments: list[str], said: str) -> None:
    result = undercroft("play", *arguments, "--json")
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert said in result.stderr


@pytest.mark.skipif(os.geteuid() == 0 and not Path("/proc/self").exists(), reason="needs a directory nobody can write")
def test_a_state_directory_that_cannot_be_made_is_named(undercroft: Run) -> None:
    result = undercroft("play", "dungeon-of-fear", UNDERCROFT_STATE="/proc/nowhere")
    assert result.returncode == 1
    assert "/proc/nowhere" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_store_that_is_no_store_is_named(undercroft: Run, state: Path) -> None:
    state.mkdir()
    (state / "matches.sqlite3").write_text("this is no database, and long enough to be sure of that " * 20)
    result = undercroft("play", "dungeon-of-fear")
    assert result.returncode == 1
    assert "matches.sqlite3" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_game_that_cannot_be_loaded_is_reported_once_and_others_are_played(undercroft: Run, tmp_path: Path) -> None:
    (tmp_path / "undercroft_leaky.py").write_text(LEAKY)
    result = undercroft(
        "play", "dungeon-of-fear", "--auto", "random", "--vs", "random", "--json", "--plugins", str(tmp_path)
    )
    assert result.returncode == 0
    assert result.stderr.count("no rules today") == 1
    assert "Traceback" not in result.stderr
    refused = undercroft("play", "leaky", "--plugins", str(tmp_path))
    assert refused.returncode == 1
    assert "leaky" in refused.stderr.splitlines()[-1]


def test_terminals_share_the_state_directory(undercroft: Run, state: Path) -> None:
    playing = subprocess.Popen(
        [sys.executable, "-c", "from undercroft.cli import main; main()", "play", "dungeon-of-fear", "--vs", "random"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        other = undercroft("play", "dungeon-of-fear", "--auto", "random", "--vs", "random", "--json")
        assert other.returncode == 0, other.stderr
        out, _ = playing.communicate("a1xa2\nquit\n", timeout=60)
    finally:
        playing.kill()
    assert "You broke the wall on a2." in out
    listed = json.loads(undercroft("matches", "--json").stdout)["matches"]
    assert {match["status"] for match in listed} == {"finished", "running"}
