"""`python -m tests.strength GAME BOT RIVAL`: how strong a bot is."""

from __future__ import annotations

import click

from tests.strength.series import series
from undercroft.options import parse_assignments
from undercroft.registry import load_registry


@click.command()
@click.argument("game_id", metavar="GAME")
@click.argument("bot")
@click.argument("rival")
@click.option("--seats", type=int, help="By default as few as there may be.")
@click.option("--wanted", type=float, help="Stop once the share of wins is surely above or below this.")
@click.option("--matches", type=int, default=400, show_default=True, help="Stop after so many at the latest.")
@click.option("--seed", default="0", show_default=True, help="Another seed has other dice.")
@click.option("-o", "assigned", multiple=True, metavar="KEY=VALUE", help="An option of the game.")
def main(
    game_id: str,
    bot: str,
    rival: str,
    seats: int | None,
    wanted: float | None,
    matches: int,
    seed: str,
    assigned: tuple[str, ...],
) -> None:
    """Play BOT in each seat in turn against RIVAL in all others, until it is sure. A draw is half a win."""
    registry = load_registry()
    game = registry.game(game_id)
    options = parse_assignments(game.options_type, assigned)
    sitting = seats or min(game.seat_counts(options))
    for score in series(game, options, sitting, registry.bot(bot, game), registry.bot(rival, game), seed):
        click.echo(f"\r{score}", nl=False)
        sure = wanted is not None and score.interval.excludes(wanted)
        if score.matches >= matches or (sure and score.matches % sitting == 0):
            break
    click.echo()


if __name__ == "__main__":
    main()
