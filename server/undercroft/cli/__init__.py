"""The command line: `undercroft`.

Every command lives in a module of its own that is imported when the command is wanted, and imports what is heavy (gRPC,
YAML, the prompt) when it runs: listing the games must cost no more than the games.
"""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import IO, Final, NoReturn

import click

from undercroft import __version__

__all__ = ["cli", "main"]

_COMMANDS: Final = {
    "play": "play a game at once, against bots",
    "join": "take a seat with a join code",
    "watch": "watch a match",
    "create": "make a match that others join",
    "matches": "list the matches of a server",
    "ladder": "list the bots of a game by their rating",
    "games": "list the games",
    "bots": "list the bots",
    "bot": "have a bot of your own play on a server, or try it",
    "serve": "run a server",
    "store": "copy and check the file of a server's matches",
    "record": "read the records of matches",
    "new": "begin a game or a bot of your own",
    "scenario": "run scenario files: exact cases of a game's rules",
    "check": "run the conformance kit over a game",
    "arena": "let bots play against each other, and rate them",
    "bench": "measure how fast it is here",
    "dev-certs": "make certificates to try TLS with",
    "completion": "print the completion script of a shell",
}
"""Every command, in the order of `undercroft --help`; module `undercroft.cli.commands.NAME` has it as `command`,
hyphens being underscores there."""


class _LazyGroup(click.Group):
    """A group that imports a command when it is asked for, and lists all without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names, in the order of the help."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported."""
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"undercroft.cli.commands.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command and what it is given; for an unknown one the nearest are named."""
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from undercroft.cli.failure import perhaps
            from undercroft.nearest import nearest

            ctx.fail(f"there is no command {args[0]!r}.{perhaps(nearest(args[0], _COMMANDS))}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with a line about each."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="undercroft", message="%(prog)s %(version)s")
def cli() -> None:
    """Play turn-based games in which players don't all see the same thing."""


def main() -> None:
    """Run the command line; ends the process with exit status 0, 1 (what was asked for failed) or 2 (wrong usage)."""
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # what goes wrong is said once, by us
    for stream in (sys.stdout, sys.stderr):
        _never_fail_on(stream)
    try:
        cli(prog_name="undercroft")
    except UnicodeEncodeError:
        if all(map(_is_text, sys.argv)):
            raise
        _end_with("an argument isn't text in UTF-8.", 2)
    except OSError as error:
        if error.errno not in {errno.ENOSPC, errno.EIO, errno.EFBIG}:
            raise
        _end_with(f"{error.filename or 'the output'}: {error.strerror}.", 1)


def _end_with(sentence: str, status: int) -> NoReturn:
    click.echo(f"undercroft: {sentence}", err=True)
    sys.exit(status)


def _is_text(argument: str) -> bool:
    """Whether no byte of an argument had to be kept as a lone surrogate (PEP 383); names of files may be such."""
    return argument.isascii() or not any("\udc80" <= character <= "\udcff" for character in argument)


def _never_fail_on(stream: IO[str] | None) -> None:
    """Print what an old encoding lacks as a question mark, rather than end in the middle of a board."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
