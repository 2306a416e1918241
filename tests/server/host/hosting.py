"""Hosts on real stores, with real or scripted bots, and the little that every test of one needs."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from undercroft.game import Seat
from undercroft.host import CreateRequest, Host, HostConfig, Meter, Outlet, SeatRequest, Update, Wants, Watcher
from undercroft.host.pool import BotAsk, BotFailure
from undercroft.match import MatchInfo, Reason, Refusal, decode_row
from undercroft.match.rows import Row
from undercroft.registry import Registry, load_registry
from undercroft.store import Append, AppendResult, Due, Header, MatchQuery, Page, Store, StoreUnavailable
from undercroft.store.sqlite import SqliteStore

TESTS = Path(__file__).parents[2]
TOUCHY = TESTS / "server" / "touchy_plugins"
REGISTRY = load_registry(TOUCHY)

PATIENCE = 60.0
"""Seconds that no test waits for unless a promise is broken."""


class ScriptedPool:
    """Answers asks by a function, at once or never, and notes them; in the place of a pool of processes."""

    def __init__(self, says: Callable[[BotAsk], int | BotFailure | None] | None = None) -> None:
        self.says = says or (lambda ask: ask.legal[0])
        self.asks: list[BotAsk] = []
        self.forgotten: list[tuple[str, int]] = []

    def ask(self, ask: BotAsk, done: Callable[[int | BotFailure], None]) -> Any:
        self.asks.append(ask)
        handle = ScriptedHandle()
        said = self.says(ask)
        if said is not None:
            asyncio.get_running_loop().call_soon(handle.answer, done, said)
        return handle

    def forget(self, match_id: str, seat: int) -> None:
        self.forgotten.append((match_id, seat))


class ScriptedHandle:
    """An ask under way."""

    def __init__(self) -> None:
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True

    def answer(self, done: Callable[[int | BotFailure], None], said: int | BotFailure) -> None:
        if not self.cancelled:
            done(said)


class Shaky(Store):
    """A store that fails when it is told to: on appending (`broken`, or what is `unwelcome`), on reading
    (`unreadable`), or holds appends. `refused` counts the batches it didn't take.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.broken = False
        self.unwelcome: Callable[[Append], bool] | None = None
        self.refused = 0
        self.unreadable = False
        self.gate: asyncio.Event | None = None
        self.appended = 0
        self._tasks: list[asyncio.Future[None]] = []

    def append(self, batch: Sequence[Append], done: Callable[[Sequence[AppendResult]], None]) -> None:
        if self.broken or (self.unwelcome is not None and any(map(self.unwelcome, batch))):
            self.refused += 1
            asyncio.get_running_loop().call_soon(done, [AppendResult.UNAVAILABLE] * len(batch))
            return
        self.appended += len(batch)
        gate = self.gate

        async def held(results: Sequence[AppendResult]) -> None:
            if gate is not None:
                await gate.wait()
            done(results)

        if gate is None:
            self.store.append(batch, done)
        else:
            self.store.append(batch, lambda results: self._tasks.append(asyncio.ensure_future(held(results))))

    @property
    def _readable(self) -> Store:
        if self.unreadable:
            raise StoreUnavailable("gone")
        return self.store

    async def read(self, match_id: str, after: int = 0) -> list[bytes]:
        return await self._readable.read(match_id, after)

    async def header(self, match_id: str) -> Header | None:
        return await self._readable.header(match_id)

    async def matches(self, query: MatchQuery) -> Page:
        return await self._readable.matches(query)

    async def seat_of_code(self, code_hash: bytes) -> tuple[str, int] | None:
        return await self._readable.seat_of_code(code_hash)

    async def match_of_request(self, request_hash: bytes) -> str | None:
        return await self._readable.match_of_request(request_hash)

    async def due(self, until_ms: int, limit: int) -> list[Due]:
        return await self._readable.due(until_ms, limit)

    async def rated(self, game: str, after: int, limit: int) -> list[tuple[int, bytes]]:
        return await self._readable.rated(game, after, limit)

    async def beat(self, server: str, at_ms: int, plays: Sequence[tuple[str, str]] = ()) -> None:
        await self._readable.beat(server, at_ms, plays)

    async def asleep(self, since_ms: int, until_ms: int, game: str, version: str) -> list[tuple[int, int]]:
        return await self._readable.asleep(since_ms, until_ms, game, version)

    async def claim_bot_name(self, name: str, owner: str, at_ms: int, free_before_ms: int) -> bool:
        return await self._readable.claim_bot_name(name, owner, at_ms, free_before_ms)

    async def close(self) -> None:
        await self.store.close()


