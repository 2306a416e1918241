"""What a player at a match may type, and the rules of the game."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Iterator

import click

from undercroft.cli.screen.console import Console
from undercroft.cli.screen.markdown import render
from undercroft.cli.screen.typed_text import COMMANDS
from undercroft.cli.screen.words import Words

__all__ = ["show_help"]


async def show_help(console: Console, words: Words, rules: str) -> None:
    """The commands, and the rules (Markdown); through a pager if they don't fit the screen."""
    text = "\n".join([*_commands(words), "", render(rules, console.width, console.fancy)])
    if not console.is_terminal or text.count("\n") < console.height - 3:
        console.say(text)
        return
    with console.lent(), _interrupts_ignored():
        await asyncio.to_thread(click.echo_via_pager, f"{words('paged')}\n\n{text}")


def _commands(words: Words) -> Iterator[str]:
    yield words("commands")
    names: dict[str, list[str]] = {}
    for name, command in COMMANDS.items():
        names.setdefault(command, []).append(name)
    for command, spellings in names.items():
        yield f"  {', '.join(spellings):<12}{words(f'about_{command}')}"


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Leave Ctrl-C to a program that has the terminal."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
