"""`undercroft matches`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.screen.json_line import print_json
from undercroft.cli.shared_options import json_option, server_option

if TYPE_CHECKING:
    from undercroft_client import MatchInfo

__all__ = ["command"]


@click.command("matches")
@click.option("--status", "statuses", type=click.Choice(("open", "running", "finished", "suspended", "aborted")),
              multiple=True, help="Only these; again for more.")  # fmt: skip
@click.option("--game", default="", help="Only of this game.")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most so many.")
@json_option("the matches")
@server_option(required=False)
def command(statuses: tuple[str, ...], game: str, limit: int, as_json: bool, server: RemoteServer | None) -> None:
    """List the matches of a server, newest first; without --server your own, played on this machine."""
    from undercroft.cli.server_calls import run

    matches = run(_matches(server, statuses, game, limit))
    if as_json:
        print_json({"matches": [_plain(match) for match in matches]})
        return
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.listing import print_table

    print_table(Console(), ("MATCH", "GAME", "STATUS", "MADE (UTC)", "SEATS"), [_row(match) for match in matches])
    if not matches:
        click.echo("There are no such matches here.", err=True)


async def _matches(server: RemoteServer | None, statuses: tuple[str, ...], game: str, limit: int) -> list[MatchInfo]:
    from undercroft.cli.venue import venue

    found: list[MatchInfo] = []
    async with venue(server, None) as place:
        async for match in place.client.matches(game=game, statuses=statuses, page_size=min(limit, 200)):
            found.append(match)
            if len(found) == limit:
                break
    return found


def _row(match: MatchInfo) -> tuple[str, ...]:
    names = [seat.name or "-" for seat in match.seats]
    if match.outcome is not None:
        names = [f"{name} (won)" if seat in match.outcome.winners else name for seat, name in enumerate(names)]
    made = match.created_at.strftime("%Y-%m-%d %H:%M")
    return match.match_id, match.game, match.status.value, made, ", ".join(names)


def _plain(match: MatchInfo) -> dict[str, Any]:
    outcome = match.outcome
    return {
        "match": match.match_id,
        "game": match.game,
        "version": match.game_version,
        "status": match.status.value,
        "created_at": int(match.created_at.timestamp()),
        "seats": [{"seat": seat.seat, "kind": seat.kind.value, "name": seat.name} for seat in match.seats],
        "outcome": outcome and {"returns": outcome.returns, "winners": outcome.winners, "reason": outcome.reason},
    }
