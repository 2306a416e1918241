"""One bot that dials in: what it owes, whether it is there, and what comes of its turns."""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated, Final

import msgspec

from undercroft.host.meter import Meter
from undercroft.host.pool.output import printable
from undercroft.host.remote.link import BotLink
from undercroft.host.remote.messages import MAX_NOTE, RemoteAsk, SeatClosed
from undercroft.host.remote.turn import RemoteTurn
from undercroft.match import Reason, Refusal
from undercroft.worker.messages import BotFailure, FailureKind

__all__ = ["RemoteBot", "RemoteSettings"]

REMEMBERED: Final = 1_024
"""Turns that are over, of which a late reply can be told what became of them."""

ROOM: Final = 16
"""A bot for which so many turns more than it takes at once wait has its hands full."""


Seconds = Annotated[float, msgspec.Meta(ge=0.1, le=86_400.0)]


class RemoteSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a bot that dials in may think about a turn, and how long turns wait when it isn't there or is busy."""

    turn_seconds: Seconds = 30.0
    away_seconds: Seconds = 60.0


class RemoteBot:
    """A name and its owner. Turns are asked in the order they fell due, as many at once as the bot takes.

    `lost_at` is when it was last seen (seconds of the event loop, which are monotonic). `idle(bot)` is called when it
    has gone, and when perhaps nothing is left to keep it for.
    """

    def __init__(
        self,
        name: str,
        owner: str,
        settings: RemoteSettings,
        lost_at: float,
        meter: Meter,
        idle: Callable[[RemoteBot], None],
    ) -> None:
        self.name = name
        self.owner = owner
        self.link: BotLink | None = None
        self._settings = settings
        self._lost_at = lost_at
        self._meter = meter
        self._idle = idle
        self._loop = asyncio.get_running_loop()
        self._turns: dict[str, RemoteTurn] = {}
        self._waiting: dict[str, RemoteTurn] = {}
        self._ended: OrderedDict[str, str] = OrderedDict()

    @property
    def crowded(self) -> bool:
        """Whether it has more to do than is good for another match."""
        return self.link is not None and len(self._waiting) >= ROOM + 4 * self.link.hello.at_once

    @property
    def unneeded(self) -> bool:
        """Whether nothing would change if it were forgotten."""
        return self.link is None and not self._turns and self._away_left() <= 0

    # ---- what matches want of it

    def ask(self, ask: RemoteAsk, done: Callable[[int | BotFailure], None]) -> RemoteTurn:
        """Have it decide; see `RemoteBots.ask`."""
        turn = RemoteTurn(ask, done, self._settings.away_seconds, self._expired, self._cancelled)
        before = self._turns.get(ask.turn_id)
        if before is not None:
            before.cancel()
        self._ended.pop(ask.turn_id, None)
        self._turns[ask.turn_id] = self._waiting[ask.turn_id] = turn
        self._wait(turn)
        self._ask_next()
        return turn

    def over(self, closed: SeatClosed) -> None:
        """A match is over."""
        if self.link is not None:
            self.link.over(closed)

    def start_over(self, match_id: str, seat: int) -> None:
        """A match has left memory: its next turn tells everything."""
        if self.link is not None:
            self.link.start_over(match_id, seat)

    # ---- its connection

    def attach(self, link: BotLink) -> None:
        """It is there, by this connection from now on; another one ends."""
        before, self.link = self.link, link
        if before is not None:
            self._take_back(before)
            self._meter.remote_event("taken_over")
            before.outlet.ended(Refusal(Reason.NAME_TAKEN, "another connection serves this bot now"))
        for turn in tuple(self._waiting.values()):
            self._wait(turn)
        self._ask_next()

    def lose(self, link: BotLink) -> None:
        """A connection has ended."""
        if link is not self.link:
            return
        self.link = None
        self._lost_at = self._loop.time()
        self._meter.remote_event("lost")
        self._take_back(link)
        for turn in tuple(self._waiting.values()):
            self._wait(turn)
        self._idle(self)
        self._loop.call_later(self._settings.away_seconds + 1.0, self._idle, self)

    def let_go(self) -> None:
        """The server is going: its connection, which ends by itself, gets nothing more, and no turn runs out."""
        link, self.link = self.link, None
        if link is not None:
            link.asked.clear()
        for turn in self._turns.values():
            turn.abandon()
        self._turns.clear()
        self._waiting.clear()

    def drop(self, link: BotLink, refusal: Refusal) -> None:
        """End a connection from here."""
        if link is self.link:
            self.lose(link)
            link.outlet.ended(refusal)

    def replied(self, link: BotLink, turn_id: str, action: int) -> None:
        """An answer has come by a connection."""
        turn = self._open(link, turn_id)
        if turn is None:
            return
        if action in turn.ask.legal:
            self._end(turn, "repeated", action)
            return
        why = "that action isn't legal now; a stand-in makes this decision"
        link.refuse(turn_id, Refusal(Reason.ILLEGAL_ACTION, why, legal=turn.ask.texts))
        self._fail(turn, "illegal", f"{action} isn't legal")

    def gave_up(self, link: BotLink, turn_id: str, note: str) -> None:
        """The bot says that it has no answer."""
        turn = self._open(link, turn_id)
        if turn is not None:
            self._fail(turn, "crash", printable(note[:MAX_NOTE].encode(errors="replace")))

    def has_forgotten(self, link: BotLink, turn_id: str) -> None:
        """The bot wants to be told everything; once."""
        turn = self._open(link, turn_id)
        if turn is None:
            return
        if turn.told_all:
            self._fail(turn, "crash", "it forgets what it was just told")
        else:
            link.start_over(turn.ask.match_id, turn.ask.seat)
            link.ask(turn)

    # ---- what comes of turns

    def _open(self, link: BotLink, turn_id: str) -> RemoteTurn | None:
        """The turn that this connection is asked; if it isn't, the bot is told so."""
        if link is not self.link:
            return None
        turn = link.asked.get(turn_id)
        if turn is not None and turn.sent:
            return turn
        why = self._ended.get(turn_id, "unknown")
        self._meter.remote_event(why)
        named = turn_id if len(turn_id) <= _LONGEST_ID else ""
        link.refuse(named, Refusal(Reason.TURN_OVER, _SENTENCES[why], why=why))
        return None

    def _expired(self, turn: RemoteTurn) -> None:
        if turn.thinking:
            self._fail(turn, "timeout", "it didn't answer in time")
        elif self.link is None:
            self._fail(turn, "away", "it isn't connected")
        elif turn.ask.game not in self.link.hello.games:
            self._fail(turn, "refused", "it doesn't play this game any more")
        else:
            self._fail(turn, "crowded", "it has its hands full")

    def _cancelled(self, turn: RemoteTurn) -> None:
        if self._turns.get(turn.ask.turn_id) is turn:
            self._forget(turn, "not_due", late=False)

    def _fail(self, turn: RemoteTurn, kind: FailureKind, detail: str) -> None:
        self._end(turn, "late", BotFailure(kind, detail))

    def _end(self, turn: RemoteTurn, became: str, result: int | BotFailure) -> None:
        timed_out = isinstance(result, BotFailure) and result.kind == "timeout"
        self._forget(turn, became, late=True if timed_out else None)
        turn.finish(result)

    def _forget(self, turn: RemoteTurn, became: str, *, late: bool | None) -> None:
        turn_id = turn.ask.turn_id
        self._turns.pop(turn_id, None)
        self._waiting.pop(turn_id, None)
        self._ended[turn_id] = became
        if len(self._ended) > REMEMBERED:
            self._ended.popitem(last=False)
        if self.link is not None:
            self.link.release(turn_id, late=late)
            self._ask_next()
        else:
            self._idle(self)

    # ---- whose turn it is

    def _ask_next(self) -> None:
        link = self.link
        if link is None or link.room <= 0:
            return
        for turn in tuple(self._waiting.values()):
            if turn.ask.game in link.hello.games:
                del self._waiting[turn.ask.turn_id]
                turn.begin_thinking()
                if turn.asked > 1:
                    self._meter.remote_event("asked_again")
                link.ask(turn)
            if link.room <= 0:
                return

    def _wait(self, turn: RemoteTurn) -> None:
        if self.link is None:
            turn.begin_waiting(self._away_left())
        else:
            turn.begin_waiting(math.inf if turn.ask.game in self.link.hello.games else 0.0)

    def _take_back(self, link: BotLink) -> None:
        """Turns that were asked by a connection wait again, before all others."""
        asked, link.asked = link.asked, {}
        self._waiting = asked | self._waiting

    def _away_left(self) -> float:
        return self._lost_at + self._settings.away_seconds - self._loop.time()


_LONGEST_ID: Final = 200
_SENTENCES: Final = {
    "late": "this turn's time was up before the reply came; a stand-in made the decision",
    "repeated": "this turn is answered already; the first answer counts",
    "not_due": "this turn fell away before the reply came",
    "unknown": "this connection wasn't asked that turn",
}
