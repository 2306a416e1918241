"""TLS from the command line: certificates to try it with, a server, players, and what is said where it fails."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from .served import Served

Run = Callable[..., subprocess.CompletedProcess[str]]
Terminals = Callable[..., Any]


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates")
    made = subprocess.run(
        [sys.executable, "-c", "from undercroft.cli import main; main()", "dev-certs", str(folder)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"--tls-cert {folder}/server.pem --tls-key {folder}/server.key\n" in made.stdout
    assert f"--server 127.0.0.1:7070 --ca {folder}/ca.pem\n" in made.stdout
    return folder


@contextmanager
def _served(folder: Path, *arguments: str) -> Iterator[str]:
    server = Served(folder, *arguments)
    server.start()
    try:
        yield server.address
    finally:
        server.kill()


@pytest.fixture(scope="module")
def encrypted(certificates: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that speaks TLS."""
    files = ("--tls-cert", str(certificates / "server.pem"), "--tls-key", str(certificates / "server.key"))
    with _served(tmp_path_factory.mktemp("encrypted"), *files) as address:
        yield address


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that doesn't."""
    with _served(tmp_path_factory.mktemp("plain")) as address:
        yield address


def test_certificates_to_try_are_closed_to_others_and_never_overwritten(
    certificates: Path, undercroft: Run, tmp_path: Path
) -> None:
    assert {path.name for path in certificates.iterdir()} == {"ca.pem", "server.pem", "server.key"}
    assert (certificates / "server.key").stat().st_mode & 0o777 == 0o600
    before = (certificates / "server.key").read_bytes()
    again = undercroft("dev-certs", str(certificates))
    assert (again.returncode, again.stdout, again.stderr.count("\n")) == (1, "", 1)
    assert (certificates / "server.key").read_bytes() == before
    assert undercroft("dev-certs", str(tmp_path / "a" / "b")).returncode == 0
    nowhere = undercroft("dev-certs", "/proc/nowhere")
    assert (nowhere.returncode, nowhere.stderr.count("\n")) == (1, 1)
    assert "/proc/nowhere" in nowhere.stderr


def test_without_trustme_it_is_told_what_to_install(undercroft: Run, tmp_path: Path) -> None:
    (tmp_path / "trustme.py").write_text("raise ModuleNotFoundError('trustme')")
    result = undercroft("dev-certs", str(tmp_path / "certificates"), PYTHONPATH=str(tmp_path))
    assert result.returncode == 1
    assert "pip install 'undercroft[tls]'" in result.stderr
    assert not (tmp_path / "certificates").exists()


def test_every_command_speaks_tls_and_a_match_is_played(encrypted: str, certificates: Path, undercroft: Run) -> None:
    by = {"UNDERCROFT_SERVER": encrypted, "UNDERCROFT_CA": str(certificates / "ca.pem")}
    assert "dungeon-of-fear" in undercroft("games", "--server", encrypted, "--ca", by["UNDERCROFT_CA"]).stdout
    assert "random" in undercroft("bots", **by).stdout
    bots = ("--auto", "random", "--vs", "random")
    played = json.loads(undercroft("play", "dungeon-of-fear", *bots, "--json", **by).stdout)
    assert played["actions"] > 0
    assert played["match"] in undercroft("matches", **by).stdout
    assert "You watch." in undercroft("watch", played["match"], **by).stdout


def test_what_is_told_to_type_comes_back_over_tls(
    encrypted: str, certificates: Path, undercroft: Run, terminal: Terminals, tmp_path: Path
) -> None:
    authority = str(certificates / "ca.pem")
    how = f"--server {encrypted} --ca {authority}"
    made = undercroft("create", "dungeon-of-fear", "--seat", "0", *how.split())
    typed = re.findall(r"^  undercroft (.*)$", made.stdout, re.MULTILINE)
    assert [line.split()[0] for line in typed] == ["join", "watch", "play"]
    assert all(line.endswith(how) for line in typed)
    ann = terminal(*typed[2].split())
    ann.wait_for("Waiting for players: seat 1.")
    bob = terminal(*typed[0].split(), UNDERCROFT_STATE=str(tmp_path / "friend"))
    bob.wait_for("Seat 1: ")
    ann.wait_for("your action>")
    ann.type("\x03")
    ann.wait_for(how)
    assert ann.status() == 0
    # The seat remembers how its server is spoken to, and isn't brought to plain text by a shorter command.
    match = typed[1].split()[1]
    for shorter in ((), ("--server", encrypted)):
        ann = terminal("play", "--resume", match, *shorter)
        ann.wait_for("your action>")
        ann.type("\x03")
        ann.wait_for(how)
        assert ann.status() == 0


def _one_sentence(result: subprocess.CompletedProcess[str]) -> str:
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    return result.stderr


def test_who_does_not_agree_on_tls_is_told_why(encrypted: str, undercroft: Run) -> None:
    assert "Perhaps it speaks TLS" in _one_sentence(undercroft("games", "--server", encrypted))
    assert "vouches for" in _one_sentence(undercroft("games", "--server", encrypted, "--tls"))


def test_a_slip_about_tls_does_not_stick_to_a_seat(plain: str, undercroft: Run, terminal: Terminals) -> None:
    made = json.loads(undercroft("create", "dungeon-of-fear", "--json", "--server", plain).stdout)
    join = ("join", made["codes"][0]["code"], "--server", plain)
    assert "speaks plain text" in _one_sentence(undercroft(*join, "--tls"))
    player = terminal(*join)
    player.wait_for("Waiting for players: seat 1.")
    player.type("\x03")
    assert player.status() == 0


def test_authorities_that_cannot_be_used_are_named(encrypted: str, undercroft: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.pem").write_text("")
    for file in ("empty.pem", "missing.pem"):
        assert file in _one_sentence(undercroft("games", "--server", encrypted, "--ca", str(tmp_path / file)))


def test_tls_without_a_server_is_wrong_usage_but_not_in_the_environment(undercroft: Run) -> None:
    for arguments in (("--tls",), ("--ca", "ca.pem")):
        result = undercroft("games", *arguments)
        assert result.returncode == 2
        assert "--server" in result.stderr
    assert undercroft("games", UNDERCROFT_TLS="1", UNDERCROFT_CA="ca.pem").returncode == 0


def test_a_server_names_the_file_it_cannot_use_and_the_way_out(
    certificates: Path, undercroft: Run, tmp_path: Path
) -> None:
    key = ("--tls-key", str(certificates / "server.key"))
    at_home = ("--listen", "127.0.0.1:0", "--store", "temporary:")
    for arguments, said in (
        ((*at_home, "--tls-cert", str(tmp_path / "none.pem"), *key), "none.pem"),
        ((*at_home, "--tls-cert", str(certificates / "ca.pem"), *key), "server.key"),
        ((*at_home, *key), "--tls-cert"),
        (("--listen", "0.0.0.0:0", "--store", "temporary:"), "--insecure"),
    ):
        assert said in _one_sentence(undercroft("serve", *arguments))


def test_the_config_says_the_same(certificates: Path, tmp_path: Path, state: Path, undercroft: Run) -> None:
    config = tmp_path / "undercroft.toml"
    files = f'tls_cert = "{certificates}/server.pem"\ntls_key = "{certificates}/server.key"\n'
    config.write_text(f"{files}insecure = false\n")
    with _served(tmp_path, "--config", str(config)) as address:
        assert undercroft("games", "--server", address, "--ca", str(certificates / "ca.pem")).returncode == 0
