"""The rows of a match's log: everything that has happened to it, in order. The log is the match.

Rows are JSON objects tagged by `row`, so that an operator can read them and another version can add fields. Times are
Unix milliseconds by the server's clock and never go backwards within a match. `link` of every row will carry the hash
chain.
"""

from __future__ import annotations

import msgspec

from undercroft.game import Outcome
from undercroft.match.time_control import TimeControl

__all__ = [
    "Acted",
    "BotFault",
    "CommandRow",
    "Created",
    "DrawOffered",
    "Ended",
    "Fill",
    "Forfeited",
    "Muted",
    "RematchAsked",
    "RematchFailed",
    "Rematched",
    "Resumed",
    "Row",
    "Said",
    "Seated",
    "Spared",
    "Suspended",
    "Talk",
    "decode_row",
    "encode_row",
]


class _Row(msgspec.Struct, frozen=True, kw_only=True, tag_field="row", omit_defaults=True):
    at: int
    link: str = ""


class Fill(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a seat was meant to be filled: `open` (with its join code), `player` (the creator) or `bot` (a spec)."""

    kind: str
    name: str = ""
    code: str = ""


class Created(_Row, frozen=True, kw_only=True, tag="created"):
    """The first row: what is played and how. `secret` is hex; `options` JSON with every option.

    `on_timeout` is `forfeit`, or `bot` if the fallback bot takes the seat. `unfilled_s` seconds after `at` the match is
    called off if a seat is still open; 0 is never. Who stays away for `abandon_s` seconds while another player is there
    has abandoned the match; 0 is never. Spectators get facts `spectator_delay` facts late. `rematch_of` is the id of
    the match that this one is a rematch of. The end of a `rated` match counts for the ladder.
    """

    match_id: str
    game: str
    game_version: str
    options: str
    fills: tuple[Fill, ...]
    secret: str
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


class Seated(_Row, frozen=True, kw_only=True, tag="seated"):
    """A seat was taken by a player (`token_hash`: SHA-256 of the seat token, hex) or a bot.

    A bot's `name` is its spec, `version` its own, as far as it has one. Of a bot that dials in (`@name`), `owner` is
    whose it is, as the server knows it by its token: nobody else is ever shown this seat.
    """

    seat: int
    kind: str
    name: str
    token_hash: str = ""
    entropy_hash: str = ""
    entropy: str = ""
    owner: str = ""
    version: str = ""


class Acted(_Row, frozen=True, kw_only=True, tag="acted"):
    """An action of a seat, or of chance (seat -1). `command` and `seq` are the sender's, for repeats."""

    seat: int
    action: int
    text: str
    command: str = ""
    seq: int = 0


class BotFault(_Row, frozen=True, kw_only=True, tag="bot_fault"):
    """A hosted bot failed at the decision `seq`; `replaced_by` is the bot that is asked instead."""

    seat: int
    seq: int
    bot: str
    why: str
    replaced_by: str


class Said(_Row, frozen=True, kw_only=True, tag="said"):
    """A seat said something to the others."""

    seat: int
    text: str
    command: str


class Muted(_Row, frozen=True, kw_only=True, tag="muted"):
    """A seat hears another one no more, or again."""

    seat: int
    target: int
    muted: bool
    command: str


class DrawOffered(_Row, frozen=True, kw_only=True, tag="draw_offered"):
    """A seat would take a draw; lapses with its next action."""

    seat: int
    command: str


class Spared(_Row, frozen=True, kw_only=True, tag="spared"):
    """Running clocks are given `ms` back: no server was able to serve for so long, before `until`."""

    ms: int
    until: int


class Forfeited(_Row, frozen=True, kw_only=True, tag="forfeited"):
    """A seat has given up (`resigned`), its time was up (`time`), or its player stayed away (`abandoned`).

    `stand_in` is the bot that plays on, empty if the match ends with this.
    """

    seat: int
    why: str
    stand_in: str = ""
    command: str = ""


class Suspended(_Row, frozen=True, kw_only=True, tag="suspended"):
    """The match can't go on: `reason` is a word for everybody, `detail` for the operator alone."""

    reason: str
    detail: str = ""


class Resumed(_Row, frozen=True, kw_only=True, tag="resumed"):
    """A suspended match goes on."""


class Ended(_Row, frozen=True, kw_only=True, tag="ended"):
    """The match is over; `outcome` is None if it was aborted. Only chat and what leads to a rematch may follow.

    `signature` will sign the last link. `seat` and `command` are those of the player who aborted it.
    """

    reason: str
    seat: int = -1
    command: str = ""
    returns: tuple[int, ...] | None = None
    winners: tuple[int, ...] = ()
    score: tuple[int, ...] | None = None
    signature: str = ""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome that the row holds."""
        if self.returns is None:
            return None
        return Outcome(self.returns, self.winners, self.reason, self.score)


class RematchAsked(_Row, frozen=True, kw_only=True, tag="rematch_asked"):
    """A seat would play another match of the same kind."""

    seat: int
    command: str


class Rematched(_Row, frozen=True, kw_only=True, tag="rematched"):
    """The match that all have asked for was made; who sat on seat s sits on `seats[s]` there."""

    match_id: str
    seats: tuple[int, ...]


class RematchFailed(_Row, frozen=True, kw_only=True, tag="rematch_failed"):
    """The match that all have asked for can't be made: `why` is a word for everybody. They may ask anew."""

    why: str


Talk = Said | Muted | DrawOffered | RematchAsked | Rematched | RematchFailed
"""Rows of what players settle among themselves, which change neither the game nor what lists show of the match."""

Row = Created | Seated | Acted | BotFault | Talk | Forfeited | Spared | Suspended | Resumed | Ended

CommandRow = Acted | Said | Muted | DrawOffered | RematchAsked | Forfeited | Ended
"""Rows that carry out a command of a seat, and keep its id."""

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Row] = msgspec.json.Decoder(Row)


def encode_row(row: Row) -> bytes:
    """The row as it is stored."""
    return _encoder.encode(row)


def decode_row(data: bytes) -> Row:
    """The stored row.

    Raises:
        msgspec.DecodeError: these bytes are no row of this version.
    """
    return _decoder.decode(data)
