"""Options that several commands have, worded once."""

from __future__ import annotations

import getpass
import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.screen.languages import LANGUAGES, wanted_language

__all__ = [
    "complete_bot",
    "complete_game",
    "complete_own_match",
    "json_option",
    "lang_option",
    "name_option",
    "plugins_option",
    "server_option",
    "svg_option",
]

_LONGEST_NAME: Final = 40

F = TypeVar("F", bound=Callable[..., Any])


def json_option(what: str) -> Callable[[F], F]:
    """`--json`, as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print {what} as one line of JSON.")


def server_option(required: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--server` and how to speak to it, `--tls` and `--ca`, or the environment; as `server`, a `RemoteServer`."""
    address = click.option(
        "--server",
        metavar="HOST:PORT",
        envvar="UNDERCROFT_SERVER",
        show_envvar=True,
        required=required,
        callback=_address,
        help="The server to speak to." if required else "A server to speak to, instead of one in this process.",
    )
    tls = click.option(
        "--tls", is_flag=True, envvar="UNDERCROFT_TLS", show_envvar=True, help="Speak TLS to the server."
    )
    ca = click.option(
        "--ca",
        metavar="FILE",
        type=click.Path(path_type=Path),
        envvar="UNDERCROFT_CA",
        show_envvar=True,
        help="Speak TLS, and trust the authorities in this PEM file instead of the public ones.",
    )

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_server(*arguments: Any, server: str | None, tls: bool, ca: Path | None, **others: Any) -> Any:
            return command(*arguments, server=_remote_server(server, tls, ca), **others)

        return address(tls(ca(with_server)))

    return decorate


def _remote_server(address: str | None, tls: bool, ca: Path | None) -> RemoteServer | None:
    if address is None:
        source = click.get_current_context().get_parameter_source
        if ParameterSource.COMMANDLINE in {source("tls"), source("ca")}:
            raise click.UsageError("--tls and --ca say how to speak to a --server, and none is named.")
        return None
    return RemoteServer(address, tls or ca is not None, str(ca.resolve()) if ca else "")


def svg_option() -> Callable[[F], F]:
    """`--svg`, as `svg_file`."""
    return click.option(
        "--svg",
        "svg_file",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Keep a drawing of what you see in this file, always the newest.",
    )


def plugins_option() -> Callable[[F], F]:
    """`--plugins`, as `plugins_dir`."""
    return click.option(
        "--plugins",
        "plugins_dir",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="A folder of plugins for a first try, besides the installed ones.",
    )


def lang_option() -> Callable[[F], F]:
    """`--lang`, by default what the environment says."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=lambda: wanted_language(os.environ),
        show_default="from LC_ALL, LC_MESSAGES, LANG",
        help="The language to speak.",
    )


def complete_game(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Ids of the games installed here, for a shell's completion."""
    from undercroft.registry import load_registry

    return [spec.id for spec in load_registry().specs() if spec.id.startswith(incomplete)]


def complete_bot(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Names of the bots installed here, and the levels, for a shell's completion."""
    from undercroft.registry import load_registry
    from undercroft.soundness import LEVELS

    names = [spec.name for spec in load_registry().bot_specs()]
    return [name for name in (*names, *LEVELS) if name.startswith(incomplete)]


def complete_own_match(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Ids of the matches in which seats are kept here, for a shell's completion."""
    from undercroft.cli.playing.kept_seats import kept_seats

    return sorted({seat.match_id for seat in kept_seats() if seat.match_id and seat.match_id.startswith(incomplete)})


def _address(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """HOST:PORT, looked at before anything tries to connect to it."""
    if not value:
        if value is not None and parameter.required:
            raise click.BadParameter("no server is named.")
        return None
    host, colon, port = value.rpartition(":")
    if not colon or not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise click.BadParameter(f"{value!r} isn't of the form HOST:PORT, as in 127.0.0.1:7070.")
    return value


def name_option() -> Callable[[F], F]:
    """`--name`, by default the user's."""
    return click.option(
        "--name",
        metavar="NAME",
        default="",
        callback=_player_name,
        help="What the others call you.  [default: your user name]",
    )


def _player_name(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """A name as servers take it: 1 to 40 printable characters."""
    if value and (len(value.strip()) > _LONGEST_NAME or not value.isprintable() or not value.strip()):
        raise click.BadParameter(f"a name has 1 to {_LONGEST_NAME} printable characters.")
    return value.strip() or _user_name()


def _user_name() -> str:
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # nobody has to have a name
        return "player"
    return "".join(character for character in user if character.isprintable()).strip()[:_LONGEST_NAME] or "player"
