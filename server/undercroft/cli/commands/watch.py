"""`undercroft watch`."""

from __future__ import annotations

import asyncio
import shlex
from pathlib import Path

import click

from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.shared_options import lang_option, server_option, svg_option

__all__ = ["command"]


@click.command("watch")
@click.argument("match_id", metavar="MATCH")
@svg_option()
@lang_option()
@server_option(required=True)
def command(match_id: str, svg_file: Path | None, lang: str, server: RemoteServer) -> None:
    """Watch MATCH as somebody who sits nowhere, to its end or to Ctrl-C."""
    from undercroft.cli.server_calls import run

    run(_watch(match_id, svg_file, lang, server))


async def _watch(match_id: str, svg_file: Path | None, lang: str, server: RemoteServer) -> None:
    from undercroft.cli.playing.our_side import OurSide
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.picture_file import WHAT
    from undercroft.cli.screen.words import Words
    from undercroft.cli.venue import venue
    from undercroft.cli.whole_file import check_writable

    check_writable(svg_file, WHAT)
    words, console = Words(lang), Console()
    async with venue(server, None) as place:
        match = await place.client.match(match_id)
        try:
            await OurSide(place, match, (), console, words, svg_file=svg_file).play()
        except asyncio.CancelledError:
            picture = ["--svg", str(svg_file)] if svg_file else []
            again = shlex.join(["undercroft", "watch", match_id, *picture, *server.options])
            console.say(words("leave_watch"), f"  {again}")
