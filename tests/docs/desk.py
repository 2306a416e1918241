"""A desk to try the pages' commands at: a folder that looks like the project's, a PATH, a home, a running server.

Commands are run by bash as the pages show them, but for what a reader fills in too:

* `HOST:7070` and `127.0.0.1:7070` are the address of a server that runs; for `serve`, a free one.
* `MATCH` and `CODE` are what an earlier command of the same block has printed.
* `undercroft check` plays two random matches instead of a hundred.

A folder of the page's own is linked (`first_try`) or made (`plugins-to-try`). What can't be had from PyPI stands in as
far as the command goes: other languages' generators for protoc keep what they are asked and generate nothing, and
grpcurl is thirty lines that call by reflection.
"""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import signal
import socket
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from tests.docs.pages import ROOT

HERE = Path(__file__).parent
THIRD_PARTY = ROOT / "tests" / "third_party"
SHOWN_ADDRESS = re.compile(r"(?:HOST|127\.0\.0\.1):7070")
GENERATORS = (
    "csharp", "java", "kotlin", "grpc-java", "grpckt", "ruby", "php", "swift", "grpc-swift-2", "dart", "cpp",
)  # fmt: skip
PLUGINS = ("grpc_csharp_plugin", "grpc_cpp_plugin", "grpc_php_plugin", "grpc_ruby_plugin")
_PATIENCE_S = 60.0


@dataclass(frozen=True)
class Ran:
    """A command that has ended; `out` is its stdout, `log` its stderr."""

    status: int
    out: str
    log: str


