"""The result of an arena, as a table for people and as CSV."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator

from undercroft.arena.playing import MOST_DECISIONS
from undercroft.arena.standings import BotStanding, PairStanding, Standings
from undercroft.cli.screen.console import Console
from undercroft.cli.screen.listing import print_table
from undercroft.cli.screen.safe_text import safe_line

__all__ = ["print_arena", "print_arena_csv"]

_HEADS = ("BOT", "RATING", "95 %", "MATCHES", "WON", "DRAWN", "LOST", "FAULTS", "S/MOVE")
_KINDS = ("crash", "timeout", "illegal")
_MOST_REASONS = 5


def print_arena(result: Standings) -> None:
    """Print the table of the bots, what every two of them made against each other, and what went wrong."""
    console = Console()
    print_table(console, _HEADS, [_row(bot) for bot in result.bots])
    console.say("")
    print_table(console, ("BOT", "RIVAL", "WON", "DRAWN", "LOST", "SHARE", "95 %"), [*map(_pair, result.pairs)])
    console.say("")
    console.tell(safe_line(line) for line in _ends(result))


def print_arena_csv(result: Standings) -> None:
    """Print a line for each bot, the best first, under a line of names."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow((
        "bot", "rating", "low", "high", "matches", "won", "drawn", "lost", *_KINDS, "seconds_a_move", "slowest",
    ))  # fmt: skip
    for bot in result.bots:
        faults = [bot.faults.get(kind, 0) for kind in _KINDS]
        writer.writerow((
            bot.bot, bot.rating, bot.low, bot.high, bot.matches, bot.won, bot.drawn, bot.lost, *faults,
            "" if bot.seconds_a_move is None else bot.seconds_a_move, bot.slowest,
        ))  # fmt: skip


def _row(bot: BotStanding) -> tuple[str, ...]:
    seconds = "-" if bot.seconds_a_move is None else f"{bot.seconds_a_move:.3g}"
    counts = (bot.matches, bot.won, bot.drawn, bot.lost, sum(bot.faults.values()))
    return (bot.bot, f"{bot.rating:+.0f}", f"{bot.low:+.0f} to {bot.high:+.0f}", *map(str, counts), seconds)


def _pair(pair: PairStanding) -> tuple[str, ...]:
    share = "-" if pair.share is None else f"{100 * pair.share:.1f} %"
    counts = map(str, (pair.won, pair.drawn, pair.lost))
    return (pair.bot, pair.rival, *counts, share, f"{100 * pair.low:.1f} to {100 * pair.high:.1f}")


def _ends(result: Standings) -> Iterator[str]:
    """What was played, and all that has to be known of it."""
    yield (
        f"{result.game} {result.version}, {result.seats} seats, seed {result.seed}: {result.matches} matches,"
        f" {result.deals} deals{', until it was sure' if result.sure else ''}"
    )
    for bot in result.bots:
        most = sorted(bot.reasons.items(), key=lambda item: -item[1])[:_MOST_REASONS]
        yield from (f"{bot.bot} failed {count} times: {why}" for why, count in most)
    if result.endless:
        yield f"{result.endless} matches were drawn after {MOST_DECISIONS} decisions"
    yield from (f"{count} matches count for nothing: {why}" for why, count in result.void.items())
