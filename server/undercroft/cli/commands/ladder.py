"""`undercroft ladder`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.screen.json_line import print_json
from undercroft.cli.shared_options import complete_game, json_option, server_option

if TYPE_CHECKING:
    from undercroft_client import LadderEntry

__all__ = ["command"]

_HEADS = ("BOT", "VERSION", "RATING", "MEAN", "MATCHES", "WON", "DRAWN", "LOST", "FAULTED")


@click.command("ladder")
@click.argument("game", shell_complete=complete_game)
@click.option("--limit", type=click.IntRange(1, 1000), default=100, show_default=True, help="At most so many.")
@json_option("the ladder")
@server_option(required=False)
def command(game: str, limit: int, as_json: bool, server: RemoteServer | None) -> None:
    """List the bots that have played rated matches of GAME on a server, the best first.

    Without --server it is the ladder of the matches played on this machine.
    """
    from undercroft.cli.server_calls import run

    entries = run(_entries(server, game, limit))
    if as_json:
        print_json({"game": game, "ladder": entries})
        return
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.listing import print_table

    print_table(Console(), _HEADS, [_row(entry) for entry in entries])
    if not entries:
        click.echo(f"No rated match of {game} has ended; `undercroft create {game} --rated` makes one.", err=True)


async def _entries(server: RemoteServer | None, game: str, limit: int) -> tuple[LadderEntry, ...]:
    from undercroft.cli.venue import venue

    async with venue(server, None) as place:
        return await place.client.ladder(game, limit)


def _row(entry: LadderEntry) -> tuple[str, ...]:
    counts = (entry.matches, entry.won, entry.drawn, entry.lost, entry.faulted)
    mean = f"{entry.mean:.1f} ± {entry.deviation:.1f}"
    return (entry.name, entry.version or "-", f"{entry.rating:.1f}", mean, *map(str, counts))
