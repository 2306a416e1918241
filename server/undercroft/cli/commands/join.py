"""`undercroft join`."""

from __future__ import annotations

from pathlib import Path

import click

from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.shared_options import json_option, lang_option, name_option, server_option, svg_option

__all__ = ["command"]


@click.command("join")
@click.argument("code")
@click.option(
    "--record", "record_file", metavar="FILE", type=click.Path(path_type=Path), help="Write the match's record here."
)
@svg_option()
@lang_option()
@json_option("the outcome")
@server_option(required=True)
@name_option()
def command(
    code: str,
    record_file: Path | None,
    svg_file: Path | None,
    lang: str,
    as_json: bool,
    server: RemoteServer,
    name: str,
) -> None:
    """Take a seat with a join CODE and play. The same again comes back to the same seat."""
    from undercroft.cli.playing.joined_match import joined_match
    from undercroft.cli.playing.play_on import Show
    from undercroft.cli.server_calls import run

    raise click.exceptions.Exit(run(joined_match(code, server, name, Show(lang, as_json, record_file, svg_file))))
