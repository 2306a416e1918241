"""`undercroft bot`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.shared_options import complete_bot, complete_game, json_option, plugins_option, server_option

if TYPE_CHECKING:
    from undercroft.cli.serving_bots.trial import TrialReport

__all__ = ["command"]


@click.group("bot")
def command() -> None:
    """Have a bot of your own play on a server, try it, or seat one that plays there."""


_spec = click.argument("spec", shell_complete=complete_bot)
_games = click.option(
    "--game",
    "games",
    metavar="GAME",
    shell_complete=complete_game,
    multiple=True,
    help="A game it shall play; again for more.  [default: all that it plays]",
)


@command.command("run")
@_spec
@server_option(required=False)
@click.option("--name", metavar="NAME", default="", help="What it is called there: @NAME.  [default: its class's name]")
@click.option(
    "--bot-version", metavar="TEXT", default="", help="Its version.  [default: its package's, or its file's hash]"
)
@_games
@click.option(
    "--at-once", type=click.IntRange(1, 256), default=1, show_default=True, help="Turns it takes at the same time."
)
@click.option("--matches", type=click.IntRange(min=1), help="Leave after so many matches.  [default: at Ctrl-C]")
@click.option("--quiet", is_flag=True, help="Don't print its moves.")
@click.option(
    "--replay",
    "record_file",
    metavar="RECORD",
    type=click.Path(path_type=Path),
    help="Have it decide again in a recorded match, without a server.",
)
@click.option("--seat", type=click.IntRange(min=0), help="Its seat in the match that is replayed.")
@plugins_option()
@json_option("the figures")
def run(
    spec: str,
    server: RemoteServer | None,
    name: str,
    bot_version: str,
    games: tuple[str, ...],
    at_once: int,
    matches: int | None,
    quiet: bool,
    record_file: Path | None,
    seat: int | None,
    plugins_dir: Path | None,
    as_json: bool,
) -> None:
    """Connect a bot to a server, where others seat it as @NAME: SPEC is file.py:Class, module:Class or a bot's name.

    Its moves go to stdout with the time they took; what it prints, and its exceptions, to stderr. Ctrl-C leaves.
    """
    if record_file is not None:
        if seat is None:
            raise click.UsageError("--replay RECORD needs the bot's --seat N.")
        _replay(spec, record_file, seat, server, name, plugins_dir, as_json)
        return
    if server is None or seat is not None:
        raise click.UsageError("name the --server to connect to; --seat goes with --replay RECORD.")
    from undercroft.cli.server_calls import run as run_to_end
    from undercroft.cli.serving_bots.run import BotRun, run_bot

    wanted = BotRun(spec, name, bot_version, games, at_once, matches, quiet, as_json)
    raise click.exceptions.Exit(run_to_end(run_bot(wanted, server, plugins_dir)))


def _replay(
    spec: str,
    record_file: Path,
    seat: int,
    server: RemoteServer | None,
    name: str,
    plugins_dir: Path | None,
    as_json: bool,
) -> None:
    from undercroft.cli.failure import Failure
    from undercroft.cli.local_plugins import local_registry
    from undercroft.cli.screen.json_line import print_json
    from undercroft.cli.screen.safe_text import safe_line
    from undercroft.cli.serving_bots.kept_tokens import bot_token
    from undercroft.cli.serving_bots.own_bot import authors_bot
    from undercroft.cli.serving_bots.replaying import replayed
    from undercroft.game import UndercroftError

    try:
        bot = authors_bot(local_registry(plugins_dir), spec, name, "")
        token = bot_token(server.address if server else "", bot.name)
        turns = []
        for turn in replayed(spec, record_file, seat, plugins_dir, bytes(token)):
            turns.append(turn)
            if not as_json:
                else_ = "" if turn.same else f"  (played: {turn.played})"
                click.echo(safe_line(f"{turn.turn}. {turn.now}{else_}  {turn.ms:.1f} ms"))
    except UndercroftError as error:
        raise Failure(f"{str(error).rstrip('.')}.") from error
    same = sum(turn.same for turn in turns)
    if as_json:
        print_json({"bot": spec, "seat": seat, "turns": turns, "same": same})
    else:
        click.echo(f"{len(turns)} decisions, {same} as they were played.", err=True)


@command.command("test")
@_spec
@_games
@click.option("--matches", type=click.IntRange(min=1), default=12, show_default=True, help="Matches to play.")
@click.option(
    "--each", type=click.IntRange(min=0), default=5, show_default=True, help="Delays, drops and restarts, of each."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed does it in another order.")
@plugins_option()
@json_option("what was done and what went wrong")
def test(
    spec: str, games: tuple[str, ...], matches: int, each: int, seed: int, plugins_dir: Path | None, as_json: bool
) -> None:
    """Try a bot on a server that delays, drops connections, asks again and restarts, on this machine.

    Exit status 1 if something went wrong in the bot.
    """
    from undercroft.cli.failure import warn
    from undercroft.cli.local_plugins import local_registry
    from undercroft.cli.logs import LOG_FILE, log_to_file
    from undercroft.cli.screen.json_line import print_json
    from undercroft.cli.screen.progress_line import ProgressLine
    from undercroft.cli.server_calls import run as run_to_end
    from undercroft.cli.serving_bots.trial import Trial, try_bot
    from undercroft.cli.state_dir import state_dir

    log_to_file(state_dir(os.environ) / LOG_FILE)
    registry = local_registry(plugins_dir)
    trial = Trial(spec, games, matches, each, seed)
    with ProgressLine(spec) as progress:
        report = run_to_end(try_bot(trial, registry, plugins_dir, warn, progress))
    if as_json:
        print_json({**_plain(report), "fine": report.fine})
    else:
        _tell(report)
    if not report.fine:
        raise click.exceptions.Exit(1)


def _plain(report: TrialReport) -> dict[str, object]:
    import msgspec

    return msgspec.to_builtins(report)  # type: ignore[no-any-return]


def _tell(report: TrialReport) -> None:
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.safe_text import safe_line

    console = Console()
    lines = [
        f"{report.matches} matches over, {report.turns} moves"
        + (f", {report.slowest_ms:.1f} ms at most" if report.slowest_ms is not None else ""),
        f"{report.drops} connections cut, {report.restarts} restarts, {report.delays} delays;"
        f" {report.asked_again} turns asked again",
        f"{report.repeated} decisions repeated by a bot made anew, {report.otherwise} of them otherwise",
    ]
    console.tell(f"  {line}" for line in lines)
    for kind, number in report.faults.items():
        console.say(console.style(f"  {number} {kind}", fg="red"))
    if report.unfinished:
        console.say(console.style(f"  {report.unfinished} matches didn't end", fg="red"))
    name = safe_line(report.bot)
    verdict = (f"{name} bears it.", "green") if report.fine else (f"FAILED {name}: what it said is above.", "red")
    console.say(console.style(verdict[0], fg=verdict[1]))


@command.command("challenge")
@click.argument("code")
@click.argument("bot", metavar="@NAME")
@server_option(required=True)
def challenge(code: str, bot: str, server: RemoteServer) -> None:
    """Seat a bot that plays on a server where a join CODE opens a seat."""
    from undercroft.cli.screen.safe_text import safe_line
    from undercroft.cli.server_calls import ask

    seated = ask(server, lambda client: client.challenge(code, bot))
    click.echo(safe_line(f"{bot} sits on seat {seated.seat} of {seated.match.match_id}."))
