"""Where a command prints for people: which stream, whether with colours and boxes, how wide."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from typing import IO, Any

import click

__all__ = ["Console"]


class Console:
    """Prints lines. `fancy` is for a terminal that takes colours: not a pipe, not `NO_COLOR`, not `TERM=dumb`.

    With `to_stderr` stdout is left to the one line of `--json`. The stream is looked up at every line, as a prompt puts
    its own in place to print above itself.
    """

    def __init__(self, to_stderr: bool = False, environ: Mapping[str, str] = os.environ) -> None:
        self._to_stderr = to_stderr
        self.is_terminal = self.stream.isatty()
        self.fancy = self.is_terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"

    @property
    def stream(self) -> IO[Any]:
        """The stream in use now."""
        return sys.stderr if self._to_stderr else sys.stdout

    @property
    def width(self) -> int:
        """Columns to wrap at: the terminal's, at most 100."""
        return min(100, shutil.get_terminal_size().columns)

    @property
    def height(self) -> int:
        """Lines of the terminal."""
        return shutil.get_terminal_size().lines

    def say(self, *lines: str) -> None:
        """Print lines as they are; the caller has made foreign text safe."""
        self.tell(lines)

    def tell(self, lines: Iterable[str]) -> None:
        """Print lines as they are, all at once."""
        text = "".join(f"{line}\n" for line in lines)
        print(text, end="", file=self.stream, flush=True)

    def style(self, text: str, **look: Any) -> str:
        """The text with a colour or weight, where there are colours."""
        return click.style(text, **look) if self.fancy else text
