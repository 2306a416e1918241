"""What may be asked of a match, as plain values. Who asks is settled before: a command names a proven seat."""

from __future__ import annotations

import msgspec

from undercroft.game import Seat
from undercroft.match.time_control import TimeControl

__all__ = [
    "MAX_COMMAND_ID",
    "Abandon",
    "Abort",
    "Act",
    "Answer",
    "AskRematch",
    "Command",
    "Expire",
    "FailRematch",
    "Flag",
    "Join",
    "Mute",
    "NewMatch",
    "OfferDraw",
    "Parley",
    "Rematch",
    "ReplaceBot",
    "Resign",
    "Say",
    "SeatPlan",
    "Spare",
    "Suspend",
]


MAX_COMMAND_ID = 64
"""Characters of the longest command id."""


class SeatPlan(msgspec.Struct, frozen=True):
    """How a seat of a new match is filled.

    `kind` is `open` (`code` opens it), `player` (`name`, `token_hash`) or `bot` (`name` is a canonical spec, `version`
    the bot's own; of one that dials in, `owner` is as in the row `seated`).
    """

    kind: str
    name: str = ""
    code: str = ""
    token_hash: str = ""
    entropy_hash: str = ""
    owner: str = ""
    version: str = ""


class NewMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match to be made; everything was checked but that the game accepts it. `options` is JSON with every option."""

    match_id: str
    options: str
    seats: tuple[SeatPlan, ...]
    secret: bytes
    record: str = "all"
    spectators: str = "public_view"
    spectator_delay: int = 0
    fallback_bot: str = "random"
    pace_ms: int = 300
    seeded: bool = False
    unfilled_s: int = 0
    time_control: TimeControl | None = None
    on_timeout: str = "forfeit"
    abandon_s: int = 0
    request_hash: str = ""
    rematch_of: str = ""
    rated: bool = False


class Join(msgspec.Struct, frozen=True):
    """Take an open seat; with an `owner` for a bot that dials in. The same token, or owner, again is answered again."""

    seat: Seat
    name: str
    token_hash: str = ""
    entropy_hash: str = ""
    owner: str = ""
    version: str = ""


class Act(msgspec.Struct, frozen=True):
    """Play an action, by `text` or, if that is None, by `code`, in answer to the legal actions of `seq`.

    `by_bot` is set for what a hosted bot has decided.
    """

    seat: Seat
    command_id: str
    seq: int
    text: str | None = None
    code: int | None = None
    by_bot: bool = False


class Resign(msgspec.Struct, frozen=True):
    """Give up."""

    seat: Seat
    command_id: str


class OfferDraw(msgspec.Struct, frozen=True):
    """Offer a draw, or take the one that is offered."""

    seat: Seat
    command_id: str


class Abort(msgspec.Struct, frozen=True):
    """Call off a match in which nobody has acted yet."""

    seat: Seat
    command_id: str


class Say(msgspec.Struct, frozen=True):
    """Say something to the other seats."""

    seat: Seat
    command_id: str
    text: str


class Mute(msgspec.Struct, frozen=True):
    """Hear a seat no more, or again."""

    seat: Seat
    command_id: str
    target: Seat
    muted: bool


class AskRematch(msgspec.Struct, frozen=True):
    """Ask for another match of the same kind, once this one is over."""

    seat: Seat
    command_id: str


class ReplaceBot(msgspec.Struct, frozen=True):
    """Note that a hosted bot failed at the decision `seq`, and who is asked instead."""

    seat: Seat
    seq: int
    bot: str
    why: str
    replaced_by: str


class Suspend(msgspec.Struct, frozen=True):
    """Stop the match: `reason` for everybody, `detail` for the operator."""

    reason: str
    detail: str = ""


class Flag(msgspec.Struct, frozen=True):
    """A seat's time is up."""

    seat: Seat


class Abandon(msgspec.Struct, frozen=True):
    """A seat's player has stayed away for too long."""

    seat: Seat


class Spare(msgspec.Struct, frozen=True):
    """Give running clocks `ms` back: no server was able to serve for so long, all of it before `until`.

    Time before the `until` of an earlier one counts as given back already.
    """

    ms: int
    until: int


class Expire(msgspec.Struct, frozen=True):
    """Call off a match whose seats nobody has taken in time."""


class Rematch(msgspec.Struct, frozen=True):
    """Note that the match that all have asked for was made; who sat on seat s sits on `seats[s]` there."""

    match_id: str
    seats: tuple[Seat, ...]


class FailRematch(msgspec.Struct, frozen=True):
    """Note that the match that all have asked for can't be made; `why` is a word for everybody."""

    why: str


Parley = Resign | OfferDraw | Abort | Say | Mute | AskRematch
"""What players settle among themselves: the framework's, for all games."""

Command = Join | Act | Parley | ReplaceBot | Suspend | Expire | Flag | Abandon | Spare | Rematch | FailRematch


class Answer(msgspec.Struct, frozen=True):
    """A command was carried out; its seat had then been told `seq` facts."""

    seat: Seat
    command_id: str
    seq: int