class Eyes(Outlet):
    """A connection that takes everything at once; what brings no fact is kept apart, in `news`."""

    def __init__(self) -> None:
        self.updates: list[Update] = []
        self.news: list[Update] = []
        self.ends: list[Refusal | None] = []
        self.failures: list[Exception] = []
        self._news = asyncio.Event()

    def wake(self, watcher: Watcher) -> None:
        try:
            while (update := watcher.take()) is not None:
                (self.updates if update.facts or update.snapshot else self.news).append(update)
        except Exception as error:
            self.failures.append(error)
        self._news.set()

    def ended(self, watcher: Watcher, refusal: Refusal | None) -> None:
        self.ends.append(refusal)
        self._news.set()

    async def until(self, true: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._news.clear()
                await self._news.wait()

    @property
    def newest(self) -> Update:
        return next(update for update in reversed(self.updates) if update.glance is not None)

    @property
    def facts(self) -> list[Any]:
        return [fact for update in self.updates for fact in update.facts]


TOKENS = (b"a" * 32, b"b" * 32)


class House:
    """A host, its store and its pool."""

    def __init__(
        self, store: Store, pool: Any = None, registry: Registry = REGISTRY, meter: Meter | None = None, **config: Any
    ) -> None:
        self.store = Shaky(store)
        self.pool = pool or ScriptedPool()
        self.host = Host(registry, self.store, self.pool, HostConfig(**config), meter)

    async def create(
        self, game: str = "dungeon-of-fear", options: str = "", bots: Sequence[str | None] = (None, None), **more: Any
    ) -> str:
        info, _ = await self.host.create(request_for(game, options, bots, **more))
        return info.match_id

    async def watch(self, match_id: str, seat: int | None, since: int = 0, wants: Wants | None = None) -> Eyes:
        eyes = Eyes()
        token = b"" if seat is None else TOKENS[seat]
        watcher = await self.host.watch(match_id, token, since, wants or Wants(), eyes)
        eyes.wake(watcher)
        return eyes

    async def act(self, match_id: str, seat: int, action: str, seq: int, command_id: str = "") -> Any:
        """The answer or the refusal."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.host.act(match_id, TOKENS[seat], command_id or f"{seat}-{action}-{seq}", seq, action)
        except Refusal as refusal:
            return refusal

    async def rows(self, match_id: str) -> list[Row]:
        return [decode_row(row) for row in await self.store.store.read(match_id)]


def request_for(
    game: str = "dungeon-of-fear", options: str = "", bots: Sequence[str | None] = (None, None), **more: Any
) -> CreateRequest:
    """Seats are ours (with `TOKENS`) where no bot is named; `open` leaves one open."""
    seats = tuple(
        SeatRequest("player", f"P{seat}", TOKENS[seat])
        if bot is None
        else SeatRequest("open")
        if bot == "open"
        else SeatRequest("bot", bot)
        for seat, bot in enumerate(bots)
    )
    values: dict[str, Any] = {"request_id": secrets.token_hex(16), "pace_ms": 0}
    return CreateRequest(**values | {"game": game, "options": options, "seats": seats} | more)


async def until(true: Callable[[], object]) -> None:
    """Wait for what nobody announces."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - it is the host's inside that is waited for
            await asyncio.sleep(0.001)


def reason_of(outcome: object) -> Reason:
    assert isinstance(outcome, Refusal), outcome
    return outcome.reason


__all__ = ["REGISTRY", "TOKENS", "Eyes", "House", "MatchInfo", "ScriptedPool", "Seat", "SqliteStore", "request_for"]
