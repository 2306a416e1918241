"""`undercroft bench rules`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from undercroft.cli.screen.json_line import print_json
from undercroft.cli.shared_options import complete_game, json_option, plugins_option

if TYPE_CHECKING:
    from undercroft.bench.rules import RulesFigures
    from undercroft.game import Game
    from undercroft.registry import Registry

__all__ = ["command", "games_wanted", "rate"]


@click.command("rules")
@click.option(
    "--game", "game_ids", metavar="GAME", multiple=True, shell_complete=complete_game, help="Only this one; repeatable."
)
@click.option("--slices", type=click.IntRange(min=1), default=5, show_default=True, help="Slices for each game.")
@click.option(
    "--seconds", type=click.FloatRange(min=0.01), default=1.0, show_default=True, help="How long a slice takes."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed plays other playouts.")
@plugins_option()
@json_option("the figures")
def command(
    game_ids: tuple[str, ...], slices: int, seconds: float, seed: int, plugins_dir: Path | None, as_json: bool
) -> None:
    """Play games at random through their rules alone: playouts and steps for each CPU second.

    Default options, the fewest seats, one process; slices take turns between the games, and medians are told.
    """
    from undercroft.bench.rules import bench_rules
    from undercroft.cli.local_plugins import local_registry
    from undercroft.cli.screen.progress_line import ProgressLine

    games = games_wanted(local_registry(plugins_dir), game_ids)
    with ProgressLine("bench") as progress:
        figures = bench_rules(games, slices, seconds, seed, progress)
    if as_json:
        print_json({"rules": figures})
    else:
        _tell(figures)


def games_wanted(registry: Registry, game_ids: Sequence[str]) -> list[Game[Any, Any, Any, Any]]:
    """The games named, or all of them.

    Raises:
        Failure: there is no such game, or it can't be loaded.
    """
    from undercroft.cli.failure import Failure
    from undercroft.game import UndercroftError

    try:
        return [registry.game(game_id) for game_id in game_ids or [spec.id for spec in registry.specs()]]
    except UndercroftError as error:
        raise Failure(f"{error}.") from error


def rate(per_s: float) -> str:
    """A rate as a person reads it."""
    return f"{per_s:,.0f}" if per_s >= 100 else f"{per_s:.2f}"


def _tell(figures: Sequence[RulesFigures]) -> None:
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.listing import print_table

    heads = ("GAME", "SEATS", "RULES", "PLAYOUTS/S", "STEPS/S", "STEPS A PLAYOUT")
    rows = [
        (
            each.game,
            str(each.seats),
            "compiled" if each.compiled else "Python",
            rate(each.playouts_per_s),
            rate(each.steps_per_s),
            f"{each.steps_per_playout:.1f}",
        )
        for each in figures
    ]
    print_table(Console(), heads, rows)
