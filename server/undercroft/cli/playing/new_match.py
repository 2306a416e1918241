"""A match made and played at once: for `undercroft play`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from undercroft.cli.playing.kept_seats import KeptSeat, kept_seats
from undercroft.cli.playing.lineup import Lineup, default_bot, line_up
from undercroft.cli.playing.option_pairs import options_from
from undercroft.cli.playing.play_on import Show, play_on
from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.venue import Venue, venue
from undercroft_client import Created, GameDetails, MatchInfo, Reason, Refused

__all__ = ["NewMatch", "new_match"]


@dataclass(frozen=True)
class NewMatch:
    """A match to make, as asked for on the command line."""

    game: str
    pairs: Sequence[str]
    seats: int | None
    seat: int
    auto: str | None
    others: Sequence[str]
    seed: int | None
    name: str


async def new_match(wanted: NewMatch, server: RemoteServer | None, plugins_dir: Path | None, show: Show) -> int:
    """Make a match and play it; the exit status."""
    show.check_files()
    async with venue(server, plugins_dir) as place:
        began = time.monotonic()
        game = await place.client.game(wanted.game)
        created, kept = await _made(place, game, wanted)
        for seat in kept:
            kept_seats().keep(seat)
        return await play_on(place, created.match, kept, show, seed=wanted.seed, began=began)


async def _made(place: Venue, game: GameDetails, wanted: NewMatch) -> tuple[Created, list[KeptSeat]]:
    """The match; with the number of seats that its options allow, if none was asked for."""
    options = options_from(wanted.pairs, game.options_schema)
    hosted = [bot.name for bot in await place.client.bots()]
    others = list(wanted.others) or [default_bot(game)]
    seats = wanted.seats or (len(others) + 1 if len(others) > 1 else max(game.info.seats[0], wanted.seat + 1))
    while True:
        lineup = line_up(seats, wanted.seat, wanted.auto, others, wanted.name, hosted)
        _check_own_bots(place, lineup, game)
        try:
            created = await place.client.create_match(
                game.info.id, seats=lineup.fills, options=options, seed=wanted.seed
            )
        except Refused as refused:
            allowed = _allowed(refused)
            if wanted.seats or len(others) > 1 or not allowed or seats in allowed:
                raise
            seats = next((number for number in allowed if number > wanted.seat), allowed[-1])
        else:
            return created, _to_keep(place, created.match, lineup)


def _check_own_bots(place: Venue, lineup: Lineup, game: GameDetails) -> None:
    """Make sure that bots of one's own can be made before there is a match that waits for them."""
    for taken in lineup.taken:
        if taken.bot and taken.token:
            place.registry.bot(taken.bot, place.registry.game(game.info.id), own_code=True)


def _allowed(refused: Refused) -> list[int]:
    if refused.reason is not Reason.BAD_SEATS:
        return []
    try:
        return msgspec.json.decode(refused.details.get("allowed", "[]"), type=list[int])
    except msgspec.DecodeError:
        return []


def _to_keep(place: Venue, match: MatchInfo, lineup: Lineup) -> list[KeptSeat]:
    folder = str(place.plugins_dir.resolve()) if place.plugins_dir is not None else ""
    address = place.server.address if place.server is not None else ""
    return [
        KeptSeat(address, match.game, match.match_id, one.seat, one.token, bot=one.bot, plugins=folder).reached_by(
            place.server
        )
        for one in lineup.taken
    ]
