"""What one subscription has received and not handed out yet: all facts, and of everything else the newest."""

from __future__ import annotations

import msgspec

from undercroft.v1 import match_pb2
from undercroft_client.enums import MatchStatus, SeatKind
from undercroft_client.errors import ProtocolError
from undercroft_client.facts import Fact, LeftFact, SeatedFact, fact_from_wire
from undercroft_client.updates import Clock, Presence, Update
from undercroft_client.values import MatchInfo, Outcome, SeatInfo

__all__ = ["FactsMissing", "Inbox"]


class FactsMissing(ProtocolError):
    """An update doesn't follow on what was received before."""


class Inbox:
    """Merges the updates of one subscription.

    `seq` is the number of facts received, `seen` that of the newest update handed out (-1 before any), `fresh` whether
    there is something that wasn't handed out. Nothing grows but the list of facts that nobody has taken. A message
    without a status is a part of a long list of facts, which is kept until the state after it comes; or, without facts,
    news of presence and clocks.
    """

    def __init__(self, since: int) -> None:
        self.seq = since
        self.seen = -1
        self.fresh = False
        self.message: match_pb2.Update | None = None
        self._taken = since
        self._facts: list[Fact] = []
        self._parts: list[Fact] = []
        self._match: MatchInfo | None = None
        self._seat = 0
        self._view = ""
        self._board = ""
        self._svg = ""
        self._presence: tuple[Presence, ...] = ()
        self._made: Update | None = None

    def receive(self, message: match_pb2.Update) -> bool:
        """Take in a message; whether it brought anything new. What was received before is dropped.

        Raises:
            FactsMissing: there is a gap before its facts.
            ProtocolError: it can't be understood.
        """
        if message.since > self.seq:
            raise FactsMissing(f"facts {self.seq + 1} to {message.since} were never sent")
        if message.since + len(message.facts) != message.seq:
            raise ProtocolError("the facts of an update don't add up to its seq")
        if message.seq < self.seq:
            return False
        self._parts += self._new_facts(message)
        self.seq = message.seq
        if message.snapshot:
            self._match = MatchInfo.from_wire(message.match)
            self._seat = message.seat
        if message.status == match_pb2.MATCH_STATUS_UNSPECIFIED:
            if message.facts or self.message is None or self._parts:
                return False
            message = _with_news(self.message, message)
        repeats = self.message is not None and not self._parts and _state(message) == _state(self.message)
        self._learn(message)
        self.fresh = self.fresh or not repeats
        return not repeats

    @property
    def finished(self) -> bool:
        """Whether the match is over, as far as was received."""
        return self._match is not None and self._match.status.over

    @property
    def seat(self) -> int | None:
        """The seat, once a snapshot has told it."""
        return None if self._match is None else self._seat

    def latest(self) -> Update | None:
        """The newest update, with the facts not handed out before it; looking at it is seeing it."""
        update = self._update()
        if update is not None:
            self.seen = update.seq
        return update

    def take(self) -> Update:
        """Hand out the newest update with every fact since the last one handed out: no fact is handed out twice.

        Raises:
            ProtocolError: nothing was received yet.
        """
        update = self.latest()
        if update is None:
            raise ProtocolError("nothing was received yet")
        if not self.fresh:
            return msgspec.structs.replace(update, facts=(), since=update.seq)
        self.fresh = False
        self._facts = []
        self._taken = update.seq
        return update

    def _new_facts(self, message: match_pb2.Update) -> list[Fact]:
        known = self.seq - message.since
        return [fact_from_wire(fact, self.seq + 1 + i) for i, fact in enumerate(message.facts[known:])]

    def _learn(self, message: match_pb2.Update) -> None:
        if self._match is None:
            raise ProtocolError("the first update of a subscription was no snapshot")
        self._match = _now(self._match, message, self._parts)
        self._view = message.view or self._view
        self._board = message.board or self._board
        self._svg = message.svg or self._svg
        self._presence = tuple(map(Presence.from_wire, message.presence)) or self._presence
        self._facts += self._parts
        self._parts = []
        self.message = message
        self._made = None

    def _update(self) -> Update | None:
        if self._made is None and self.message is not None and self._match is not None:
            message = self.message
            self._made = Update(
                seq=message.seq,
                since=self._taken,
                facts=tuple(self._facts),
                seat=self._seat,
                match=self._match,
                to_act=tuple(message.to_act),
                status=self._match.status,
                clocks=tuple(map(Clock.from_wire, message.clocks)),
                presence=self._presence,
                outcome=self._match.outcome,
                view_json=self._view,
                board_json=self._board,
                svg=self._svg,
                raw=message,
            )
        return self._made


def _now(match: MatchInfo, message: match_pb2.Update, facts: list[Fact]) -> MatchInfo:
    """The match as of this message."""
    seats = {seat.seat: seat for seat in match.seats}
    for fact in facts:
        match fact:
            case SeatedFact():
                kind, name = fact.kind, fact.name
            case LeftFact():
                kind, name = SeatKind.BOT, fact.stand_in
            case _:
                continue
        side = seats[fact.seat].side if fact.seat in seats else fact.seat
        seats[fact.seat] = SeatInfo(fact.seat, kind, name, side)
    outcome = Outcome.from_wire(message.outcome) if message.HasField("outcome") else match.outcome
    status = MatchStatus.from_wire(message.status)
    now = (tuple(seats.values()), status, outcome)
    if now == (match.seats, match.status, match.outcome):
        return match
    return msgspec.structs.replace(match, seats=now[0], status=status, outcome=outcome)


def _with_news(newest: match_pb2.Update, news: match_pb2.Update) -> match_pb2.Update:
    """The newest state, with presence and clocks as in `news`."""
    message = match_pb2.Update()
    message.CopyFrom(newest)
    for field in ("snapshot", "facts", "match", "presence", "clocks"):
        message.ClearField(field)
    message.since = message.seq
    message.presence.extend(news.presence)
    message.clocks.extend(news.clocks)
    return message


def _state(message: match_pb2.Update) -> match_pb2.Update:
    """A message without what differs between two tellings of one state."""
    state = match_pb2.Update()
    state.CopyFrom(message)
    for field in ("subscription", "since", "snapshot", "facts", "match", "seat"):
        state.ClearField(field)
    return state
