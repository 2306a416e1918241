"""`undercroft games`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from undercroft.cli.shared_options import json_option, lang_option, plugins_option, server_option

__all__ = ["command"]


class _Row(msgspec.Struct, frozen=True):
    id: str
    version: str
    title: str
    seats: Sequence[int]


@click.command("games")
@server_option(required=False)
@plugins_option()
@lang_option()
@json_option("the games")
def command(server: str | None, plugins_dir: Path | None, lang: str, as_json: bool) -> None:
    """List the games: those installed here, or those of a server."""
    rows = _remote(server, lang) if server else _local(plugins_dir, lang)
    if as_json:
        click.echo(msgspec.json.encode({"games": rows}).decode())
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


def _remote(server: str, lang: str) -> list[_Row]:
    from undercroft.cli.server_calls import ask

    games = ask(server, lambda client: client.games())
    return [_Row(game.id, game.version, game.title(lang), game.seats) for game in games]
