"""`undercroft play`."""

from __future__ import annotations

from pathlib import Path

import click

from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.shared_options import (
    complete_bot,
    complete_game,
    complete_own_match,
    json_option,
    lang_option,
    name_option,
    plugins_option,
    server_option,
    svg_option,
)

__all__ = ["command"]


@click.command("play")
@click.argument("game", required=False, shell_complete=complete_game)
@click.option(
    "--vs",
    "others",
    metavar="BOT",
    shell_complete=complete_bot,
    multiple=True,
    help="A bot to play against; again for more seats.",
)
@click.option("--seat", type=click.IntRange(min=0), help="Your seat.  [default: 0]")
@click.option("--seats", type=click.IntRange(min=1), help="How many seats.  [default: the game's fewest]")
@click.option("-o", "pairs", metavar="KEY=VALUE", multiple=True, help="An option of the game.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Fix chance; not for other people's servers.")
@lang_option()
@click.option("--auto", metavar="BOT", shell_complete=complete_bot, help="Let a bot play your seat.")
@click.option(
    "--record", "record_file", metavar="FILE", type=click.Path(path_type=Path), help="Write the match's record here."
)
@svg_option()
@json_option("the outcome")
@server_option(required=False)
@plugins_option()
@name_option()
@click.option(
    "--resume",
    "resume_id",
    metavar="MATCH",
    shell_complete=complete_own_match,
    help="Go on with a match that was left.",
)
def command(
    game: str | None,
    others: tuple[str, ...],
    seat: int | None,
    seats: int | None,
    pairs: tuple[str, ...],
    seed: int | None,
    lang: str,
    auto: str | None,
    record_file: Path | None,
    svg_file: Path | None,
    as_json: bool,
    server: RemoteServer | None,
    plugins_dir: Path | None,
    name: str,
    resume_id: str | None,
) -> None:
    """Play GAME at once, against bots: on a server of your own that lasts as long as you play, or on --server.

    A bot is NAME, NAME:KEY=VALUE,..., a level (easy, normal, hard), or your own: file.py:Class, module:Class.
    """
    making = (game, others, pairs, auto) if resume_id else ()
    if any(making) or (resume_id and not (seat is seats is seed is None)):
        raise click.UsageError("--resume MATCH goes on with a match as it was made: only --lang, --record, --svg,"
                               " --json, --server, --plugins go with it.")  # fmt: skip
    if not game and not resume_id:
        raise click.UsageError("name a GAME to play; `undercroft games` lists them.")
    from undercroft.cli.playing.new_match import NewMatch, new_match
    from undercroft.cli.playing.play_on import Show
    from undercroft.cli.playing.resumed_match import resumed_match
    from undercroft.cli.server_calls import run

    show = Show(lang, as_json, record_file, svg_file)
    if resume_id:
        status = run(resumed_match(resume_id, server, plugins_dir, show))
    else:
        wanted = NewMatch(game or "", pairs, seats, seat or 0, auto, others, seed, name)
        status = run(new_match(wanted, server, plugins_dir, show))
    raise click.exceptions.Exit(status)
