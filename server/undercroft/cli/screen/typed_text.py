"""What a person typed, held against what may be typed: completions, near misses, commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from undercroft.nearest import nearest

__all__ = ["COMMANDS", "command_of", "completions", "near_actions"]

COMMANDS: Final = {
    "?": "list",
    "list": "list",
    "help": "help",
    "board": "board",
    "log": "log",
    "say": "say",
    "mute": "mute",
    "unmute": "unmute",
    "draw": "draw",
    "resign": "resign",
    "abort": "abort",
    "rematch": "rematch",
    "quit": "quit",
    "exit": "quit",
}
"""What may be typed beside actions, and which command it is."""

WITH_MORE: Final = {"say", "mute", "unmute"}
"""Commands that more words follow."""


def command_of(line: str, legal: Sequence[str]) -> str | None:
    """The command that a line is, or None: an action. A legal action comes before a command of the same name."""
    if line in legal:
        return None
    word, _, more = line.removeprefix("/").partition(" ")
    command = COMMANDS.get(word.casefold())
    return None if more and command not in WITH_MORE else command


def completions(line: str, legal: Sequence[str]) -> Iterator[str]:
    """Whole lines that `line` may become: actions that begin so, else those that hold it; then commands."""
    typed = line.lstrip().casefold()
    begin = [text for text in legal if text.casefold().startswith(typed)]
    yield from begin or [text for text in legal if typed in text.casefold()]
    slash = "/" if typed.startswith("/") else ""
    if typed:
        yield from (slash + name for name in COMMANDS if name != "?" and (slash + name).startswith(typed))


def near_actions(text: str, legal: Sequence[str]) -> tuple[str, ...]:
    """Up to three legal actions that were perhaps meant, the likeliest first."""
    same = [action for action in legal if _bare(action) == _bare(text)]
    return tuple(same[:3]) or nearest(text, legal)


def _bare(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
