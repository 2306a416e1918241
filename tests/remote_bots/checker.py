"""What must hold of a match that connected bots have played, by its log and by what the bots have written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tests.remote_bots.bots import BotProcess
from undercroft.match.rows import Acted, BotFault, Ended, Row, Seated

__all__ = ["complaints_of"]

ALLOWED_MS = 500
"""A bot hears of its connection, and of the loss of it, so much later than the server, or less."""

Answers = Mapping[str, Sequence[tuple[str, int]]]


def complaints_of(
    match_id: str, rows: Sequence[Row], answers: Answers, bots: Mapping[str, BotProcess], away_s: float
) -> list[str]:
    """Everything that is wrong with a match; none if nothing is."""
    return [f"{match_id}: {complaint}" for complaint in _complaints(match_id, rows, answers, bots, away_s)]


def _complaints(
    match_id: str, rows: Sequence[Row], answers: Answers, bots: Mapping[str, BotProcess], away_s: float
) -> Iterator[str]:
    if not isinstance(rows[-1], Ended) or rows[-1].outcome is None:
        yield f"it didn't end by its rules: {rows[-1]}"
    seated = {row.seat: row.name for row in rows if isinstance(row, Seated)}
    faults = {(row.seat, row.seq): row for row in rows if isinstance(row, BotFault) and row.bot in bots}
    acted = [row for row in rows if isinstance(row, Acted) and row.seat >= 0]
    for turn, number in Counter((row.seat, row.seq) for row in acted).items():
        if number > 1:
            yield f"turn {turn} was applied {number} times"
    for row in acted:
        if seated[row.seat] in bots and (row.seat, row.seq) not in faults:
            yield from _not_the_bots(match_id, row, answers, seated[row.seat])
    for fault in faults.values():
        yield from _not_right(fault, bots[fault.bot], away_s)
    if not {(row.seat, row.seq) for row in acted} >= faults.keys():
        yield "a fault was noted, and nobody played"


def _not_the_bots(match_id: str, row: Acted, answers: Answers, name: str) -> Iterator[str]:
    """An action in a bot's name is one that this bot decided on for this very turn."""
    decided = answers.get(f"{match_id}/{row.seat}/{row.seq}", ())
    if (name.removeprefix("@"), row.action) not in decided:
        yield f"turn {row.seat}/{row.seq}: {row.action} was played, {decided} decided"


def _not_right(fault: BotFault, bot: BotProcess, away_s: float) -> Iterator[str]:
    """These bots answer at once and legally: a stand-in plays for one only because it was killed for long enough."""
    if fault.why != "away":
        yield f"turn {fault.seat}/{fault.seq}: {fault.why}"
        return
    needed = 1_000 * away_s - ALLOWED_MS
    if not any(since + needed <= fault.at <= end + ALLOWED_MS for since, end in bot.absences):
        yield f"turn {fault.seat}/{fault.seq}: away at {fault.at}, and {bot.name} was away {bot.absences}"
