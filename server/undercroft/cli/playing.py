"""A match from its making, or from where it was left, to its outcome or to how to go on: for `play` and `join`."""

from __future__ import annotations

import asyncio
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import msgspec
from undercroft_client import Created, GameDetails, MatchInfo, Reason, Refused

from undercroft.cli.assignments import options_from
from undercroft.cli.console import Console
from undercroft.cli.failure import Failure, perhaps
from undercroft.cli.kept_seats import KeptSeat
from undercroft.cli.lineup import Lineup, default_bot, line_up
from undercroft.cli.record_file import check_writable, write_record
from undercroft.cli.sitting import Sitting
from undercroft.cli.table import End
from undercroft.cli.venue import EMBEDDED, Venue, kept_seats, venue
from undercroft.cli.words import Words
from undercroft.options import nearest

__all__ = ["NewMatch", "Show", "new_match", "play_on", "resume_command", "resumed_match"]


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


@dataclass(frozen=True)
class Show:
    """How a match is shown: language, whether its outcome is printed as JSON, where its record goes."""

    lang: str
    as_json: bool
    record_file: Path | None

    @property
    def console(self) -> Console:
        """Where people are spoken to: stdout, unless that is for JSON."""
        return Console(to_stderr=self.as_json)


async def new_match(wanted: NewMatch, server: str | None, plugins_dir: Path | None, show: Show) -> int:
    """Make a match and play it; the exit status."""
    check_writable(show.record_file)
    async with venue(server, plugins_dir) as place:
        began = time.monotonic()
        game = await place.client.game(wanted.game)
        created, kept = await _made(place, game, wanted)
        for seat in kept:
            kept_seats().keep(seat)
        return await play_on(place, created.match, kept, show, seed=wanted.seed, began=began)


async def resumed_match(match_id: str, server: str | None, plugins_dir: Path | None, show: Show) -> int:
    """Go on with a match whose seats were kept; the exit status.

    Raises:
        Failure: no seat of it is kept here.
    """
    check_writable(show.record_file)
    kept = _kept(match_id, server)
    folder = plugins_dir or (Path(kept[0].plugins) if kept[0].plugins else None)
    async with venue(kept[0].server or None, folder) as place:
        began = time.monotonic()
        match = await place.client.match(match_id)
        return await play_on(place, match, kept, show, seed=None, began=began)


async def play_on(
    place: Venue, match: MatchInfo, kept: Sequence[KeptSeat], show: Show, *, seed: int | None, began: float
) -> int:
    """Play from kept seats until the match is over or the person leaves; then say what came of it. The exit status.

    `began` is when it was made or taken up, on the monotonic clock.
    """
    words, console = Words(show.lang), show.console
    unattended = all(seat.bot for seat in kept)
    try:
        end = await Sitting(place, match, kept, console, words, quiet=show.as_json, seed=seed).play()
    except asyncio.CancelledError:
        end = End.LEFT
    if end is End.OVER:
        for seat in kept:
            kept_seats().finish(seat)
        return await _concluded(place, match.match_id, kept, show, began)
    if end is End.TAKEN_OVER:
        raise Failure(words("taken_over"))
    console.say(words("leave"), f"  {resume_command(match.match_id, kept[0])}")
    return 1 if show.as_json or unattended else 0


def resume_command(match_id: str, seat: KeptSeat) -> str:
    """What to type to go on with a match."""
    command = ["undercroft", "play", "--resume", match_id]
    if seat.server:
        command += ["--server", seat.server]
    if seat.plugins:
        command += ["--plugins", seat.plugins]
    return shlex.join(command)


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
    return [
        KeptSeat(place.server, match.game, match.match_id, one.seat, one.token, bot=one.bot, plugins=folder)
        for one in lineup.taken
    ]


def _kept(match_id: str, server: str | None) -> list[KeptSeat]:
    seats = kept_seats()
    # Our own matches are found even where the environment names a server; a token is never shown to another server.
    kept = seats.of_match(match_id, server) or seats.of_match(match_id, EMBEDDED)
    if not kept:
        known = nearest(match_id, {seat.match_id for seat in seats if seat.match_id})
        raise Failure(f"no seat of match {match_id!r} is kept here.{perhaps(known)}")
    # One match id on two servers would be two matches; the first is as good as the other without a --server.
    return [seat for seat in kept if seat.server == kept[0].server]


async def _concluded(place: Venue, match_id: str, kept: Sequence[KeptSeat], show: Show, began: float) -> int:
    """Write the record, print the outcome."""
    words = Words(show.lang)
    match = await place.client.match(match_id)
    token = next((seat.token for seat in kept if seat.token), None)
    record = ""
    if show.record_file is not None or show.as_json:
        record = await place.client.record_json(match_id, token)
    if show.record_file is not None:
        write_record(show.record_file, record)
        show.console.say(words("record_saved", file=str(show.record_file)))
    if match.outcome is None:
        return 1
    if show.as_json:
        outcome = {"returns": match.outcome.returns, "winners": match.outcome.winners, "reason": match.outcome.reason}
        if match.outcome.score is not None:
            outcome["score"] = match.outcome.score
        line = {
            "match": match_id,
            "game": match.game,
            "outcome": outcome,
            "actions": len(msgspec.json.decode(record)["actions"]),
            "seconds": round(time.monotonic() - began, 3),
        }
        click.echo(msgspec.json.encode(line).decode())
    return 0
