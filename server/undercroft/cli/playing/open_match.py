"""A match made for others to join: for `undercroft create`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from undercroft.cli.playing.kept_seats import KeptSeat, kept_seats
from undercroft.cli.playing.lineup import open_lineup
from undercroft.cli.playing.option_pairs import options_from
from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.server_calls import speaking_to
from undercroft_client import Created, TimeControl

__all__ = ["OpenMatch", "open_match"]


@dataclass(frozen=True)
class OpenMatch:
    """A match to make: see the options of `undercroft create`."""

    game: str
    seats: int | None
    seat: int | None
    bots: Sequence[str]
    pairs: Sequence[str]
    record: str
    spectators: str
    name: str
    time: TimeControl | None = None
    spectator_delay: int = 0
    abandon: int | None = None
    rated: bool = False


async def open_match(server: RemoteServer, wanted: OpenMatch) -> tuple[Created, Sequence[KeptSeat]]:
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
            time_control=wanted.time,
            spectator_delay=wanted.spectator_delay,
            abandon_seconds=wanted.abandon,
            rated=wanted.rated,
        )
    match = created.match
    kept = [
        KeptSeat(server.address, match.game, match.match_id, one.seat, one.token).reached_by(server)
        for one in lineup.taken
    ]
    for seat in kept:
        kept_seats().keep(seat)
    return created, kept
