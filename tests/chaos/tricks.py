"""Commands as no good client sends them, but networks and bad ones do: twice, again, late, with ids used before."""

from __future__ import annotations

import asyncio
from random import Random

from tests.chaos.asking import refused_for_now
from tests.chaos.history import MatchHistory, SeatHistory, Wish
from tests.chaos.stage import Stage
from tests.chaos.timeline import TRICKS, Kind
from undercroft.v1 import match_pb2
from undercroft_client import SeatSession, Update, new_id

LATEST_S = 3.0


class Trickster:
    """Plays a seat's turns, each with a trick beside it. What a trick sends goes by another connection."""

    def __init__(self, stage: Stage, match: MatchHistory, history: SeatHistory, random: Random) -> None:
        self._stage = stage
        self._match = match
        self._history = history
        self._random = random
        self._under_way: list[asyncio.Task[None]] = []

    async def act(self, session: SeatSession, update: Update) -> None:
        """Play something; what comes of the trick shows later."""
        action, other = (self._random.choice(update.legal).text for _ in range(2))
        command_id, trick = new_id(), self._random.choice(TRICKS)
        if trick is Kind.TWICE:
            self._later(trick, 0.0, command_id, action, update.seq)
        if not await self._played(session, command_id, action, update.seq):
            return
        seconds = self._random.uniform(0.0, LATEST_S)
        if trick is Kind.AGAIN:
            self._later(trick, seconds, command_id, action, update.seq)
        elif trick is Kind.LATE:
            self._later(trick, seconds, new_id(), other, update.seq)
        elif trick is Kind.REUSED:
            self._later(trick, seconds, command_id, other, update.seq + 1 if other == action else update.seq)

    async def finish(self) -> None:
        """Wait for the answers of all tricks.

        Raises:
            ClientError: one ended with something that is no answer.
        """
        await asyncio.gather(*self._under_way)

    async def _played(self, session: SeatSession, command_id: str, action: str, seq: int) -> bool:
        """Play an action until the store doesn't refuse it; whether it was accepted."""
        while True:
            command = self._history.sends(Wish.ACT, command_id, action, seq)
            if not await refused_for_now(command, session.act(action, seq=seq, command_id=command_id)):
                return command.accepted is not None

    def _later(self, trick: Kind, seconds: float, command_id: str, text: str, seq: int) -> None:
        sending = self._send(trick, seconds, command_id, text, seq)
        self._under_way.append(asyncio.get_running_loop().create_task(sending))

    async def _send(self, trick: Kind, seconds: float, command_id: str, text: str, seq: int) -> None:
        await asyncio.sleep(seconds)
        request = match_pb2.ActRequest(
            match_id=self._match.match_id,
            seat_token=bytes(self._history.token or b""),
            action=match_pb2.Action(command_id=command_id, seq=seq, text=text),
        )
        with self._stage.timeline.during(trick):
            while True:
                command = self._history.sends(Wish.ACT, command_id, text, seq, trick)
                if not await refused_for_now(command, self._stage.connections.act(self._random, request)):
                    return
