"""What commands were answered: each is, and refused only for a reason that there was."""

from __future__ import annotations

from collections.abc import Iterator

from tests.chaos.history import Command, SeatHistory, Wish
from tests.chaos.timeline import UNWRITABLE, Kind, Timeline
from undercroft_client import Reason

MARGIN_S = 0.5
"""So long after a fault of the store is over may commands still be refused: the writer opens the file anew."""

_OVER = {Reason.MATCH_OVER, Reason.TIME_UP}
_LATE = _OVER | {Reason.NOT_YOUR_TURN, Reason.STALE}


def wrong(reader: SeatHistory, timeline: Timeline) -> Iterator[str]:
    """What is wrong with the answers one client got."""
    for command in reader.commands:
        if command.accepted is None and command.refused is None:
            yield f"{_named(command)} was never answered"
        elif command.refused is Reason.STORAGE_UNAVAILABLE:
            if not timeline.touching(command.sent, command.answered, UNWRITABLE, MARGIN_S):
                yield f"{_named(command)} was refused by a store that had no fault"
        elif command.refused is None:
            if command.trick in {Kind.LATE, Kind.REUSED}:
                yield f"{_named(command)} was accepted"
        elif command.refused not in _possible(command, left=reader.left):
            yield f"{_named(command)} was refused: {command.refused}"
    yield from _after_the_end(reader)


def _possible(command: Command, *, left: bool) -> set[Reason]:
    """The reasons for which such a command may be refused, besides the store's."""
    gone = {Reason.FORBIDDEN} if left else set()
    match command.wish, command.trick:
        case Wish.FOLLOW, _:
            return set()
        case Wish.ACT, Kind.REUSED:
            return {Reason.COMMAND_ID_REUSED}
        case Wish.ACT, Kind.AGAIN:
            return set()
        case Wish.ACT, Kind.LATE:
            return _LATE | gone
        case Wish.ABORT | Wish.DRAW, _:
            # Somebody has acted already; or bots sit there.
            return {Reason.MATCH_OVER, Reason.FORBIDDEN}
        case _:
            return _OVER | gone


def _after_the_end(reader: SeatHistory) -> Iterator[str]:
    """Once a match is said to be over nothing changes it any more."""
    over = min((command.answered for command in reader.commands if command.refused is Reason.MATCH_OVER), default=None)
    for command in reader.commands:
        if over is not None and command.accepted is not None and command.trick is None and command.sent > over:
            yield f"{_named(command)} was accepted after the match was over"


def _named(command: Command) -> str:
    trick = f" ({command.trick})" if command.trick else ""
    return f"{command.wish} {command.text}{trick} at seq {command.seq}"
