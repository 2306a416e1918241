"""All bots that dial in, by name, and whose the names are."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from undercroft.game import Seat
from undercroft.host.meter import Meter
from undercroft.host.remote.bot import RemoteBot, RemoteSettings
from undercroft.host.remote.link import BotLink, BotOutlet
from undercroft.host.remote.messages import MARK, BotHello, RemoteAsk, SeatClosed
from undercroft.host.remote.turn import RemoteTurn
from undercroft.match import Reason, Refusal, SeatPlan
from undercroft.nearest import nearest
from undercroft.store import Store, StoreUnavailable
from undercroft.worker.messages import BotFailure

__all__ = ["NAME_KEPT_MS", "RemoteBots", "dials_in"]

NAME_KEPT_MS: Final = 90 * 24 * 3_600_000
"""A name under which nobody has dialled in for so long is free again."""


def dials_in(spec: str) -> bool:
    """Whether a bot is named by its mark."""
    return spec.startswith(MARK)


class RemoteBots:
    """Who is there, and what is asked of whom. `clock` gives Unix milliseconds.

    A bot is a name and its owner. Only one owner has a name, as the store knows; and a match asks nobody but the owner
    it was made with, whoever has the name by then.
    """

    def __init__(self, store: Store, settings: RemoteSettings, meter: Meter, clock: Callable[[], int]) -> None:
        self._store = store
        self.settings = settings
        self._meter = meter
        self._clock = clock
        self._bots: dict[tuple[str, str], RemoteBot] = {}
        self._there: dict[str, RemoteBot] = {}
        self._began = time.monotonic()
        self._closed = False

    async def dial_in(self, hello: BotHello, outlet: BotOutlet) -> BotLink:
        """A bot is there. Turns may be due to it before this returns; a connection it had before ends.

        Raises:
            Refusal: the name is somebody else's, or the server can't tell or is going.
        """
        self._refuse(hello)
        now = self._clock()
        try:
            # Whoever has a name has it in capitals too: nobody shall be taken for another one.
            name = hello.name.lower()
            theirs = await self._store.claim_bot_name(name, hello.owner, now, now - NAME_KEPT_MS)
        except StoreUnavailable as error:
            raise Refusal(Reason.STORAGE_UNAVAILABLE, "the server can't look up names now; try again") from error
        if not theirs:
            raise _taken(hello)
        self._refuse(hello)
        bot = self._bot(hello.name, hello.owner)
        link = BotLink(bot, hello, outlet)
        self._there[hello.name] = bot
        bot.attach(link)
        return link

    def seat_for(self, spec: str, game: str) -> SeatPlan:
        """The seat of a bot that is there and plays a game.

        Raises:
            Refusal: it isn't, doesn't, or takes no more matches now.
        """
        bot = self._there.get(spec)
        if bot is None or bot.link is None:
            why = f'no bot is connected as "{spec[:60]}"'
            raise Refusal(Reason.UNKNOWN_BOT, why, nearest=nearest(spec, self._there))
        hello = bot.link.hello
        if game not in hello.games:
            raise Refusal(Reason.BOT_REFUSED, f"{spec} doesn't play {game}")
        if bot.link.draining or bot.crowded:
            raise Refusal(Reason.BOT_REFUSED, f"{spec} takes no more matches now")
        return SeatPlan("bot", hello.name, owner=hello.owner, version=hello.version)

    def listed(self) -> list[BotHello]:
        """The bots that are there, by name."""
        links = [bot.link for _, bot in sorted(self._there.items())]
        return [link.hello for link in links if link is not None]

    def ask(self, ask: RemoteAsk, done: Callable[[int | BotFailure], None]) -> RemoteTurn:
        """Have a bot decide.

        `done` is called on the loop, never from within this call, with a legal action or a failure: exactly once, or
        not at all if the turn is cancelled before.
        """
        return self._bot(ask.name, ask.owner).ask(ask, done)

    def over(self, name: str, owner: str, closed: SeatClosed) -> None:
        """A match is over in which a bot has sat."""
        bot = self._bots.get((name, owner))
        if bot is not None:
            bot.over(closed)

    def start_over(self, name: str, owner: str, match_id: str, seat: Seat) -> None:
        """A match leaves memory: what its bot was told is told anew with its next turn."""
        bot = self._bots.get((name, owner))
        if bot is not None:
            bot.start_over(match_id, seat)

    def close(self) -> None:
        """The server is going: nobody is told or asked anything more. What is owed has its due rows."""
        self._closed = True
        for bot in tuple(self._bots.values()):
            bot.let_go()
        self._there.clear()

    def _bot(self, name: str, owner: str) -> RemoteBot:
        bot = self._bots.get((name, owner))
        if bot is None:
            bot = RemoteBot(name, owner, self.settings, self._began, self._meter, self._idle)
            self._bots[name, owner] = bot
        return bot

    def _idle(self, bot: RemoteBot) -> None:
        if bot.link is None and self._there.get(bot.name) is bot:
            del self._there[bot.name]
        key = bot.name, bot.owner
        if bot.unneeded and self._bots.get(key) is bot:  # it may have come back as another one since
            del self._bots[key]

    def _refuse(self, hello: BotHello) -> None:
        if self._closed:
            raise Refusal(Reason.SHUTTING_DOWN, "the server is shutting down; connect again")
        bot = self._there.get(hello.name)
        if bot is not None and bot.link is not None and bot.owner != hello.owner:
            raise _taken(hello)


def _taken(hello: BotHello) -> Refusal:
    return Refusal(Reason.NAME_TAKEN, f"the name {hello.name.removeprefix(MARK)} is another bot's; choose another one")
