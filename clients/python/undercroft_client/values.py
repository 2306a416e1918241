"""What a server tells about its games, bots and matches, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Self

import msgspec

from undercroft.v1 import bot_pb2, game_pb2, match_pb2
from undercroft_client.enums import MatchStatus, RecordPolicy, SeatKind, SpectatorPolicy, TimeoutPolicy
from undercroft_client.errors import ClientError, ProtocolError
from undercroft_client.fills import TimeControl, time_from_wire
from undercroft_client.tokens import SeatToken

__all__ = [
    "BotInfo",
    "Challenged",
    "Created",
    "GameDetails",
    "GameInfo",
    "Joined",
    "LadderEntry",
    "MatchInfo",
    "Outcome",
    "SeatCode",
    "SeatInfo",
]


class GameInfo(msgspec.Struct, frozen=True):
    """A game. `titles` and `summaries` are by language, `levels` are bot specs by `easy`, `normal`, `hard`."""

    id: str
    version: str
    titles: dict[str, str]
    summaries: dict[str, str]
    seats: tuple[int, ...]
    levels: dict[str, str]
    action_pattern: str

    @classmethod
    def from_wire(cls, game: game_pb2.Game) -> Self:
        """The value for a message."""
        return cls(
            game.id,
            game.version,
            dict(game.titles),
            dict(game.summaries),
            tuple(game.seats),
            dict(game.levels),
            game.action_pattern,
        )

    def title(self, language: str = "en") -> str:
        """The title in a language, else in English."""
        return self.titles.get(language) or self.titles.get("en", self.id)

    def summary(self, language: str = "en") -> str:
        """The summary in a language, else in English."""
        return self.summaries.get(language) or self.summaries.get("en", "")


class GameDetails(msgspec.Struct, frozen=True):
    """A game with its rules (Markdown, by language), JSON Schemas and the names of the bots that play it."""

    info: GameInfo
    rules: dict[str, str]
    options_schema: dict[str, Any]
    view_schema: dict[str, Any]
    entry_schema: dict[str, Any]
    bots: tuple[str, ...]

    @classmethod
    def from_wire(cls, answer: game_pb2.GetGameResponse) -> Self:
        """The value for an answer."""
        return cls(
            GameInfo.from_wire(answer.game),
            dict(answer.rules),
            json_object(answer.options_schema),
            json_object(answer.view_schema),
            json_object(answer.entry_schema),
            tuple(answer.bots),
        )


class BotInfo(msgspec.Struct, frozen=True):
    """A bot in a list; `options_schema` is the JSON Schema of what may stand behind the colon of its spec.

    `version` is what one that has dialled in (`@NAME`) calls itself.
    """

    name: str
    summaries: dict[str, str]
    options_schema: dict[str, Any]
    version: str = ""

    @classmethod
    def from_wire(cls, bot: bot_pb2.BotInfo) -> Self:
        """The value for a message."""
        return cls(bot.name, dict(bot.summaries), json_object(bot.options_schema), bot.version)

    def summary(self, language: str = "en") -> str:
        """The summary in a language, else in English."""
        return self.summaries.get(language) or self.summaries.get("en", "")


class LadderEntry(msgspec.Struct, frozen=True):
    """A bot of one version on the ladder of a game.

    `rating` is `mean` - 3 * `deviation`. `matches` were rated, and `won`, `drawn` or `lost`; in `faulted` more the bot
    has failed, which counts for nobody's rating.
    """

    name: str
    version: str
    rating: float
    mean: float
    deviation: float
    matches: int
    won: int
    drawn: int
    lost: int
    faulted: int

    @classmethod
    def from_wire(cls, entry: game_pb2.LadderEntry) -> Self:
        """The value for a message."""
        return cls(
            entry.name,
            entry.version,
            entry.rating,
            entry.mean,
            entry.deviation,
            entry.matches,
            entry.won,
            entry.drawn,
            entry.lost,
            entry.faulted,
        )


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everybody may see it: a player's name or a bot's spec, empty while open. One side wins together."""

    seat: int
    kind: SeatKind
    name: str
    side: int

    @classmethod
    def from_wire(cls, seat: match_pb2.SeatInfo) -> Self:
        """The value for a message."""
        return cls(seat.seat, SeatKind.from_wire(seat.kind), seat.name, seat.side)


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: a number a seat, the winning seats (none in a draw), a word why, points where there are any."""

    returns: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    score: tuple[int, ...] | None = None

    @classmethod
    def from_wire(cls, outcome: match_pb2.Outcome) -> Self:
        """The value for a message."""
        return cls(tuple(outcome.returns), tuple(outcome.winners), outcome.reason, tuple(outcome.score) or None)


class MatchInfo(msgspec.Struct, frozen=True, dict=True):
    """What everybody may know of a match. `commitment` is the SHA-256 of the secret that fixes chance.

    Spectators get facts at least `spectator_delay` facts late. A player who stays away for `abandon_seconds` while
    another one is there gives the match up; 0 is never. The end of a `rated` match counts for the ladder of its game.
    """

    match_id: str
    game: str
    game_version: str
    options_json: str
    seats: tuple[SeatInfo, ...]
    status: MatchStatus
    created_at: datetime
    commitment: bytes
    record: RecordPolicy
    spectators: SpectatorPolicy
    outcome: Outcome | None = None
    time_control: TimeControl | None = None
    on_timeout: TimeoutPolicy = TimeoutPolicy.UNSPECIFIED
    spectator_delay: int = 0
    abandon_seconds: int = 0
    rated: bool = False

    @classmethod
    def from_wire(cls, match: match_pb2.Match) -> Self:
        """The value for a message."""
        return cls(
            match.match_id,
            match.game,
            match.game_version,
            match.options,
            tuple(map(SeatInfo.from_wire, match.seats)),
            MatchStatus.from_wire(match.status),
            _moment(match.created_at),
            match.commitment,
            RecordPolicy.from_wire(match.record),
            SpectatorPolicy.from_wire(match.spectators),
            Outcome.from_wire(match.outcome) if match.HasField("outcome") else None,
            time_from_wire(match.time_control),
            TimeoutPolicy.from_wire(match.on_timeout),
            match.spectator_delay,
            match.abandon_seconds,
            match.rated,
        )

    @cached_property
    def options(self) -> dict[str, Any]:
        """Every option of the match."""
        return json_object(self.options_json)


class SeatCode(msgspec.Struct, frozen=True):
    """A code with which a seat can be taken, once."""

    seat: int
    code: str


class Created(msgspec.Struct, frozen=True):
    """A match just made: a code for every open seat, and the tokens of those seats that are the maker's own."""

    match: MatchInfo
    codes: tuple[SeatCode, ...]
    tokens: Mapping[int, SeatToken]

    @property
    def seat(self) -> int:
        """The maker's seat, the lowest if there are several.

        Raises:
            ClientError: the maker has no seat.
        """
        if not self.tokens:
            raise ClientError("none of this match's seats was made yours: put a Mine(name) among the seats")
        return min(self.tokens)

    @property
    def token(self) -> SeatToken:
        """The token of `seat`.

        Raises:
            ClientError: the maker has no seat.
        """
        return self.tokens[self.seat]


class Challenged(msgspec.Struct, frozen=True):
    """A bot sits on a seat."""

    match: MatchInfo
    seat: int


class Joined(msgspec.Struct, frozen=True):
    """A seat just taken."""

    match: MatchInfo
    seat: int
    token: SeatToken


def _moment(seconds: int) -> datetime:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError) as error:
        raise ProtocolError(f"the server sent a time that is none: {seconds}") from error


def json_object(text: str) -> dict[str, Any]:
    """A JSON object, empty for an empty text.

    Raises:
        ProtocolError: it is something else.
    """
    try:
        return msgspec.json.decode(text, type=dict[str, Any]) if text else {}
    except msgspec.MsgspecError as error:
        raise ProtocolError(f"the server sent no JSON object: {error}") from error
