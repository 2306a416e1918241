"""`undercroft games`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.screen.json_line import print_json
from undercroft.cli.shared_options import complete_game, json_option, lang_option, plugins_option, server_option

__all__ = ["command"]


class _Row(msgspec.Struct, frozen=True):
    id: str
    version: str
    title: str
    seats: Sequence[int]


class _Details(_Row, frozen=True):
    summary: str
    levels: Mapping[str, str]
    options_schema: Mapping[str, Any]
    view_schema: Mapping[str, Any]
    entry_schema: Mapping[str, Any]


@click.command("games")
@click.argument("game", required=False, shell_complete=complete_game)
@server_option(required=False)
@plugins_option()
@lang_option()
@json_option("the games")
@click.option("--schema", is_flag=True, help="Print a JSON Schema of all JSON of GAME: options, views, entries.")
def command(
    game: str | None, server: RemoteServer | None, plugins_dir: Path | None, lang: str, as_json: bool, schema: bool
) -> None:
    """List the games: those installed here, or those of a server. With GAME: what it is, and its options."""
    if schema and not game:
        raise click.UsageError("--schema needs a GAME.")
    if game:
        details = _remote_details(server, game, lang) if server else _local_details(plugins_dir, game, lang)
        if schema:
            _describe(details)
        else:
            _tell(details, as_json)
        return
    rows = _remote(server, lang) if server else _local(plugins_dir, lang)
    if as_json:
        print_json({"games": rows})
        return
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.listing import print_table

    shown = [(row.id, row.version, ",".join(map(str, row.seats)), row.title) for row in rows]
    print_table(Console(), ("GAME", "VERSION", "SEATS", "TITLE"), shown)
    if not rows:
        click.echo("There are no games here.", err=True)


def _local(plugins_dir: Path | None, lang: str) -> list[_Row]:
    """What the plugins say of their games; no rules are imported."""
    from undercroft.cli.local_plugins import local_registry

    specs = local_registry(plugins_dir).specs()
    return [_Row(spec.id, spec.version, spec.titles.get(lang, spec.titles["en"]), spec.seats) for spec in specs]


def _remote(server: RemoteServer, lang: str) -> list[_Row]:
    from undercroft.cli.server_calls import ask

    games = ask(server, lambda client: client.games())
    return [_Row(game.id, game.version, game.title(lang), game.seats) for game in games]


def _local_details(plugins_dir: Path | None, name: str, lang: str) -> _Details:
    """What a game says of itself; its rules are imported.

    Raises:
        Failure: there is no such game, or it can't be loaded.
    """
    from undercroft.cli.failure import Failure, perhaps
    from undercroft.cli.local_plugins import local_registry
    from undercroft.game import UndercroftError
    from undercroft.nearest import nearest

    registry = local_registry(plugins_dir)
    ids = [spec.id for spec in registry.specs()]
    if name not in ids:
        raise Failure(f"there is no game {name!r}.{perhaps(nearest(name, ids))}")
    try:
        game = registry.game(name)
    except UndercroftError as error:
        raise Failure(f"{error}.") from error
    spec = game.spec
    return _Details(
        spec.id,
        spec.version,
        spec.titles.get(lang, spec.titles["en"]),
        spec.seats,
        spec.summaries.get(lang, spec.summaries["en"]),
        spec.levels,
        *map(msgspec.json.schema, (game.options_type, game.view_type, game.entry_type)),
    )


def _remote_details(server: RemoteServer, name: str, lang: str) -> _Details:
    from undercroft.cli.server_calls import ask

    game = ask(server, lambda client: client.game(name))
    info = game.info
    return _Details(
        info.id,
        info.version,
        info.title(lang),
        info.seats,
        info.summary(lang),
        info.levels,
        game.options_schema,
        game.view_schema,
        game.entry_schema,
    )


def _tell(details: _Details, as_json: bool) -> None:
    if as_json:
        print_json(details)
        return
    from undercroft.cli.playing.option_rows import option_rows
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.listing import print_table
    from undercroft.cli.screen.safe_text import safe_line

    console = Console()
    console.say(console.style(safe_line(details.title), bold=True))
    console.tell(safe_line(line) for line in _lines(details))
    rows = option_rows(details.options_schema)
    if rows:
        console.say("")
        print_table(console, ("OPTION", "VALUES", "DEFAULT"), rows)


def _describe(details: _Details) -> None:
    from undercroft.cli.game_schema import game_schema

    title = "".join(word.capitalize() for word in re.findall(r"[a-z0-9]+", details.id))
    print_json(game_schema(title, details.options_schema, details.view_schema, details.entry_schema))


def _lines(details: _Details) -> Iterator[str]:
    yield details.summary
    yield f"{details.id} {details.version}, for {_listed(details.seats)} seats"
    levels = [f"{level} is {details.levels[level]}" for level in ("easy", "normal", "hard") if level in details.levels]
    if levels:
        yield f"levels: {', '.join(levels)}"


def _listed(numbers: Sequence[int]) -> str:
    return " or ".join(map(str, numbers))
