"""`python -m tests.strength GAME BOT RIVAL`: one bot against others, seats in turn, until it is sure."""

from __future__ import annotations

import sys
from itertools import count

import click

from tests.strength.certainty import interval
from tests.strength.matches import play
from undercroft.options import parse_assignments
from undercroft.registry import load_registry


@click.command()
@click.argument("game_id", metavar="GAME")
@click.argument("bot")
@click.argument("rival")
@click.option("--seats", type=int, help="By default the fewest.")
@click.option("--wanted", type=float, help="Stop as soon as the share of wins is surely above or below this.")
@click.option("--matches", type=int, default=400, show_default=True, help="Stop after so many.")
@click.option("--seed", default="0", show_default=True)
@click.option("-o", "assigned", multiple=True, metavar="KEY=VALUE", help="An option of the game.")
@click.option("--quiet", is_flag=True)
def main(
    game_id: str,
    bot: str,
    rival: str,
    seats: int | None,
    wanted: float | None,
    matches: int,
    seed: str,
    assigned: tuple[str, ...],
    quiet: bool,
) -> None:
    """Play BOT in one seat against RIVAL in all others. A draw is half a win."""
    registry = load_registry()
    game = registry.game(game_id)
    options = parse_assignments(game.options_type, assigned)
    seats = seats or min(game.seat_counts(options))
    mine, theirs = registry.bot(bot, game), registry.bot(rival, game)
    points, wins, draws, slowest, thought, decisions, returns = 0.0, 0, 0, 0.0, 0.0, 0, 0.0
    for number in count(1):
        seat = (number - 1) % seats
        bots = [mine.make() if each == seat else theirs.make() for each in range(seats)]
        played = play(game, bots, f"{seed}/{(number - 1) // seats}", options)
        wins += seat in played.winners
        draws += not played.winners
        returns += played.returns[seat]
        points = wins + draws / 2
        slowest = max(slowest, *played.seconds[seat], 0.0)
        thought += sum(played.seconds[seat])
        decisions += len(played.seconds[seat])
        low, high = interval(points, number)
        if not quiet or number == matches:
            print(
                f"\r{number}: {wins} won, {draws} drawn: {100 * points / number:.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f}), "
                f"return {returns / number:.2f}, {1000 * thought / decisions:.0f} ms a decision, slowest {1000 * slowest:.0f} ms",
                end="",
                flush=True,
            )
        sure = wanted is not None and not low <= wanted <= high
        if number >= matches or (sure and number % seats == 0):
            break
    print()


if __name__ == "__main__":
    sys.exit(main())
