"""`undercroft matches`."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.screen.json_line import print_json
from undercroft.cli.shared_options import complete_game, json_option, lang_option, server_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from undercroft.cli.playing.own_matches import OwnMatch
    from undercroft_client import MatchInfo

__all__ = ["command"]


@click.command("matches")
@click.option(
    "--mine", is_flag=True, help="Only those in which you hold a seat, with whose turn it is, and how to go on."
)
@click.option("--status", "statuses", type=click.Choice(("open", "running", "finished", "suspended", "aborted")),
              multiple=True, help="Only these; again for more.")  # fmt: skip
@click.option("--game", default="", metavar="GAME", shell_complete=complete_game, help="Only of this game.")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most so many.")
@lang_option()
@json_option("the matches")
@server_option(required=False)
def command(
    mine: bool,
    statuses: tuple[str, ...],
    game: str,
    limit: int,
    lang: str,
    as_json: bool,
    server: RemoteServer | None,
) -> None:
    """List the matches of a server, newest first; without --server your own, played on this machine."""
    from undercroft.cli.server_calls import run

    if mine:
        own = run(_own_matches(server, statuses, game, limit))
        if as_json:
            print_json({"matches": [_own_plain(one, lang) for one in own]})
        else:
            _tell_own(own, lang)
        return
    matches = run(_matches(server, statuses, game, limit))
    if as_json:
        print_json({"matches": [_plain(match) for match in matches]})
    else:
        _tell(matches, server, lang)


async def _matches(server: RemoteServer | None, statuses: Sequence[str], game: str, limit: int) -> list[MatchInfo]:
    from undercroft.cli.venue import venue

    found: list[MatchInfo] = []
    async with venue(server, None) as place:
        async for match in place.client.matches(game=game, statuses=statuses, page_size=min(limit, 200)):
            found.append(match)
            if len(found) == limit:
                break
    return found


async def _own_matches(server: RemoteServer | None, statuses: Sequence[str], game: str, limit: int) -> list[OwnMatch]:
    from undercroft.cli.playing.own_matches import own_matches
    from undercroft.cli.venue import venue

    async with venue(server, None) as place:
        return await own_matches(place, statuses, game, limit)


def _tell(matches: Sequence[MatchInfo], server: RemoteServer | None, lang: str) -> None:
    """The table, and how to watch the newest match that is being played, where others may."""
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.listing import print_table
    from undercroft.cli.screen.match_rows import match_heads, match_row
    from undercroft.cli.screen.words import Words
    from undercroft_client import MatchStatus, SpectatorPolicy

    words, console = Words(lang), Console()
    print_table(console, match_heads(words), [match_row(match, words) for match in matches])
    if not matches:
        click.echo(words("no_matches"), err=True)
    shown = (MatchStatus.RUNNING, SpectatorPolicy.PUBLIC_VIEW)
    watchable = next((match.match_id for match in matches if (match.status, match.spectators) == shown), None)
    if server is not None and watchable is not None:
        _advise(words("watch_how"), [shlex.join(["undercroft", "watch", watchable, *server.options])])


def _tell_own(own: Sequence[OwnMatch], lang: str) -> None:
    """The table, and what to type to go on with each match that isn't over, in the same order."""
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.listing import print_table
    from undercroft.cli.screen.match_rows import own_match_heads, own_match_row
    from undercroft.cli.screen.words import Words

    words, console = Words(lang), Console()
    print_table(console, own_match_heads(words), [own_match_row(one, words) for one in own])
    if not own:
        click.echo(words("no_matches"), err=True)
    going_on = [command for one in own if (command := _resume(one, lang))]
    if going_on:
        _advise(words("go_on_how"), going_on)


def _advise(what: str, typed: Sequence[str]) -> None:
    from undercroft.cli.screen.safe_text import safe_line

    click.echo("\n".join([what, *(f"  {safe_line(line)}" for line in typed)]))


def _resume(one: OwnMatch, lang: str) -> str | None:
    """What to type to go on with a match, if that can be."""
    from undercroft.cli.playing.next_steps import resume_command

    return resume_command(one.match_id, one.kept[0], lang) if one.goes_on else None


def _own_plain(one: OwnMatch, lang: str) -> dict[str, Any]:
    if one.info is None:
        known: dict[str, Any] = {"match": one.match_id, "game": one.kept[0].game, "status": "unknown"}
    else:
        known = _plain(one.info)
    return known | {"mine": one.held, "to_act": one.to_act, "resume": _resume(one, lang)}


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
