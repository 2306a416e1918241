"""One connection of a bot: what is due to it, in order, and what it has been told already."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from typing import TYPE_CHECKING, Final

from undercroft.game import Seat
from undercroft.host.remote.messages import BotHello, Event, SeatClosed, TurnCalledOff, TurnDue, TurnRefused
from undercroft.host.remote.turn import RemoteTurn
from undercroft.match import Reason, Refusal

if TYPE_CHECKING:
    from undercroft.host.remote.bot import RemoteBot

__all__ = ["BotLink", "BotOutlet"]

MOST_EVENTS: Final = 4_096
"""A bot that lets more wait than this doesn't read: its connection ends."""


class BotOutlet(ABC):
    """The stream of a bot, as the host sees it. Both calls return at once and never raise."""

    @abstractmethod
    def wake(self) -> None:
        """Something is due: call `BotLink.take` until it gives None."""
        raise NotImplementedError

    @abstractmethod
    def ended(self, refusal: Refusal) -> None:
        """The host is done with this stream: another one has taken its place, or it isn't read."""
        raise NotImplementedError


class BotLink:
    """What one connection of a bot is due. Ended by `close`, or by the host through the outlet."""

    def __init__(self, bot: RemoteBot, hello: BotHello, outlet: BotOutlet) -> None:
        self.hello = hello
        self.outlet = outlet
        self.draining = False
        self.asked: dict[str, RemoteTurn] = {}
        """Turns that this connection is at, or is about to be sent, by id."""
        self._bot = bot
        self._due: deque[RemoteTurn | TurnCalledOff | TurnRefused | SeatClosed] = deque()
        self._told: dict[tuple[str, Seat], int] = {}

    @property
    def room(self) -> int:
        """How many more turns it takes now."""
        return 0 if self.draining else self.hello.at_once - len(self.asked)

    @property
    def drained(self) -> bool:
        """Whether it wants no turns any more and has answered all it was asked."""
        return self.draining and not self.asked and not self._due

    def take(self) -> Event | None:
        """What is to be sent next, or None."""
        while self._due:
            event = self._due.popleft()
            if isinstance(event, (TurnCalledOff, TurnRefused, SeatClosed)):
                return event
            if self.asked.get(event.ask.turn_id) is event:
                return self._made(event)
        return None

    def reply(self, turn_id: str, action: int) -> None:
        """The bot's answer to a turn; what is wrong with it is said to the bot."""
        self._bot.replied(self, turn_id, action)

    def failed(self, turn_id: str, note: str) -> None:
        """The bot has no answer to a turn; `note` is for the operator's log."""
        self._bot.gave_up(self, turn_id, note)

    def forgotten(self, turn_id: str) -> None:
        """The bot has lost what it knew of the turn's seat, and wants to be told all of it."""
        self._bot.has_forgotten(self, turn_id)

    def drain(self) -> None:
        """The bot wants no new matches or turns."""
        self.draining = True
        self.outlet.wake()

    def close(self) -> None:
        """The stream has ended."""
        self._bot.lose(self)

    # ---- what its bot tells it

    def ask(self, turn: RemoteTurn) -> None:
        """Send a turn, with all that its seat was told since this connection's last."""
        self.asked[turn.ask.turn_id] = turn
        self._put(turn)

    def release(self, turn_id: str, *, late: bool | None = None) -> None:
        """The turn is over; with `late` the bot is told why."""
        turn = self.asked.pop(turn_id, None)
        if turn is not None and late is not None and turn.sent:
            self._put(TurnCalledOff(turn_id, late))
        if self.draining:
            self.outlet.wake()

    def refuse(self, turn_id: str, refusal: Refusal) -> None:
        """Say why a reply doesn't count."""
        self._put(TurnRefused(turn_id, refusal))

    def start_over(self, match_id: str, seat: Seat) -> None:
        """Tell all of a seat with its next turn."""
        self._told.pop((match_id, seat), None)

    def knows(self, match_id: str, seat: Seat) -> bool:
        """Whether this connection was asked for this seat."""
        return (match_id, seat) in self._told

    def over(self, closed: SeatClosed) -> None:
        """Say that a match is over, if this connection was asked in it."""
        if self._told.pop((closed.match_id, closed.seat), None) is not None:
            self._put(closed)

    def _made(self, turn: RemoteTurn) -> TurnDue:
        ask = turn.ask
        key = (ask.match_id, ask.seat)
        told = self._told.get(key)
        fresh = told is None or told > len(ask.entries)
        self._told[key] = len(ask.entries)
        turn.sent, turn.told_all = True, fresh
        return TurnDue(ask, 0 if told is None or fresh else told, fresh, turn.left_ms)

    def _put(self, event: RemoteTurn | TurnCalledOff | TurnRefused | SeatClosed) -> None:
        self._due.append(event)
        if len(self._due) > MOST_EVENTS:
            self._bot.drop(self, Refusal(Reason.RATE_LIMITED, "this stream isn't read", seconds=1))
        else:
            self.outlet.wake()
