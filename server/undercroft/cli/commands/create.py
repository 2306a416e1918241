"""`undercroft create`."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from undercroft.cli.playing.time_controls import TIME
from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.screen.json_line import print_json
from undercroft.cli.shared_options import (
    complete_bot,
    complete_game,
    json_option,
    lang_option,
    name_option,
    server_option,
)

if TYPE_CHECKING:
    from undercroft_client import TimeControl

__all__ = ["command"]


@click.command("create")
@click.argument("game", shell_complete=complete_game)
@click.option("--seats", type=click.IntRange(min=1), help="How many seats.  [default: the game's fewest]")
@click.option("--seat", type=click.IntRange(min=0), help="Take this seat yourself; `play --resume` then plays it.")
@click.option(
    "--vs",
    "bots",
    metavar="BOT",
    shell_complete=complete_bot,
    multiple=True,
    help="A bot of the server for the last seats; again for more.",
)
@click.option("-o", "pairs", metavar="KEY=VALUE", multiple=True, help="An option of the game.")
@click.option("--record", type=click.Choice(("all", "own", "none")), default="all", show_default=True,
              help="Who may read the record after the end.")  # fmt: skip
@click.option("--spectators", type=click.Choice(("off", "public_view", "after_end")), default="public_view",
              show_default=True, help="What spectators get.")  # fmt: skip
@click.option("--time", "time", type=TIME, metavar="TIME", help="Thinking time: 5m+3s (a clock), 30s/move, 2d (days).")
@click.option("--spectator-delay", metavar="FACTS", type=click.IntRange(0, 200), default=0,
              help="Spectators get everything at least so many facts late.")  # fmt: skip
@click.option("--abandon", metavar="SECONDS", type=click.IntRange(0),
              help="Who stays away so long while another player waits gives up; 0: never.  "
              "[default: 120 if clocks run for two players, else 0]")  # fmt: skip
@click.option("--rated", is_flag=True, help="Count its end for the ladder of GAME; with bots on all seats only.")
@lang_option()
@json_option("the match and its join codes")
@server_option(required=True)
@name_option()
def command(
    game: str,
    seats: int | None,
    seat: int | None,
    bots: tuple[str, ...],
    pairs: tuple[str, ...],
    record: str,
    spectators: str,
    time: TimeControl | None,
    spectator_delay: int,
    abandon: int | None,
    rated: bool,
    lang: str,
    as_json: bool,
    server: RemoteServer,
    name: str,
) -> None:
    """Make a match of GAME whose open seats others take; prints what to send them."""
    from undercroft.cli.playing.open_match import OpenMatch, open_match
    from undercroft.cli.server_calls import run

    wanted = OpenMatch(game, seats, seat, bots, pairs, record, spectators, name, time, spectator_delay, abandon, rated)
    created, kept = run(open_match(server, wanted))
    match_id = created.match.match_id
    codes = [{"seat": code.seat, "code": code.code} for code in created.codes]
    if as_json:
        print_json({"match": match_id, "game": game, "seat": seat, "codes": codes})
        return
    from undercroft.cli.playing.next_steps import resume_command
    from undercroft.cli.screen.words import Words

    words = Words(lang)
    click.echo(words("title", game=game, match=match_id))
    for code in created.codes:
        _tell(words("join_how", seat=code.seat), ["undercroft", "join", code.code, *server.options])
    _tell(words("watch_how"), ["undercroft", "watch", match_id, *server.options])
    for own in kept:
        click.echo(f"{words('play_how', seat=own.seat)}\n  {resume_command(match_id, own, words.lang)}")


def _tell(what: str, typed: Sequence[str]) -> None:
    from undercroft.cli.screen.safe_text import safe_line

    click.echo(f"{what}\n  {safe_line(shlex.join(typed))}")
