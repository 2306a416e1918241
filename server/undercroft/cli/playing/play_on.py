"""A match from the seats held here to its outcome, or to how to go on with it."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from undercroft.cli.failure import Failure
from undercroft.cli.playing.kept_seats import KeptSeat, kept_seats
from undercroft.cli.playing.next_steps import another_command, record_command, resume_command
from undercroft.cli.playing.our_side import OurSide
from undercroft.cli.playing.record_file import WHAT
from undercroft.cli.screen import picture_file
from undercroft.cli.screen.console import Console
from undercroft.cli.screen.json_line import print_json
from undercroft.cli.screen.match_screen import End, Parting
from undercroft.cli.screen.piped_lines import PipedLines
from undercroft.cli.screen.words import Words
from undercroft.cli.venue import Venue
from undercroft.cli.whole_file import check_writable, write_whole
from undercroft_client import MatchInfo, RecordPolicy, RematchedFact

__all__ = ["Show", "play_on"]


@dataclass(frozen=True)
class Show:
    """How a match is shown: language, whether its outcome is printed as JSON, where record and picture go."""

    lang: str
    as_json: bool
    record_file: Path | None
    svg_file: Path | None = None

    @property
    def console(self) -> Console:
        """Where people are spoken to: stdout, unless that is for JSON."""
        return Console(to_stderr=self.as_json)

    def check_files(self) -> None:
        """Do nothing if the files can be written, as far as can be told before a long match.

        Raises:
            Failure: one of them can't.
        """
        check_writable(self.record_file, WHAT)
        check_writable(self.svg_file, picture_file.WHAT)


async def play_on(
    place: Venue, match: MatchInfo, kept: Sequence[KeptSeat], show: Show, *, seed: int | None, began: float
) -> int:
    """Play from kept seats until the match is over or the person leaves; then say what came of it. The exit status.

    `began` is when it was made or taken up, on the monotonic clock. A rematch is played on at once; its record goes
    nowhere, as the file that was named has the record of the match that was named.
    """
    words, console = Words(show.lang), show.console
    unattended = all(seat.bot for seat in kept)
    side = OurSide(
        place,
        match,
        kept,
        console,
        words,
        quiet=show.as_json,
        seed=seed,
        svg_file=show.svg_file,
        piped=None if unattended else PipedLines(sys.stdin.fileno(), console),
        again=not show.as_json and not (match.status.over and show.record_file),
    )
    while isinstance(parting := await _parting(side), RematchedFact):
        _finish(side.seats)
        await _keep_record(place, side.match.match_id, side.seats, show)
        side, show = await _moved(side, parting), replace(show, record_file=None)
    match_id, kept = side.match.match_id, side.seats
    if parting is End.TAKEN_OVER:
        raise Failure(words("taken_over"))
    if parting is End.LEFT:
        console.say(words("leave"), f"  {resume_command(match_id, kept[0], show.lang)}")
        return 1 if show.as_json or unattended else 0
    _finish(kept)
    status = await _concluded(place, match_id, kept, show, began)
    if parting is End.ASKED:
        console.say(words("rematch_later"), f"  {resume_command(match_id, kept[0], show.lang)}")
    return status


async def _parting(side: OurSide) -> Parting:
    try:
        return await side.play()
    except asyncio.CancelledError:
        return End.LEFT


async def _moved(side: OurSide, rematch: RematchedFact) -> OurSide:
    """The same side in the rematch, whose seats are kept before anything else is done with them."""
    seats = [seat.in_rematch(rematch) for seat in side.seats]
    for seat in seats:
        kept_seats().keep(seat)
    match = await side.venue.client.match(rematch.match_id)
    seed = None if side.seed is None else side.seed + 1  # bots of our own shall not roll the same numbers again
    return replace(side, match=match, seats=seats, seed=seed)


def _finish(kept: Sequence[KeptSeat]) -> None:
    for seat in kept:
        kept_seats().finish(seat)


async def _concluded(place: Venue, match_id: str, kept: Sequence[KeptSeat], show: Show, began: float) -> int:
    """Write the record, print the outcome."""
    match = await place.client.match(match_id)
    record = await _keep_record(place, match_id, kept, show)
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
        print_json(line)
    elif any(not seat.bot for seat in kept):
        await _say_what_next(place, match, kept, show)
    return 0


async def _keep_record(place: Venue, match_id: str, kept: Sequence[KeptSeat], show: Show) -> str:
    """The record if it is wanted, in its file too if that is; else empty."""
    if show.record_file is None and not show.as_json:
        return ""
    token = next((seat.token for seat in kept if seat.token), None)
    record = await place.client.record_json(match_id, token)
    if show.record_file is not None:
        write_whole(show.record_file, record, WHAT)
        show.console.say(Words(show.lang)("record_saved", file=str(show.record_file)))
    return record


async def _say_what_next(place: Venue, match: MatchInfo, kept: Sequence[KeptSeat], show: Show) -> None:
    """Tell a person how to play again, and how to keep a record that wasn't kept yet."""
    words = Words(show.lang)
    game = await place.client.game(match.game)
    another = another_command(match, kept, game.options_schema, show.lang)
    if another is not None:
        show.console.say(words("play_again"), f"  {another}")
    if show.record_file is None and match.record is not RecordPolicy.NONE:
        show.console.say(words("record_how"), f"  {record_command(match.match_id, kept[0], show.lang)}")
