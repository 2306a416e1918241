"""The matches that this process has in memory: brought in from their logs, let go when nobody needs them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

import structlog

from undercroft.game import OptionError, Seat, UndercroftError
from undercroft.host.codes import code_hash
from undercroft.host.guard import Guard, RulesHung
from undercroft.host.live import LiveMatch
from undercroft.host.meter import Meter
from undercroft.host.pipeline import STORAGE_REFUSAL
from undercroft.host.presenting import Presenter
from undercroft.host.versions import NotHere, game_of
from undercroft.match import Match, Reason, Refusal, Row, decode_row
from undercroft.match.rows import Created
from undercroft.options import decode_options
from undercroft.registry import Registry
from undercroft.store import Store, StoreUnavailable

__all__ = ["Memory", "ask"]

_log = structlog.get_logger(__name__)

T = TypeVar("T")

_ROWS_AT_ONCE = 200
"""Rows of a log that are replayed within the time of one call into the rules: a long match isn't a hanging one.

Between them the others have their turn.
"""

_LOOK_S = 1e-4
"""Seconds for each match in memory that pass before idle ones are looked for: that takes a small part of the time."""


async def ask(reading: Awaitable[T]) -> T:
    """What the store answers.

    Raises:
        Refusal: it can't answer now.
    """
    try:
        return await reading
    except StoreUnavailable as error:
        raise Refusal(Reason.STORAGE_UNAVAILABLE, STORAGE_REFUSAL) from error


class Memory:
    """Matches by id, never two of one match.

    `idle` matches stay when nobody watches them; those that are over don't. `restored`, then `arrived` are called for a
    match that was brought in, `leaving` for one that goes.
    """

    def __init__(
        self,
        registry: Registry,
        store: Store,
        guard: Guard,
        idle: int,
        restored: Callable[[LiveMatch], Awaitable[None]],
        arrived: Callable[[LiveMatch], None],
        leaving: Callable[[LiveMatch], None],
        meter: Meter,
    ) -> None:
        self.lives: OrderedDict[str, LiveMatch] = OrderedDict()
        self._registry = registry
        self._store = store
        self._guard = guard
        self._idle = idle
        self._restored = restored
        self._arrived = arrived
        self._leaving = leaving
        self._meter = meter
        self._opening: dict[str, asyncio.Task[LiveMatch]] = {}
        self._moving: set[asyncio.Task[None]] = set()
        self._shrinking = False
        self._left: list[LiveMatch] = []
        # What is installed here doesn't change: a decision that is due is asked for twice a second.
        self._not_here: dict[str, str] = {}

    async def open(self, match_id: str) -> LiveMatch:
        """The match, from memory or from its log.

        Raises:
            Refusal: there is no such match, it can't be restored here, or the store can't be read.
        """
        task = self._opening.get(match_id)
        # One that is still being restored is waited for: its clocks may not have been given back what they are owed.
        live = self.lives.get(match_id) if task is None else None
        if live is None:
            if task is None:
                task = asyncio.get_running_loop().create_task(self._restore(checked_id(match_id)))
                self._opening[match_id] = task
                task.add_done_callback(partial(self._opened, match_id))
            restored = await asyncio.shield(task)
            # Others may have had it leave memory, or read anew, since; there is never more than one.
            live = self.lives.setdefault(match_id, restored)
        elif live.making is not None:
            # It may be on disk already, and this process not know it yet.
            if isinstance(await asyncio.shield(live.making), Refusal):
                raise unknown_match()
        else:
            self.lives.move_to_end(match_id)
        return live

    def _opened(self, match_id: str, task: asyncio.Task[LiveMatch]) -> None:
        self._opening.pop(match_id, None)
        if not task.cancelled():
            task.exception()  # whoever waited has it; they may all have gone away

    async def of_code(self, code: str) -> tuple[LiveMatch, Seat]:
        """The match and the seat that a join code opens.

        Raises:
            Refusal: none; or as `open`.
        """
        found = await ask(self._store.seat_of_code(code_hash(code))) if 1 <= len(code) <= 32 else None
        if found is None:
            raise Refusal(Reason.UNKNOWN_CODE, "no seat has this join code")
        match_id, seat = found
        return await self.open(match_id), seat

    def keep(self, live: LiveMatch) -> None:
        """Take in a new match, which nobody is shown before its first step is on disk."""
        self.lives[live.match.match_id] = live

    def forget(self, live: LiveMatch) -> None:
        """Drop a match that nobody was given: one that came to nothing, or couldn't be made ready."""
        self.lives.pop(live.match.match_id, None)

    def lose(self, live: LiveMatch) -> None:
        """Drop a match that can't be trusted any more; whoever watched it reads on from the log."""
        self._leaving(live)
        match_id = live.match.match_id
        if self.lives.get(match_id) is live:
            del self.lives[match_id]
        if live.watchers:
            task = asyncio.get_running_loop().create_task(self._move_watchers(live))
            self._moving.add(task)
            task.add_done_callback(self._moving.discard)

    def shrink_soon(self, left: LiveMatch | None = None) -> None:
        """Let idle matches leave memory soon, the longest idle first; and `left`, if it is over and nobody watches."""
        if left is not None:
            self._left.append(left)
        if not self._shrinking:
            self._shrinking = True
            asyncio.get_running_loop().call_later(_LOOK_S * len(self.lives), self._shrink)

    def _shrink(self) -> None:
        self._shrinking = False
        left, self._left = self._left, []
        for live in left:
            if live.idle and live.match.position.status in {"finished", "aborted"}:
                self._let_go(live)
        if len(self.lives) <= self._idle:
            return
        idle = [live for live in self.lives.values() if live.idle]
        for live in idle[: max(0, len(idle) - self._idle)]:
            self._let_go(live)

    def _let_go(self, live: LiveMatch) -> None:
        match_id = live.match.match_id
        if self.lives.get(match_id) is live:
            self._leaving(live)
            del self.lives[match_id]

    async def _move_watchers(self, lost: LiveMatch) -> None:
        """Whoever watched a match that had to be read anew reads on, or is told why not."""
        try:
            live = await self.open(lost.match.match_id)
        except Refusal as refusal:
            for watcher in tuple(lost.watchers):
                watcher.close()
                watcher.outlet.ended(watcher, refusal)
        else:
            for watcher in tuple(lost.watchers):
                watcher.move(live)
            self._arrived(live)

    async def _restore(self, match_id: str) -> LiveMatch:
        if match_id in self._not_here:
            raise _not_here(self._not_here[match_id])
        rows = await ask(self._store.read(match_id))
        if not rows:
            raise unknown_match()
        try:
            live = await self._replay([decode_row(row) for row in rows])
        except NotHere as error:
            if match_id not in self._not_here:
                self._not_here[match_id] = str(error)
                self._meter.suspended("not_here")
                _log.warning("a match can't go on here", match=match_id, why=str(error))
            raise _not_here(str(error)) from error
        except (Exception, RulesHung) as error:
            self._meter.suspended("not_restored")
            _log.exception("a match can't be restored", match=match_id)
            why = "the match is suspended: its game can't go on here for now"
            raise Refusal(Reason.MATCH_SUSPENDED, why) from error
        live = self.lives.setdefault(match_id, live)
        try:
            await self._restored(live)
        except BaseException:
            self.forget(live)  # nobody has it yet, and it isn't ready for anybody
            raise
        self._arrived(live)
        self.shrink_soon()
        return live

    async def _replay(self, rows: Sequence[Row]) -> LiveMatch:
        created = rows[0]
        if not isinstance(created, Created):
            raise UndercroftError("a log begins with the row `created`")
        game = game_of(self._registry, created.game, created.game_version)
        try:
            options = decode_options(game.options_type, created.options)
        except OptionError as error:
            raise UndercroftError(f"the options of the match don't fit any more: {error}") from error
        with self._guard:
            match = Match.restore(game, options, rows[:1])
        for start in range(1, len(rows), _ROWS_AT_ONCE):
            with self._guard:
                match.catch_up(rows[start : start + _ROWS_AT_ONCE])
            await asyncio.sleep(0)
        with self._guard:
            for seat in range(match.position.seats):
                match.glance(seat)
        return LiveMatch(match, Presenter(game, self._guard, match.match_id))


def checked_id(match_id: str) -> str:
    """The id, if a match could have it.

    Raises:
        Refusal: no match has it.
    """
    if not 1 <= len(match_id) <= 64:
        raise unknown_match()
    return match_id


def _not_here(why: str) -> Refusal:
    return Refusal(Reason.MATCH_SUSPENDED, f"the match is suspended: {why}")


def unknown_match() -> Refusal:
    """What is said of an id that no match has."""
    return Refusal(Reason.UNKNOWN_MATCH, "there is no match of that id here")
