"""The newest drawing of a match in a file, for a viewer that looks again when the file changes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from undercroft.cli.screen.console import Console
from undercroft.cli.screen.words import Words
from undercroft.cli.whole_file import write_whole
from undercroft_client import MatchStatus, Update

__all__ = ["WHAT", "PictureFile"]

WHAT: Final = "the picture"
"""What it is called where it can't be written."""


class PictureFile:
    """Writes what updates bring; says once where the picture is, or that there is none."""

    def __init__(self, path: Path, console: Console, words: Words) -> None:
        self._path = path
        self._console = console
        self._words = words
        self._written = ""
        self._said = False

    def show(self, update: Update) -> None:
        """Write the drawing of an update, if it brings another one.

        Raises:
            Failure: the file can't be written.
        """
        if update.svg and update.svg != self._written:
            write_whole(self._path, update.svg, WHAT)
            self._written = update.svg
        if not self._said and (self._written or update.status is not MatchStatus.OPEN):
            self._said = True
            word = "picture_kept" if self._written else "no_picture"
            self._console.say(self._words(word, file=str(self._path)))
