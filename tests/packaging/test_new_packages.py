"""What `undercroft new` writes is a whole package: its README's commands work, and its types and style are in order."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.docs.pages import blocks
from undercroft.registry import load_registry
from undercroft.rpc import Server, ServerConfig
from undercroft_client import Client

from .conftest import build, new_environment, pip, run

KINDS = {
    "tiny-war": ("game", "tiny-war", "--title", "Tiny War 2"),
    "x": ("game", "x", "--hidden"),
    "deep-thought": ("bot", "deep-thought"),
}
"""What is typed after `undercroft new`, by the name."""

_LONG_S = 120.0


@pytest.fixture(scope="module")
def desk(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an author's environment, in which `pip install` needs no network, and tools are at hand."""
    folder = new_environment(tmp_path_factory.mktemp("author"), wheel)
    offline = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation")
    tools = {name: (folder / "python", "-m", name) for name in ("pytest", "mypy")}
    tools["ruff"] = (Path(sys.executable).parent / "ruff",)
    for name, command in tools.items():
        _script(folder / name, f'exec {shlex.join(map(str, command))} "$@"')
    _script(folder / "pip", f'[ "$1" = install ] && shift && exec {_words(*pip(folder), "install", *offline)} "$@"')
    return folder


def _words(*command: str | Path) -> str:
    return shlex.join(map(str, command))


def _script(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


@pytest.fixture(scope="module", params=KINDS)
def project(request: pytest.FixtureRequest, desk: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a new package, which is installed as its README says."""
    folder = tmp_path_factory.mktemp("begun")
    made = folder / request.param
    said = run(desk / "undercroft", "new", *KINDS[request.param], cwd=folder)
    advised = [line.strip() for line in said.splitlines() if line.startswith("  ")]
    assert advised[:2] == [f"cd {request.param}", "pip install -e '.[dev]'"]
    assert set(advised[1:]) <= set(commands(made))
    ran = typed(desk, made, advised[1])
    assert ran.returncode == 0, ran.stderr
    yield made
    run(*pip(desk), "uninstall", "--quiet", "--yes", f"undercroft-{request.param}")


def typed(desk: Path, folder: Path, command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A line of a README, typed in the author's environment."""
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=surroundings(desk, folder),
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=_LONG_S,
    )


def surroundings(desk: Path, folder: Path) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "UNDERCROFT"))
    }
    return {
        **kept,
        "PATH": f"{desk}{os.pathsep}{os.environ['PATH']}",
        "UNDERCROFT_STATE": str(folder.parent / "state"),
        "MYPY_CACHE_DIR": str(desk.parent / "mypy"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def commands(project: Path) -> list[str]:
    shown = blocks(str(project / "README.md"))
    return [line for block in shown if block.language == "console" for line in block.commands]


SAYS = {
    "pip install": "",
    "undercroft play": "Your turn",
    "undercroft check": "keeps the contract",
    "undercroft scenario": r"([1-9]\d*) of \1 cases passed",
    "undercroft arena": "BOT +RATING",
    "undercroft bot test": "bears it",
    "pytest": r"\d+ passed",
    "mypy": "Success: no issues found",
    "ruff check": "All checks passed",
}
"""What a command of a README prints, by its first words."""

SHORTER = {
    "undercroft check": "--matches 10",
    "undercroft arena": "--matches 4 --workers 1",
    "undercroft bot test": "--matches 2 --each 1",
}
"""What is added to commands that play for long."""


@pytest.mark.timeout(600)
def test_every_command_of_its_readme_works(desk: Path, project: Path) -> None:
    shown = [command for command in commands(project) if not command.startswith("undercroft bot run")]
    for command in shown:
        first = next(first for first in SAYS if command.startswith(first))
        ran = typed(desk, project, f"{command} {SHORTER.get(first, '')}", stdin="quit\n")
        assert ran.returncode == 0, f"{command}:\n{ran.stdout}\n{ran.stderr}"
        assert re.search(SAYS[first], ran.stdout), f"{command}:\n{ran.stdout}\n{ran.stderr}"


def test_it_is_formatted(desk: Path, project: Path) -> None:
    assert typed(desk, project, "ruff format --check .").returncode == 0


def test_it_plays_to_the_end(desk: Path, project: Path) -> None:
    name = project.name
    played = {
        "tiny-war": "tiny-war --auto mcts:simulations=20 --vs mcts:simulations=20",
        "x": "x --auto ismcts:simulations=20 --vs ismcts:simulations=20",
        "deep-thought": "connect-four --auto deep-thought:worlds=2 --vs random",
    }[name]
    ran = typed(desk, project, f"undercroft play {played} --json")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["outcome"]["reason"]


def test_its_wheel_has_what_it_needs(project: Path, tmp_path: Path) -> None:
    """Types and rules too; the wheel is what others install."""
    other = new_environment(tmp_path / "other", build(project, tmp_path))
    package = f"undercroft_{project.name.replace('-', '_')}"
    found = run(other / "python", "-c", f"import importlib.util as u; print(u.find_spec({package!r}).origin)")
    folder = Path(found.strip()).parent
    assert folder.is_relative_to(tmp_path)
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert files == {path.name for path in (project / "src" / package).iterdir() if path.is_file()}
    assert "py.typed" in files


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[str]:
    """The address of somebody's server, who hasn't installed what is new here."""
    running = Server(ServerConfig(store=str(tmp_path / "store.sqlite3"), listen="127.0.0.1:0"), load_registry())
    await running.start()
    yield running.address
    await running.stop(0.0)


@pytest.mark.parametrize("project", ["deep-thought"], indirect=True)
async def test_a_new_bot_plays_on_somebodys_server(desk: Path, project: Path, server: str) -> None:
    (command,) = [command for command in commands(project) if command.startswith("undercroft bot run")]
    process = await asyncio.create_subprocess_exec(
        *shlex.split(command.replace("HOST:7070", server)), cwd=project, env=surroundings(desk, project)
    )
    async with Client(server) as client, asyncio.timeout(60):
        while "@deep-thought" not in [bot.name for bot in await client.bots("connect-four")]:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert await process.wait() == 0
