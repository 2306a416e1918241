"""Who sits where in a new match: a person or a bot on our own seat, bots on the others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import click

from undercroft.registry.bots import own_code_of
from undercroft_client import Bot, GameDetails, Mine, Open, SeatFill, new_token

__all__ = ["Lineup", "Taken", "default_bot", "is_own_code", "line_up", "open_lineup"]

_LEVELS = ("normal", "easy", "hard")
_LONGEST_NAME = 40


@dataclass(frozen=True)
class Taken:
    """A seat that this side plays: with a token, by the person or by `bot`, one's own; or by the server's `bot`."""

    seat: int
    token: bytes
    bot: str = ""


@dataclass(frozen=True)
class Lineup:
    """The seats of a match to be made, and those of them that this side plays, our own first."""

    fills: Sequence[SeatFill]
    taken: Sequence[Taken]


def line_up(
    seats: int, seat: int, auto: str | None, others: Sequence[str], name: str, hosted: Collection[str]
) -> Lineup:
    """A lineup of `seats` seats in which we have `seat`, played by the bot `auto` if there is one.

    `others` are the bots of the other seats in order, or one for all of them. `hosted` are the names of the server's
    bots; for any other bot, one's own, this side plays the seat.

    Raises:
        click.UsageError: the numbers don't go together.
    """
    if not 0 <= seat < seats:
        raise click.UsageError(f"there is no seat {seat}: with {seats} seats they are 0 to {seats - 1}.")
    if len(others) not in {1, seats - 1} and seats > 1:
        raise click.UsageError(f"{len(others)} bots were given for {seats - 1} other seats.")
    bots = list(others) if len(others) == seats - 1 else list(others) * (seats - 1)
    specs = [*bots[:seat], auto, *bots[seat:]]
    fills: list[SeatFill] = []
    taken: list[Taken] = []
    for number, spec in enumerate(specs):
        own = spec is not None and is_own_code(spec, hosted)
        if spec is not None and not own:
            fills.append(Bot(spec))
            token = b""
        else:
            token = bytes(new_token())
            fills.append(Mine(name if spec is None else spec.rpartition("/")[2][:_LONGEST_NAME], token))
        if number == seat or own:
            taken.append(Taken(number, token, spec or ""))
    return Lineup(fills, sorted(taken, key=lambda one: one.seat != seat))


def open_lineup(seats: int, seat: int | None, bots: Sequence[str], name: str) -> Lineup:
    """A lineup for others to join: our seat, if we want one, the server's bots on the last seats, the rest open.

    Raises:
        click.UsageError: the numbers don't go together.
    """
    if seat is not None and not 0 <= seat < seats:
        raise click.UsageError(f"there is no seat {seat}: with {seats} seats they are 0 to {seats - 1}.")
    free = [number for number in range(seats) if number != seat]
    if len(bots) > len(free):
        raise click.UsageError(f"{len(bots)} bots were given for {len(free)} seats.")
    fills: list[SeatFill] = [Open()] * seats
    for number, spec in zip(free[len(free) - len(bots) :], bots, strict=True):
        fills[number] = Bot(spec)
    if seat is None:
        return Lineup(fills, ())
    token = bytes(new_token())
    fills[seat] = Mine(name, token)
    return Lineup(fills, (Taken(seat, token),))


def is_own_code(spec: str, hosted: Collection[str]) -> bool:
    """Whether a spec names a bot by where its code lies, and not one of the server's."""
    return spec.partition(":")[0] not in hosted and own_code_of(spec) is not None


def default_bot(game: GameDetails) -> str:
    """The bot to play against if none is named: the game's level `normal`, else what there is."""
    return next((level for level in _LEVELS if level in game.info.levels), "random")
