"""`undercroft bots`."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.screen.json_line import print_json
from undercroft.cli.shared_options import json_option, lang_option, plugins_option, server_option

__all__ = ["command"]


class _Row(msgspec.Struct, frozen=True):
    name: str
    summary: str


@click.command("bots")
@server_option(required=False)
@plugins_option()
@lang_option()
@json_option("the bots")
def command(server: RemoteServer | None, plugins_dir: Path | None, lang: str, as_json: bool) -> None:
    """List the bots: those installed here, or those of a server."""
    rows = _remote(server, lang) if server else _local(plugins_dir, lang)
    if as_json:
        print_json({"bots": rows})
        return
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.listing import print_table

    print_table(Console(), ("BOT", "WHAT IT DOES"), [(row.name, row.summary) for row in rows])
    if not rows:
        click.echo("There are no bots here.", err=True)


def _local(plugins_dir: Path | None, lang: str) -> list[_Row]:
    """What the plugins say of their bots; no bot is imported."""
    from undercroft.cli.local_plugins import local_registry

    specs = local_registry(plugins_dir).bot_specs()
    return [_Row(spec.name, spec.summaries.get(lang) or spec.summaries.get("en", "")) for spec in specs]


def _remote(server: RemoteServer, lang: str) -> list[_Row]:
    from undercroft.cli.server_calls import ask

    return [_Row(bot.name, bot.summary(lang)) for bot in ask(server, lambda client: client.bots())]
