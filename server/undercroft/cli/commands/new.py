"""`undercroft new`."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from undercroft.scaffold import Names, Template

__all__ = ["command"]

F = TypeVar("F", bound=Callable[..., Any])


@click.group("new")
def command() -> None:
    """Begin a game or a bot of your own: a small package that works, to be replaced piece by piece."""


def _place(function: F) -> F:
    """NAME and `--into`."""
    into = click.option(
        "--into",
        "folder",
        metavar="DIR",
        type=click.Path(path_type=Path, file_okay=False),
        default=Path(),
        help="Where to make the folder NAME.  [default: here]",
    )
    return click.argument("name")(into(function))


@command.command("game")
@_place
@click.option("--hidden", is_flag=True, help="One with hidden information, chance and a belief.")
@click.option("--title", metavar="TEXT", default="", help="What people call it.  [default: the words of NAME]")
def game(name: str, hidden: bool, title: str, folder: Path) -> None:
    """Begin a game: NAME is its id, as tiny-war.

    The new folder NAME holds a package, undercroft_tiny_war: a whole small game, with rules, scenarios and tests, which
    plays as soon as it is installed.
    """
    from undercroft.cli.local_plugins import local_registry

    names = _names(name, title, "game", [spec.id for spec in local_registry(None).specs()])
    made = _make("hidden_game" if hidden else "open_game", names, folder)
    play = ["undercroft", "play", name, "--vs", "ismcts" if hidden else "mcts"]
    _tell(made, "game", [play, ["undercroft", "check", name], ["pytest"]])


@command.command("bot")
@_place
def bot(name: str, folder: Path) -> None:
    """Begin a bot: NAME is what it is called, as deep-thought.

    The new folder NAME holds a package, undercroft_deep_thought: a whole small bot, with tests, which plays any game as
    soon as it is installed.
    """
    from undercroft.cli.local_plugins import local_registry
    from undercroft.soundness import LEVELS

    names = _names(name, "", "bot", [*LEVELS, *(spec.name for spec in local_registry(None).bot_specs())])
    made = _make("bot", names, folder)
    play = ["undercroft", "play", "connect-four", "--vs", name]
    _tell(made, "bot", [play, ["undercroft", "bot", "test", name, "--game", "connect-four"], ["pytest"]])


def _names(name: str, title: str, what: str, taken: Iterable[str]) -> Names:
    """The names of something new.

    Raises:
        UsageError: it can't be called that.
        Failure: something is called that already.
    """
    from undercroft.cli.failure import Failure
    from undercroft.scaffold import BadName, names_of

    try:
        names = names_of(name, title)
    except BadName as error:
        raise click.UsageError(f"{error}.") from error
    if name in taken:
        raise Failure(f"there is a {what} {name!r} here already: choose another name.")
    if find_spec(names.package) is not None:
        raise Failure(f"a package {names.package} is installed here already: choose another name.")
    return names


def _make(template: Template, names: Names, folder: Path) -> Path:
    """Write the package, and give its folder.

    Raises:
        UsageError: its class can't be called as it would be.
        Failure: it can't be written there.
    """
    from undercroft.cli.failure import Failure
    from undercroft.scaffold import BadName, project, write_project

    made = folder / names.id
    try:
        write_project(made, project(template, names))
    except BadName as error:
        raise click.UsageError(f"{error}.") from error
    except FileExistsError as error:
        raise Failure(f"{made} is there already: choose another name or place, or move it away.") from error
    except OSError as error:
        raise Failure(f"{made} can't be written: {error.strerror}.") from error
    return made


def _tell(made: Path, what: str, then: Iterable[list[str]]) -> None:
    """What was made, and what to type next."""
    click.echo(f"{made} holds a {what} that plays already. Next:")
    for typed in (["cd", str(made)], ["pip", "install", "-e", ".[dev]"], *then):
        click.echo(f"  {shlex.join(typed)}")
    click.echo("Its README.md says what to replace.")
