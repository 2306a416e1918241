"""What to type next: to go on with a match, to play another such match, to keep the record."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from undercroft.cli.playing.kept_seats import KeptSeat
from undercroft.cli.playing.option_rows import changed_pairs
from undercroft.cli.screen.languages import wanted_language
from undercroft_client import MatchInfo, SeatKind

__all__ = ["another_command", "record_command", "resume_command"]


def resume_command(match_id: str, seat: KeptSeat, lang: str) -> str:
    """What to type to go on with a match, in the language that is spoken now."""
    return shlex.join(["undercroft", "play", "--resume", match_id, *_elsewhere(seat), *_spoken(lang)])


def record_command(match_id: str, seat: KeptSeat, lang: str) -> str:
    """What to type to keep the record of a match that is over."""
    return f"{resume_command(match_id, seat, lang)} --record FILE"


def another_command(
    match: MatchInfo, kept: Sequence[KeptSeat], options_schema: Mapping[str, Any], lang: str
) -> str | None:
    """What to type to play the same bots again with the same options; None where somebody else played."""
    own = next((seat for seat in kept if not seat.bot), None)
    if own is None:
        return None
    bots = {seat.seat: seat.bot for seat in kept if seat.bot}
    bots |= {seat.seat: seat.name for seat in match.seats if seat.kind is SeatKind.BOT}
    if len(bots) + 1 != len(match.seats):
        return None
    words = ["undercroft", "play", match.game]
    for _, bot in sorted(bots.items()):
        words += ["--vs", bot]
    for pair in changed_pairs(msgspec.json.decode(match.options_json), options_schema):
        words += ["-o", pair]
    words += ["--seat", str(own.seat)] if own.seat else []
    return shlex.join([*words, *_elsewhere(own), *_spoken(lang)])


def _elsewhere(seat: KeptSeat) -> list[str]:
    where = seat.remote.options if seat.remote is not None else []
    return [*where, *(["--plugins", seat.plugins] if seat.plugins else [])]


def _spoken(lang: str) -> list[str]:
    """The language, where it isn't the one that would be spoken anyway."""
    return ["--lang", lang] if lang != wanted_language(os.environ) else []
