"""Making a match that others join."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from undercroft_client import Created

from undercroft.cli.assignments import options_from
from undercroft.cli.calls import speaking_to
from undercroft.cli.kept_seats import KeptSeat
from undercroft.cli.lineup import open_lineup
from undercroft.cli.venue import kept_seats

__all__ = ["Wanted", "create"]


@dataclass(frozen=True)
class Wanted:
    """A match to make: see the options of `undercroft create`."""

    game: str
    seats: int | None
    seat: int | None
    bots: Sequence[str]
    pairs: Sequence[str]
    record: str
    spectators: str
    name: str


async def create(server: str, wanted: Wanted) -> tuple[Created, Sequence[KeptSeat]]:
    """Make it, and keep the seat we take of it, if any.

    Raises:
        Failure: the server can't be reached, or refuses.
    """
    async with speaking_to(server) as client:
        game = await client.game(wanted.game)
        least = len(wanted.bots) + (wanted.seat is not None)
        seats = wanted.seats or next((number for number in game.info.seats if number >= least), game.info.seats[-1])
        lineup = open_lineup(seats, wanted.seat, wanted.bots, wanted.name)
        created = await client.create_match(
            game.info.id,
            seats=lineup.fills,
            options=options_from(wanted.pairs, game.options_schema),
            record=wanted.record,
            spectators=wanted.spectators,
        )
    match = created.match
    kept = [KeptSeat(server, match.game, match.match_id, one.seat, one.token) for one in lineup.taken]
    for seat in kept:
        kept_seats().keep(seat)
    return created, kept
