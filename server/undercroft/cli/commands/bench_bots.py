"""`undercroft bench bots`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from undercroft.cli.commands.bench_rules import games_wanted, rate
from undercroft.cli.screen.json_line import print_json
from undercroft.cli.shared_options import complete_bot, complete_game, json_option, plugins_option

if TYPE_CHECKING:
    from undercroft.bench.bots import BotFigures
    from undercroft.game import Game
    from undercroft.registry import BotChoice, Registry

__all__ = ["command"]


@click.command("bots")
@click.option(
    "--game", "game_ids", metavar="GAME", multiple=True, shell_complete=complete_game, help="Only this one; repeatable."
)
@click.option(
    "--bot", "specs", metavar="BOT", multiple=True, shell_complete=complete_bot, help="Only this one; repeatable."
)
@click.option(
    "--think",
    metavar="SECONDS",
    type=click.FloatRange(min=0.001),
    default=0.1,
    show_default=True,
    help="The most that a decision may take.",
)
@click.option("--slices", type=click.IntRange(min=1), default=5, show_default=True, help="Slices for each bot.")
@click.option(
    "--seconds", type=click.FloatRange(min=0.01), default=1.0, show_default=True, help="How long a slice takes."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed deals other chances.")
@plugins_option()
@json_option("the figures")
def command(
    game_ids: tuple[str, ...],
    specs: tuple[str, ...],
    think: float,
    slices: int,
    seconds: float,
    seed: int,
    plugins_dir: Path | None,
    as_json: bool,
) -> None:
    """Let bots play against themselves: decisions and simulations for each CPU second.

    A BOT is as for `undercroft play --vs`; by default every installed one, in each game that it plays. Default options
    of the game, the fewest seats, one process; slices take turns, and medians are told.
    """
    from undercroft.bench.bots import bench_bots
    from undercroft.bot import Limit
    from undercroft.cli.failure import Failure
    from undercroft.cli.local_plugins import local_registry
    from undercroft.cli.screen.progress_line import ProgressLine
    from undercroft.game import UndercroftError

    registry = local_registry(plugins_dir)
    games = games_wanted(registry, game_ids)
    try:
        pairs = list(_pairs(registry, games, specs))
        with ProgressLine("bench") as progress:
            figures = bench_bots(pairs, Limit(seconds=think), slices, seconds, seed, progress)
    except UndercroftError as error:
        raise Failure(f"{error}.") from error
    if as_json:
        print_json({"bots": figures})
    else:
        _tell(figures)


def _pairs(
    registry: Registry, games: Sequence[Game[Any, Any, Any, Any]], specs: Sequence[str]
) -> Iterator[tuple[Game[Any, Any, Any, Any], BotChoice]]:
    """Each bot with each game; a bot that was named must play the game, others need not."""
    for game in games:
        for spec in specs or registry.bots_for(game):
            yield game, registry.bot(spec, game, own_code=True)


def _tell(figures: Sequence[BotFigures]) -> None:
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.listing import print_table

    heads = ("GAME", "BOT", "SEATS", "RULES", "DECISIONS/S", "SIMULATIONS/S")
    rows = [
        (
            each.game,
            each.bot,
            str(each.seats),
            "compiled" if each.compiled else "Python",
            rate(each.decisions_per_s),
            "-" if each.simulations_per_s is None else rate(each.simulations_per_s),
        )
        for each in figures
    ]
    print_table(Console(), heads, rows)
