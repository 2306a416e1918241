"""Our clients in the seats: they play as their manner is, come back from elsewhere, and write down all they live."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from tests.chaos.asking import AGAIN_S, refused_for_now
from tests.chaos.history import MatchHistory, SeatHistory, Wish, told
from tests.chaos.stage import Stage
from tests.chaos.tables import Manner
from tests.chaos.timeline import now
from tests.chaos.tricks import Trickster
from undercroft_client import Accepted, DrawOfferedFact, Reason, Refused, SeatSession, Update, Wants, new_id

_MOVES_HOUSE = 0.02
"""How often, by update, a client gives up its connection for another one."""
_WANTS = (Wants(), Wants(view=False), Wants(view=False), Wants(board="en", sentences="ru", labels="en"))


class Follower:
    """Follows a match from a seat or as a spectator, over as many connections as it takes, until it is over."""

    def __init__(self, stage: Stage, match: MatchHistory, history: SeatHistory, random: Random) -> None:
        self.stage = stage
        self.match = match
        self.history = history
        self.random = random
        self.leaving = False
        self._wants = random.choice(_WANTS)

    async def run(self) -> None:
        """Until the match is over.

        Raises:
            ClientError: the server does what it shouldn't.
        """
        while not self.history.ends:
            if self.leaving:
                await self._stay_away()
            command = self.history.sends(Wish.FOLLOW)
            try:
                await self._connect()
            except Refused as refused:
                command.answered, command.refused = now(), refused.reason
                if refused.reason is not Reason.STORAGE_UNAVAILABLE:
                    raise
                await asyncio.sleep(AGAIN_S)
            else:
                self.history.commands.remove(command)

    async def reread(self) -> None:
        """Ask for all facts once more."""
        self._wants = Wants()
        async with self._session(0) as session:
            self.history.reread = told(await session.next_update())

    async def decide(self, session: SeatSession, update: Update) -> None:
        """Do something about an update."""

    async def _connect(self) -> None:
        async with self._session(self.history.seq) as session:
            async for update in session:
                self.history.see(update, now())
                if not update.over:
                    await self.decide(session, update)
                    if self.leaving or self.random.random() < _MOVES_HOUSE:
                        return

    async def _stay_away(self) -> None:
        """Go away until the others are told that the seat was given up, or that the match is over."""
        self.leaving = False
        self.history.gone_at = now()
        others = [reader for reader in self.match.readers if reader is not self.history]
        while True:
            await asyncio.sleep(AGAIN_S)
            if any(reader.ends or self.history.seat in reader.leavers for reader in others):
                return

    def _session(self, since: int) -> SeatSession:
        client = self.stage.connections.client(self.random)
        if self.history.token is None:
            return client.watch(self.match.match_id, self._wants, since)
        return client.seat(self.match.match_id, self.history.token, self._wants, since)


class Player(Follower):
    """Plays a seat in the manner that the table has for it."""

    def __init__(self, stage: Stage, match: MatchHistory, history: SeatHistory, random: Random) -> None:
        super().__init__(stage, match, history, random)
        assert history.seat is not None
        self._manner = match.table.seats[history.seat]
        self._patience = random.randint(1, 6)
        self._turns = 0
        self._answered = -1
        self._tricks = Trickster(stage, match, history, random)

    async def run(self) -> None:
        """See `Follower.run`; nothing is under way any more afterwards."""
        await super().run()
        await self._tricks.finish()

    async def decide(self, session: SeatSession, update: Update) -> None:
        """Play, if it is our turn and no bot plays on for us."""
        if self.history.left:
            return
        if self._manner is Manner.ABORTS:
            await self._until_written(Wish.ABORT, session.abort)
            self._manner = Manner.PLAYS  # somebody has acted already
        elif self._manner is Manner.AGREES and not await self._agree(session, update):
            self._manner = Manner.PLAYS  # bots take no draws
        if self._manner is not Manner.AGREES and update.my_turn and update.seq > self._answered:
            self._turns += 1
            await self._take_turn(session, update)

    async def _take_turn(self, session: SeatSession, update: Update) -> None:
        if self._manner is Manner.DAWDLES and self._turns > self._patience:
            return  # and never does anything again
        if self._manner is Manner.LEAVES and self._turns > self._patience and self.history.gone_at is None:
            self.leaving = True
            return
        await self._think()
        resigns = self._manner is Manner.RESIGNS and self._turns > self._patience
        if resigns or (self.stage.closing.is_set() and self.random.random() < 0.5):
            await self._until_written(Wish.RESIGN, session.resign)
        elif self._manner is Manner.TRICKS and self.random.random() < 0.7:
            await self._tricks.act(session, update)
        else:
            await self._act(session, update)
        self._answered = update.seq

    async def _think(self) -> None:
        longest = {Manner.THINKS: 4.0, Manner.TRICKS: 0.5, Manner.DAWDLES: 0.2, Manner.LEAVES: 0.2}.get(
            Manner(self._manner), 1.0
        )
        await self.stage.pause(self.random.uniform(0.0, longest))

    async def _agree(self, session: SeatSession, update: Update) -> bool:
        """Who is to act offers a draw and waits; the others agree to it. Whether that is possible at all."""
        asked = any(isinstance(fact, DrawOfferedFact) and fact.seat != update.seat for fact in update.facts)
        if asked or update.my_turn:
            return await self._until_written(Wish.DRAW, session.offer_draw)
        return True

    async def _act(self, session: SeatSession, update: Update) -> None:
        """Play something. If the store refuses, the same again, or something else."""
        while True:
            action, command_id = self.random.choice(update.legal).text, new_id()
            for _ in range(self.random.randint(1, 3)):
                command = self.history.sends(Wish.ACT, command_id, action, update.seq)
                if not await refused_for_now(command, session.act(action, seq=update.seq, command_id=command_id)):
                    return

    async def _until_written(self, wish: Wish, ask: Callable[[], Awaitable[Accepted]]) -> bool:
        """Ask for something until the store doesn't refuse it; whether it was granted."""
        while True:
            command = self.history.sends(wish)
            if not await refused_for_now(command, ask()):
                return command.refused is None