class Running:
    """A command under way."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._seen = ""

    async def until(self, text: str) -> str:
        """Everything printed up to and with the line that holds `text`."""
        assert self._process.stdout is not None
        async with asyncio.timeout(_PATIENCE_S):
            while text not in self._seen:
                line = await self._process.stdout.readline()
                assert line, f"ended without {text!r}:\n{self._seen}"
                self._seen += line.decode()
        return self._seen

    def type(self, typed: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(typed.encode())

    def interrupt(self, how: signal.Signals = signal.SIGTERM) -> None:
        self._process.send_signal(how)

    async def ended(self, typed: str = "") -> Ran:
        async with asyncio.timeout(_PATIENCE_S):
            out, log = await self._process.communicate(typed.encode())
        assert self._process.returncode is not None
        return Ran(self._process.returncode, self._seen + out.decode(), log.decode())

    async def put_away(self) -> None:
        if self._process.returncode is None:
            os.killpg(self._process.pid, signal.SIGKILL)  # `go run` and its like have a child that goes on
            await self._process.wait()


@dataclass
class Desk:
    """Where one block's commands are run, in its order. `filled` are the words a reader fills in."""

    folder: Path
    server: str
    filled: dict[str, str] = field(default_factory=dict)
    running: list[Running] = field(default_factory=list)
    inside: Path = Path()
    """Where in `folder` the reader is: see `cd`."""

    def __post_init__(self) -> None:
        self._lay_out_tools()
        for name, place in {
            "proto": ROOT / "proto",
            "clients": ROOT / "clients",
            "first_try": THIRD_PARTY / "first_try",
            "tests": THIRD_PARTY / "undercroft_goofspiel" / "tests",
        }.items():
            (self.folder / name).symlink_to(place)
        (self.folder / "asked").mkdir()

    def _lay_out_tools(self) -> None:
        tools = self.folder / "bin"
        tools.mkdir()
        python = shlex.quote(sys.executable)
        protoc = f"{python} -m grpc_tools.protoc"
        undercroft = "from undercroft.cli import main; main()"
        for name, command in {
            "undercroft": f'{python} -c "{undercroft}"',
            "python": python,
            "protoc": protoc,
            "grpc_tools_ruby_protoc": f"{protoc} --plugin=protoc-gen-grpc={tools}/grpc_ruby_plugin",
            "grpcurl": f"{python} {shlex.quote(str(HERE / 'stand_ins' / 'grpcurl.py'))}",
            "pytest": f"{python} -m pytest -p no:asyncio",  # which a package's author needn't have
            "buf": shlex.quote(str(Path(sys.executable).parent / "buf")),
        }.items():
            (tools / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
            (tools / name).chmod(0o755)
        generator = (HERE / "stand_ins" / "generator.sh").read_text()
        for name in (*(f"protoc-gen-{kind}" for kind in GENERATORS), *PLUGINS):
            (tools / name).write_text(generator)
            (tools / name).chmod(0o755)

    @property
    def environment(self) -> dict[str, str]:
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith(("UNDERCROFT_", "PYTHON"))},
            "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.folder),
            **_caches(),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "UNDERCROFT_STATE": str(self.folder / "state"),
            "ASKED": str(self.folder / "asked"),
            "PYTHONPATH": str(self.folder / "installed"),
            "LC_ALL": "C.UTF-8",
            "PYTHONWARNINGS": "error",
        }

    def fill_in(self, shown: str, address: str | None = None) -> str:
        """A command or file as a reader would have it."""
        shown = SHOWN_ADDRESS.sub(address or self.server, shown)
        return re.sub(r"\b(?:MATCH|CODE)\b", lambda word: self.filled[word[0]], shown)

    def note(self, word: str, ran: Ran | str, pattern: str) -> str:
        """Fill in a word from now on with what a command has printed."""
        printed = ran if isinstance(ran, str) else ran.out
        found = re.search(pattern, printed)
        assert found, f"{pattern!r} isn't in:\n{printed}"
        self.filled[word] = found[1]
        return found[1]

    def cd(self, folder: str) -> None:
        """Type the next commands in a folder."""
        assert (self.folder / folder).is_dir()
        self.inside = Path(folder)

    def install(self, project: Path) -> None:
        """What pip leaves behind of a package that has one module under `src`: it, and metadata with entry points."""
        told = tomllib.loads((project / "pyproject.toml").read_text())["project"]
        (package,) = (project / "src").glob("undercroft_*")
        shutil.copytree(package, self.folder / "installed" / package.name)
        metadata = self.folder / "installed" / f"{told['name'].replace('-', '_')}-{told['version']}.dist-info"
        metadata.mkdir()
        head = f"Metadata-Version: 2.4\nName: {told['name']}\nVersion: {told['version']}\n"
        (metadata / "METADATA").write_text(head)
        points = "".join(f"{name} = {module}\n" for name, module in told["entry-points"]["undercroft"].items())
        (metadata / "entry_points.txt").write_text(f"[undercroft]\n{points}")

    async def start(self, shown: str, address: str | None = None) -> Running:
        process = await asyncio.create_subprocess_exec(
            "bash", "-c", f"exec {self.fill_in(shown, address)}",
            cwd=self.folder / self.inside, env=self.environment, start_new_session=True,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self.running.append(Running(process))
        return self.running[-1]

    async def run(self, shown: str, typed: str = "") -> Ran:
        """Run a command to its end, which has to be a good one; `typed` comes from a pipe."""
        ran = await (await self.start(shown)).ended(typed)
        assert ran.status == 0, f"{shown} ends with {ran.status}:\n{ran.out}\n{ran.log}"
        return ran

    async def clear(self) -> None:
        for one in self.running:
            await one.put_away()


def _caches() -> dict[str, str]:
    """Where the tools of other languages keep what they have fetched and how they fetch it: not in a home of a test."""
    home = Path.home()
    places = {
        "GOENV": ".config/go/env",
        "GOPATH": "go",
        "GOCACHE": ".cache/go-build",
        "CARGO_HOME": ".cargo",
        "RUSTUP_HOME": ".rustup",
        "npm_config_cache": ".npm",
        "npm_config_userconfig": ".npmrc",
    }
    return {name: os.environ.get(name, str(home / place)) for name, place in places.items()}


def free_address() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"
