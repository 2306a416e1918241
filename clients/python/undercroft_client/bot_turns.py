"""What a bot that dials in is asked, and what its author may hear of."""

from __future__ import annotations

from typing import Any

import msgspec

from undercroft.v1 import bot_pb2
from undercroft_client.connection import Connection
from undercroft_client.errors import Refused
from undercroft_client.values import Outcome

__all__ = ["BotListener", "BotTurn", "IllegalChoice", "Journals"]


class IllegalChoice(Exception):
    """A bot has decided on something else than a legal action."""


class BotTurn(msgspec.Struct, frozen=True):
    """A decision to make: what a person in that seat would be sent.

    `turn_id` is the same however often the decision is asked for. `entries` are all that the seat was ever told, JSON;
    the last `new` of them since this seat's last turn. `legal` are codes and `texts` what people type, in the same
    order. `seconds` is how long the server waits for the answer.
    """

    turn_id: str
    match_id: str
    game: str
    game_version: str
    options_json: str
    seats: int
    seat: int
    view_json: str
    entries: tuple[str, ...]
    new: int
    legal: tuple[int, ...]
    texts: tuple[str, ...]
    seconds: float

    @property
    def view(self) -> Any:
        """The view, as plain Python."""
        return msgspec.json.decode(self.view_json)

    def text_of(self, action: int) -> str:
        """What a person would type for a legal action; the code itself for anything else."""
        return self.texts[self.legal.index(action)] if action in self.legal else str(action)


class BotListener:
    """Hears what becomes of a bot that serves. All methods do nothing here; they are called on the event loop."""

    def connection(self, connection: Connection) -> None:
        """The connection has changed."""

    def asked_again(self, turn: BotTurn) -> None:
        """A turn was asked that the bot is at, or has answered before: that answer is sent again."""

    def answered(self, turn: BotTurn, action: int, seconds: float) -> None:
        """The bot has decided, in so many seconds."""

    def failed(self, turn: BotTurn, error: Exception) -> None:
        """The bot's code has raised; a stand-in makes the decision."""

    def cancelled(self, turn_id: str, late: bool) -> None:
        """A turn need not be answered any more; if `late`, its time was up."""

    def refused(self, turn_id: str, refused: Refused) -> None:
        """A reply doesn't count."""

    def over(self, match_id: str, seat: int, outcome: Outcome | None) -> None:
        """A match is over; None if it was called off."""


class Journals:
    """What each seat was told so far by one connection; of so many seats, the longest unused are forgotten."""

    def __init__(self, most: int = 4_096) -> None:
        self._most = most
        self._told: dict[tuple[str, int], tuple[str, ...]] = {}

    def clear(self) -> None:
        """A new connection tells everything anew."""
        self._told.clear()

    def drop(self, match_id: str, seat: int) -> None:
        """Nothing more is told to a seat."""
        self._told.pop((match_id, seat), None)

    def turn_of(self, request: bot_pb2.TurnRequest) -> BotTurn | None:
        """The turn with all entries; None if what came before is forgotten."""
        key = (request.match_id, request.seat)
        before = () if request.from_start else self._told.pop(key, None)
        if before is None:
            return None
        self._told.pop(key, None)
        entries = self._told[key] = (*before, *request.entries)
        if len(self._told) > self._most:
            del self._told[next(iter(self._told))]
        return BotTurn(
            request.turn_id,
            request.match_id,
            request.game,
            request.game_version,
            request.options,
            request.seats,
            request.seat,
            request.view,
            entries,
            len(request.entries),
            tuple(request.legal.codes),
            tuple(request.legal.texts),
            request.left_milliseconds / 1_000,
        )
