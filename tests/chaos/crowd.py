"""So many matches at a time: each is made, joined, played to its end, and followed by the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

from tests.chaos.history import MatchHistory, SeatHistory
from tests.chaos.players import Follower, Player
from tests.chaos.stage import Stage
from tests.chaos.tables import Table, table
from undercroft_client import Bot, Created, GameInfo, Mine, Open, Reason, SeatFill, SeatToken

_PACE_AMONG_BOTS_MS = 20
_REREAD_AT_ONCE = 16


class Crowd:
    """All our clients. `matches` are the histories of the matches so far, `running` the ids of those under way."""

    def __init__(self, stage: Stage, games: Sequence[GameInfo], seed: int) -> None:
        self.matches: list[MatchHistory] = []
        self.running: dict[str, None] = {}
        self.complaints: list[str] = []
        self._stage = stage
        self._games = games
        self._seed = seed
        self._number = 0

    def refusals(self) -> list[float]:
        """When commands were refused by the store."""
        return [
            command.answered
            for match in self.matches
            for reader in match.readers
            for command in reader.commands
            if command.refused is Reason.STORAGE_UNAVAILABLE
        ]

    async def play_on(self) -> None:
        """Match after match, until the closing. What goes wrong with one is a complaint, and the next begins."""
        while not self._stage.closing.is_set():
            number, self._number = self._number, self._number + 1
            table_ = table(self._games, self._seed, number)
            try:
                await self._play(table_, Random(f"{self._seed}/{number}/play"))
            except Exception as error:
                self.complaints.append(f"match number {number}, {table_}: {error!r}")
            except asyncio.CancelledError:
                self.complaints.append(f"match number {number}, {table_}, doesn't end")
                raise

    @property
    def over(self) -> list[MatchHistory]:
        """The matches that are over for everybody who took part."""
        return [match for match in self.matches if all(reader.ends for reader in match.readers)]

    async def reread(self) -> None:
        """Let everybody ask once more for all that they were told."""
        gate = asyncio.Semaphore(_REREAD_AT_ONCE)

        async def read(match: MatchHistory) -> None:
            random = Random(match.match_id)
            async with gate:
                for reader in match.readers:
                    await Follower(self._stage, match, reader, random).reread()

        await asyncio.gather(*map(read, self.over))

    async def _play(self, table_: Table, random: Random) -> None:
        created = await self._create(table_, random)
        tokens = {**created.tokens, **await self._join(created, random)}
        readers = [SeatHistory(seat, token) for seat, token in sorted(tokens.items())]
        readers += [SeatHistory(None, None) for _ in range(table_.spectators)]
        match = MatchHistory(created.match.match_id, table_, readers)
        self.matches.append(match)
        self.running[match.match_id] = None
        try:
            async with asyncio.TaskGroup() as group:
                for reader in readers:
                    kind = Follower if reader.seat is None else Player
                    group.create_task(kind(self._stage, match, reader, Random(random.random())).run())
        finally:
            del self.running[match.match_id]

    async def _create(self, table_: Table, random: Random) -> Created:
        fills: list[SeatFill] = []
        for seat, who in enumerate(table_.seats):
            if seat not in table_.ours:
                fills.append(Bot(who))
            else:
                fills.append(Mine("maker") if seat == table_.ours[0] else Open())
        return await self._stage.connections.client(random).create_match(
            table_.game,
            seats=fills,
            options=table_.options,
            pace_ms=0 if table_.ours else _PACE_AMONG_BOTS_MS,
            time_control=table_.time_control,
            on_timeout=table_.on_timeout,
            abandon_seconds=table_.abandon_seconds,
            spectator_delay=table_.spectator_delay,
        )

    async def _join(self, created: Created, random: Random) -> dict[int, SeatToken]:
        clients = [self._stage.connections.client(random) for _ in created.codes]
        joined = [client.join(code.code, "guest") for client, code in zip(clients, created.codes, strict=True)]
        return {seat.seat: seat.token for seat in await asyncio.gather(*joined)}
