"""OpenSpiel in an environment and a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

__all__ = ["Amount", "OpenSpiel", "installed_python"]

RELEASE = "open_spiel==2.0.2"
CHILD = Path(__file__).with_name("child.py")


class Amount(NamedTuple):
    """How much was done, in how many CPU seconds."""

    done: float
    seconds: float

    @property
    def rate(self) -> float:
        return self.done / self.seconds


def installed_python() -> Path:
    """The Python of an environment with OpenSpiel in it; made the first time, in the temporary folder."""
    folder = Path(tempfile.gettempdir()) / f"undercroft-{RELEASE.replace('==', '-')}"
    python = folder / "bin" / "python"
    done = folder / "installed"
    if not done.exists():
        print(f"Installing {RELEASE} into {folder} …", file=sys.stderr, flush=True)
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", RELEASE], check=True)
        done.touch()
    return python


class OpenSpiel:
    """The child process, given one order at a time; used in a `with`, at whose end it has ended."""

    def __init__(self, python: Path, **environ: str) -> None:
        self._process = subprocess.Popen(
            [python, CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environ or None
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def measure(self, kind: str, seconds: float) -> Amount:
        """One slice of something that `child` knows."""
        answer = self._ask({"do": kind, "seconds": seconds})
        return Amount(answer["done"], answer["seconds"])

    def move(self, moves: str, seconds: float) -> int:
        """The action that its search plays after these columns, in so much wall-clock time."""
        action: int = self._ask({"moves": moves, "seconds": seconds})["action"]
        return action

    def _ask(self, order: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "OpenSpiel's process has ended"
        answer: dict[str, Any] = json.loads(line)
        return answer
