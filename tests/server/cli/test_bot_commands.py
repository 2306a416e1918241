"""`undercroft bot`: the author's bot on a server, in a record, and in trouble."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.load.server_process import free_port

from .conftest import COMMAND

Run = Callable[..., subprocess.CompletedProcess[str]]

FIRST = '''
import sys

from undercroft.bot import Bot, Turn


class First(Bot):
    """Plays the first legal action, and says so."""

    needs_belief = False

    def choose(self, turn: Turn) -> int:
        print("I think about", len(turn.legal), file=sys.stderr)
        return turn.legal[0]


class Crashing(First):
    def choose(self, turn: Turn) -> int:
        raise ValueError("the author's own fault")


class Illegal(First):
    def choose(self, turn: Turn) -> int:
        return 4711


class Picky(First):
    def choose(self, turn: Turn) -> int:
        return turn.rng.choice(turn.legal)
'''


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    file = tmp_path / "my_bots.py"
    file.write_text(FIRST)
    return file


@pytest.fixture
def server(tmp_path: Path, state: Path) -> Iterator[str]:
    """The address of a server in a process of its own."""
    address = f"127.0.0.1:{free_port()}"
    process = subprocess.Popen(
        [*COMMAND, "serve", "--listen", address, "--store", str(tmp_path / "s.sqlite3")],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline().startswith("undercroft is ready")
    yield address
    process.terminate()
    process.wait()
    process.stdout.close()


class Running:
    """A bot that runs, and what it has said so far."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "bot", "run", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.said = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said += line

    def until(self, text: str) -> None:
        end = time.monotonic() + 60
        while text not in self.said:
            assert time.monotonic() < end, self.said
            assert self.process.poll() is None or text in self.said, self.said
            time.sleep(0.02)

    def ended(self) -> tuple[int, str]:
        assert self.process.stdout is not None
        out = self.process.stdout.read()
        status = self.process.wait(timeout=60)
        self._reader.join(timeout=10)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
        return status, out


