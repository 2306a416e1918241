"""What a seat asks for and is sent."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple, Self

import msgspec

from undercroft.v1 import match_pb2
from undercroft_client.enums import MatchStatus
from undercroft_client.facts import EntryFact, Fact
from undercroft_client.values import MatchInfo, Outcome

__all__ = [
    "SPECTATOR",
    "Accepted",
    "Clock",
    "LegalAction",
    "Presence",
    "Span",
    "Update",
    "Wants",
]

SPECTATOR = -2
"""`Update.seat` of somebody who watches and sits nowhere."""


class Wants(msgspec.Struct, frozen=True):
    """What a session wants to be sent. All but `view` are languages (`en`, `ru`); empty: none."""

    view: bool = True
    board: str = ""
    sentences: str = ""
    labels: str = ""
    svg: str = ""

    def to_wire(self) -> match_pb2.Wants:
        """The message."""
        return match_pb2.Wants(
            no_view=not self.view, board=self.board, sentences=self.sentences, labels=self.labels, svg=self.svg
        )


class Span(NamedTuple):
    """Some characters of a board's line, in one style (`plain`, `own`, `danger`, …)."""

    text: str
    style: str = "plain"


class LegalAction(msgspec.Struct, frozen=True):
    """A legal action: its code, its text, and a label for a person if asked for."""

    code: int
    text: str
    label: str = ""


class Clock(msgspec.Struct, frozen=True):
    """A seat's clock: seconds left, and whether it runs."""

    seat: int
    left: float
    running: bool

    @classmethod
    def from_wire(cls, clock: match_pb2.Clock) -> Self:
        """The value for a message."""
        return cls(clock.seat, clock.left_milliseconds / 1000, clock.running)


class Presence(msgspec.Struct, frozen=True):
    """Whether a seat is connected; else the seconds left to return, if they are counted."""

    seat: int
    connected: bool
    seconds_left: int | None = None

    @classmethod
    def from_wire(cls, presence: match_pb2.Presence) -> Self:
        """The value for a message."""
        left = presence.seconds_left if presence.HasField("seconds_left") else None
        return cls(presence.seat, presence.connected, left)


class Accepted(msgspec.Struct, frozen=True):
    """A command that is carried out and on disk; `seq` facts had been told to this seat by then."""

    command_id: str
    seq: int


class Update(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """The newest state of things for one seat, and the facts number `since` + 1 to `seq`.

    `facts` are those since the update that was handed out before this one: none is ever left out. Everything else is
    the newest. `svg` is a drawing of the view, a whole document; empty if not wanted, or if there is none. `raw` is the
    newest message this was made from; messages that arrived while nobody looked are merged.
    """

    seq: int
    since: int
    facts: tuple[Fact, ...]
    seat: int
    match: MatchInfo
    to_act: tuple[int, ...]
    status: MatchStatus
    clocks: tuple[Clock, ...]
    presence: tuple[Presence, ...]
    outcome: Outcome | None
    view_json: str
    board_json: str
    svg: str
    raw: match_pb2.Update

    @property
    def my_turn(self) -> bool:
        """Whether this seat has legal actions."""
        return self.raw.HasField("legal")

    @property
    def over(self) -> bool:
        """Whether the match is finished or aborted."""
        return self.status.over

    @cached_property
    def view(self) -> dict[str, Any] | None:
        """What the seat sees; None before the start, and if not wanted."""
        return msgspec.json.decode(self.view_json, type=dict[str, Any]) if self.view_json else None

    @cached_property
    def board(self) -> tuple[tuple[Span, ...], ...]:
        """A picture of the view as lines of (text, style); none if not wanted."""
        lines = msgspec.json.decode(self.board_json, type=list[list[Span]]) if self.board_json else []
        return tuple(map(tuple, lines))

    @cached_property
    def legal(self) -> tuple[LegalAction, ...]:
        """The legal actions, ascending by code; none if this seat isn't to act."""
        legal = self.raw.legal
        labels: Iterable[str] = legal.labels or [""] * len(legal.codes)
        return tuple(map(LegalAction, legal.codes, legal.texts, labels))

    @property
    def entries(self) -> list[EntryFact]:
        """The journal entries among the facts."""
        return [fact for fact in self.facts if isinstance(fact, EntryFact)]
