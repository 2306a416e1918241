"""A match from the seats held here to its outcome, or to how to go on with it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
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
from undercroft.cli.screen.match_screen import End
from undercroft.cli.screen.words import Words
from undercroft.cli.venue import Venue
from undercroft.cli.whole_file import check_writable, write_whole
from undercroft_client import MatchInfo, RecordPolicy

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

    `began` is when it was made or taken up, on the monotonic clock.
    """
    words, console = Words(show.lang), show.console
    unattended = all(seat.bot for seat in kept)
    try:
        end = await OurSide(
            place, match, kept, console, words, quiet=show.as_json, seed=seed, svg_file=show.svg_file
        ).play()
    except asyncio.CancelledError:
        end = End.LEFT
    if end is End.OVER:
        for seat in kept:
            kept_seats().finish(seat)
        return await _concluded(place, match.match_id, kept, show, began)
    if end is End.TAKEN_OVER:
        raise Failure(words("taken_over"))
    console.say(words("leave"), f"  {resume_command(match.match_id, kept[0], show.lang)}")
    return 1 if show.as_json or unattended else 0


async def _concluded(place: Venue, match_id: str, kept: Sequence[KeptSeat], show: Show, began: float) -> int:
    """Write the record, print the outcome."""
    words = Words(show.lang)
    match = await place.client.match(match_id)
    token = next((seat.token for seat in kept if seat.token), None)
    record = ""
    if show.record_file is not None or show.as_json:
        record = await place.client.record_json(match_id, token)
    if show.record_file is not None:
        write_whole(show.record_file, record, WHAT)
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
        print_json(line)
    elif any(not seat.bot for seat in kept):
        await _say_what_next(place, match, kept, show)
    return 0


async def _say_what_next(place: Venue, match: MatchInfo, kept: Sequence[KeptSeat], show: Show) -> None:
    """Tell a person how to play again, and how to keep a record that wasn't kept yet."""
    words = Words(show.lang)
    game = await place.client.game(match.game)
    another = another_command(match, kept, game.options_schema, show.lang)
    if another is not None:
        show.console.say(words("play_again"), f"  {another}")
    if show.record_file is None and match.record is not RecordPolicy.NONE:
        show.console.say(words("record_how"), f"  {record_command(match.match_id, kept[0], show.lang)}")
