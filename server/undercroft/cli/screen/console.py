"""Where a command prints for people: which stream, whether with colours and boxes, how wide."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import click

__all__ = ["Console"]

_WIDEST: Final = 100
"""Running text in longer lines is hard to read."""


class Console:
    """Prints lines. `fancy` is for a terminal that takes colours: not a pipe, not `NO_COLOR`, not `TERM=dumb`.

    With `to_stderr` stdout is left to the one line of `--json`.
    """

    def __init__(self, to_stderr: bool = False, environ: Mapping[str, str] = os.environ) -> None:
        self.stream = sys.stderr if to_stderr else sys.stdout
        self.is_terminal = self.stream.isatty()
        self.fancy = self.is_terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
        self.when_free: Callable[[Callable[[], None]], None] = _at_once
        """Calls what it is given as soon as the screen is free to print on; a prompt puts its own here."""
        self._held = False
        self._pending: list[str] = []

    @property
    def width(self) -> int:
        """Columns to wrap running text at."""
        return min(_WIDEST, self.columns)

    @property
    def columns(self) -> int:
        """Columns of the terminal."""
        return shutil.get_terminal_size().columns

    @property
    def height(self) -> int:
        """Lines of the terminal."""
        return shutil.get_terminal_size().lines

    def say(self, *lines: str) -> None:
        """Print lines as they are; the caller has made foreign text safe."""
        self.tell(lines)

    def tell(self, lines: Iterable[str]) -> None:
        """Print lines as they are, all at once, in the order they were given."""
        self._pending.extend(f"{line}\n" for line in lines)
        if self._pending and not self._held:
            self.when_free(self._flush)

    def style(self, text: str, **look: Any) -> str:
        """The text with a colour or weight, where there are colours."""
        return click.style(text, **look) if self.fancy else text

    def wrapped(self, text: str) -> list[str]:
        """Running text as lines that fit a terminal; in a pipe as it is."""
        lines = text.splitlines()
        return [part for line in lines for part in textwrap.wrap(line, self.width)] if self.is_terminal else lines

    @contextmanager
    def lent(self) -> Iterator[None]:
        """While another program has the screen, what is printed waits."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
            self.tell(())

    def _flush(self) -> None:
        text = "".join(self._pending)
        self._pending.clear()
        self.stream.write(text)
        self.stream.flush()


def _at_once(call: Callable[[], None]) -> None:
    call()