def play(undercroft: Run, server: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return undercroft("play", "dungeon-of-fear", "--auto", "random", "--json", "--server", server, *arguments)


def test_a_bot_runs_on_a_server_plays_and_leaves_after_its_matches(undercroft: Run, server: str, bots: Path) -> None:
    bot = Running(f"{bots}:First", "--server", server, "--matches", "1", "--game", "dungeon-of-fear")
    bot.until("@First (version ")
    played = play(undercroft, server, "--vs", "@First")
    assert played.returncode == 0, played.stderr
    status, out = bot.ended()
    assert status == 0, bot.said
    moves = re.findall(r"^\w{12} seat 1: (\S+)  [\d.]+ ms$", out, re.MULTILINE)
    assert len(moves) > 3
    assert re.search(r"^\w{12} seat 1: (won|lost|drawn) \(", out, re.MULTILINE)
    assert "I think about" in bot.said, "what it prints reaches its author"
    assert "No faults." in bot.said


def test_its_figures_are_one_line_of_json(undercroft: Run, server: str, bots: Path) -> None:
    bot = Running(f"{bots}:First", "--server", server, "--matches", "1", "--name", "champ", "--json", "--at-once", "2")
    bot.until("@champ")
    play(undercroft, server, "--vs", "@champ")
    status, out = bot.ended()
    (line,) = out.splitlines()
    figures = json.loads(line)
    assert status == 0
    assert figures["bot"] == "@champ"
    assert figures["matches"] == figures["won"] + figures["lost"] + figures["drawn"] == 1
    assert figures["faults"] == {}
    assert figures["turns"] > 3
    assert re.fullmatch(r"[0-9a-f]{8}", figures["version"])


def test_exceptions_and_illegal_answers_reach_the_author_with_their_traceback(
    undercroft: Run, server: str, bots: Path
) -> None:
    for name, kind, words in (
        ("Crashing", "crash", "ValueError: the author's own fault"),
        ("Illegal", "illegal", "the bot answered 4711, which isn't legal"),
    ):
        bot = Running(f"{bots}:{name}", "--server", server, "--matches", "1", "--json")
        bot.until(f"@{name}")
        play(undercroft, server, "--vs", f"@{name}")
        status, out = bot.ended()
        assert status == 0
        assert words in bot.said
        assert ("my_bots.py" in bot.said) == (kind == "crash"), "a traceback of the author's code only"
        assert set(json.loads(out)["faults"]) == {kind}


def test_ctrl_c_leaves_cleanly(server: str, bots: Path) -> None:
    bot = Running(f"{bots}:First", "--server", server)
    bot.until("@First (version ")
    time.sleep(0.3)
    os.kill(bot.process.pid, signal.SIGINT)
    status, _ = bot.ended()
    assert status == 0, bot.said
    assert "leaving" in bot.said
    assert "Traceback" not in bot.said


def test_a_name_in_use_a_missing_server_and_wrong_usage_each_say_so(
    undercroft: Run, server: str, bots: Path, tmp_path: Path
) -> None:
    bot = Running(f"{bots}:First", "--server", server, "--name", "champ")
    bot.until("@champ")
    time.sleep(0.3)
    stranger = undercroft(
        "bot", "run", f"{bots}:First", "--server", server, "--name", "champ", UNDERCROFT_STATE=str(tmp_path / "else")
    )
    assert stranger.returncode == 1
    assert "the name champ is another bot's" in stranger.stderr
    bot.process.terminate()
    assert bot.ended()[0] == 0
    assert undercroft("bot", "run", f"{bots}:First").returncode == 2
    assert undercroft("bot", "run", f"{bots}:Nobody", "--server", server).returncode == 1
    assert undercroft("bot", "run", f"{bots}:First", "--server", f"127.0.0.1:{free_port()}").returncode == 1
    assert undercroft("bot", "run", f"{bots}:First", "--replay", "x.json").returncode == 2
    unknown = undercroft("bot", "run", f"{bots}:First", "--server", server, "--game", "chess")
    assert (unknown.returncode, "chess" in unknown.stderr) == (1, True)


def test_a_bot_is_challenged_from_the_command_line(undercroft: Run, server: str, bots: Path) -> None:
    bot = Running(f"{bots}:First", "--server", server)
    bot.until("@First (version ")
    made = undercroft("create", "dungeon-of-fear", "--seat", "0", "--server", server)
    code = re.search(r"undercroft join (\S+)", made.stdout)
    assert code is not None
    seated = undercroft("bot", "challenge", code[1], "@First", "--server", server)
    assert re.fullmatch(r"@First sits on seat 1 of \w{12}\.\n", seated.stdout)
    again = undercroft("bot", "challenge", "0000-0000", "@First", "--server", server)
    assert again.returncode == 1
    bot.process.terminate()
    assert bot.ended()[0] == 0


def test_a_record_is_played_back_into_a_bot(undercroft: Run, bots: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    played = undercroft(
        "play", "dungeon-of-fear", "--auto", f"{bots}:First", "--vs", "random", "--json", "--record", str(record)
    )
    assert played.returncode == 0, played.stderr
    own = [each for each in json.loads(record.read_text())["actions"] if each["seat"] == 0]
    shown = undercroft("bot", "run", f"{bots}:First", "--replay", str(record), "--seat", "0")
    assert shown.returncode == 0, shown.stderr
    assert len(shown.stdout.splitlines()) == len(own)
    assert f"{len(own)} decisions, {len(own)} as they were played." in shown.stderr
    other = undercroft("bot", "run", f"{bots}:Picky", "--replay", str(record), "--seat", "0", "--json")
    figures = json.loads(other.stdout)
    assert [turn["played"] for turn in figures["turns"]] == [each["action"] for each in own]
    again = undercroft("bot", "run", f"{bots}:Picky", "--replay", str(record), "--seat", "0", "--json")
    assert [turn["now"] for turn in json.loads(again.stdout)["turns"]] == [turn["now"] for turn in figures["turns"]]
    crashed = undercroft("bot", "run", f"{bots}:Crashing", "--replay", str(record), "--seat", "0")
    assert crashed.returncode == 1
    assert "ValueError: the author's own fault" in crashed.stderr
    assert undercroft("bot", "run", f"{bots}:First", "--replay", str(record), "--seat", "7").returncode == 1


@pytest.mark.timeout(180)
def test_a_good_bot_bears_a_hostile_server_and_a_bad_one_is_told_why_not(undercroft: Run, bots: Path) -> None:
    arguments = ("--matches", "2", "--each", "1", "--game", "dungeon-of-fear", "--json")
    good = undercroft("bot", "test", f"{bots}:Picky", *arguments)
    report = json.loads(good.stdout)
    assert good.returncode == 0, good.stderr
    assert report["fine"]
    assert report["matches"] >= 2
    assert report["drops"] == report["restarts"] == report["delays"] == 1
    assert report["unfinished"] == 0
    assert report["faults"] == {}
    assert report["stand_ins"] == {}
    bad = undercroft("bot", "test", f"{bots}:Crashing", *arguments)
    assert bad.returncode == 1
    assert set(json.loads(bad.stdout)["faults"]) == {"crash"}
    assert "ValueError: the author's own fault" in bad.stderr
