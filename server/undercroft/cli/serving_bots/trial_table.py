"""The matches of a trial."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from undercroft_client import Bot, Client, GameInfo, Reason, Refused

__all__ = ["TrialTable"]

_UNDER_WAY: Final = 3
_LOOK_S: Final = 0.1


class TrialTable:
    """Matches of the bot, in one seat after the other, against random bots; some of them under way at any time.

    At least `matches` are played, and so many more as it takes until `trouble_over` is set; none any more once
    `hopeless` is. `made` are their ids, `over` is how many have ended.
    """

    def __init__(self, client: Client, name: str, games: Sequence[GameInfo], matches: int) -> None:
        self.made: list[str] = []
        self.over = 0
        self.trouble_over = asyncio.Event()
        self.hopeless = asyncio.Event()
        self._client = client
        self._name = name
        self._games = games
        self._matches = matches

    async def play(self) -> None:
        """Play until that is done, or hopeless."""
        under_way: set[str] = set()
        while not self.hopeless.is_set():
            enough = len(self.made) >= self._matches and self.trouble_over.is_set()
            if enough and not under_way:
                return
            while not enough and len(under_way) < _UNDER_WAY:
                under_way.add(await self._begin())
                enough = len(self.made) >= self._matches and self.trouble_over.is_set()
            await asyncio.sleep(_LOOK_S)
            for match_id in tuple(under_way):
                if (await self._client.match(match_id)).status.over:
                    under_way.discard(match_id)
                    self.over += 1

    async def _begin(self) -> str:
        number = len(self.made)
        game = self._games[number % len(self._games)]
        own = number // len(self._games) % game.seats[0]
        fills = [Bot(f"@{self._name}") if seat == own else Bot("random") for seat in range(game.seats[0])]
        await _is_there(self._client, self._name)
        while True:
            try:
                created = await self._client.create_match(game.id, seats=fills)
            except Refused as refused:
                if refused.reason not in {Reason.UNKNOWN_BOT, Reason.BOT_REFUSED}:  # it was cut off just now
                    raise
                await asyncio.sleep(_LOOK_S)
            else:
                self.made.append(created.match.match_id)
                return created.match.match_id


async def _is_there(client: Client, name: str) -> None:
    """Wait until the bot has dialled in."""
    while f"@{name}" not in [bot.name for bot in await client.bots()]:  # noqa: ASYNC110
        await asyncio.sleep(_LOOK_S)
