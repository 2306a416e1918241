"""A match in memory: its commands wait in line here, and its watchers read on from here."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections import deque
from collections.abc import Callable

from mypy_extensions import mypyc_attr

from undercroft.game import SPECTATOR, Seat
from undercroft.host.asked import Asked
from undercroft.host.claim import Claim
from undercroft.host.presence import Attendance, Presence
from undercroft.host.presenting import Presenter, Wants
from undercroft.host.update import Update
from undercroft.match import (
    Answer,
    Command,
    EntryFact,
    Fact,
    Match,
    Refusal,
    Step,
)

__all__ = ["Done", "LiveMatch", "Outlet", "Watcher"]

Done = Callable[[Answer | Refusal], None]
"""Gets what came of a command, once, on the event loop."""

_UPDATES_KEPT = 64
"""Updates kept for others at the same place; a client can ask for any number of different ones."""

_FACT_BYTES_AT_ONCE = 512 * 1024
"""An update with more facts than this is sent in parts, far below gRPC's limit of 4 MiB for a message."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Outlet:
    """A connection, as the host sees it. Both calls return at once and never raise."""

    @abstractmethod
    def wake(self, watcher: Watcher) -> None:
        """Something is due to the watcher: call `take` when there is room."""
        raise NotImplementedError

    @abstractmethod
    def ended(self, watcher: Watcher, refusal: Refusal | None) -> None:
        """This watcher gets nothing more: another connection has taken the seat, or the match can't be shown."""
        raise NotImplementedError


class Watcher:
    """A cursor over what one reader is told. A slow one just reads later: nothing is queued for it."""

    def __init__(self, live: LiveMatch, reader: Seat, since: int, wants: Wants, outlet: Outlet, claim: Claim) -> None:
        self.live = live
        self.reader = reader
        self.outlet = outlet
        self.claim = claim
        self._seq = min(since, live.match.told(reader))
        self._news = live.news
        self._wants = wants
        self._fresh = True
        self._over = False

    def take(self) -> Update | None:
        """What is due now, or None. Ask again until it is None.

        Raises:
            UndercroftError: the game's code failed on the first look; the match is lost to this process.
        """
        live = self.live
        if self._over:
            return None
        if self._seq == live.match.told(self.reader) and not self._fresh:
            if self._news == live.news:
                return None
            self._news = live.news
            return live.newsflash(self.reader)
        news = self._fresh or self._news != live.news
        update = live.update(self.reader, self._seq, self._fresh, news, self._wants)
        self._seq = update.seq
        if update.glance is not None:
            self._fresh = False
            self._news = live.news
        return update

    def move(self, live: LiveMatch) -> None:
        """Read on from the same match, restored: its facts have the same numbers."""
        self.live.watchers.discard(self)
        self.live = live
        self._news = -1
        live.watchers.add(self)
        self.outlet.wake(self)

    def close(self) -> None:
        """Read no more."""
        self._over = True
        self.live.watchers.discard(self)


class LiveMatch:
    """A match that this process has in memory. At most one step is on its way to the disk at any time."""

    def __init__(self, match: Match, presenter: Presenter) -> None:
        self.match = match
        self.presenter = presenter
        self.queue: deque[tuple[Command | Refusal, Done]] = deque()
        self.step: Step | None = None
        self.done: Done | None = None
        self.command: Command | None = None
        self.making: asyncio.Future[Answer | Refusal] | None = None
        self.reading = False
        self.read_for: Command | None = None
        self.owed_ms = 0
        self.watchers: set[Watcher] = set()
        self.bots_asked: dict[Seat, Asked] = {}
        self.said: dict[Seat, float] = {}
        self.attendance = Attendance()
        self.news = 0
        self._updates: dict[tuple[Seat, int, bool, bool, Wants], Update] = {}

    @property
    def idle(self) -> bool:
        """Nobody watches, nothing is under way: the match may leave memory."""
        return not (self.watchers or self.queue or self.step or self.bots_asked or self.reading)

    @property
    def spectated(self) -> bool:
        """Whether somebody watches who sits nowhere."""
        return any(watcher.reader == SPECTATOR for watcher in self.watchers)

    def tell(self, readers: set[Seat]) -> None:
        """Wake whoever watches with the eyes of `readers`."""
        self._updates.clear()
        for watcher in tuple(self.watchers):
            if watcher.reader in readers:
                watcher.outlet.wake(watcher)

    def note_news(self) -> None:
        """Something that is no fact has changed, and is due to everybody: who is there, or time that was given back."""
        self.news += 1
        self._updates.clear()

    def wake_all(self) -> None:
        """Wake every watcher; those who have what was noted before get nothing again."""
        for watcher in tuple(self.watchers):
            watcher.outlet.wake(watcher)

    def update(self, reader: Seat, since: int, snapshot: bool, news: bool, wants: Wants) -> Update:
        """What a reader that has `since` facts is due; made once for all that stand at the same place.

        Who is there is told to those who don't know yet: a `snapshot`, or `news` since they were told.
        """
        key = (reader, since, snapshot, news, wants)
        update = self._updates.get(key)
        if update is None:
            update = self._make_update(reader, since, snapshot, news, wants)
            if len(self._updates) >= _UPDATES_KEPT:
                self._updates.clear()
            self._updates[key] = update
        return update

    def newsflash(self, reader: Seat) -> Update:
        """What has changed without a fact, for a reader who has all facts."""
        told = self.match.told(reader)
        return Update(reader, told, told, presence=self._presence(), clocks=self.match.glance(reader).clocks)

    def _presence(self) -> tuple[Presence, ...]:
        return self.attendance.shown()

    def _make_update(self, reader: Seat, since: int, snapshot: bool, news: bool, wants: Wants) -> Update:
        told, all_facts = self.match.told(reader), self.match.facts[reader]
        seq = _part_end(all_facts, since, told)
        facts = tuple(all_facts[since:seq])
        glance = self.match.glance(reader) if seq == told else None
        present = self.presenter
        return Update(
            reader=reader,
            since=since,
            seq=seq,
            facts=facts,
            sentences=tuple(present.sentence(fact, wants.sentences) for fact in facts) if wants.sentences else (),
            glance=glance,
            presence=self._presence() if glance and news else (),
            clocks=glance.clocks if glance else (),
            view_wanted=not wants.no_view,
            board=present.board(glance, wants.board) if glance and wants.board else "",
            labels=present.labels(glance, wants.labels) if glance and wants.labels else (),
            svg=present.svg(glance, wants.svg) if glance and wants.svg else "",
            snapshot=snapshot,
            info=self.match.info() if snapshot else None,
        )


def _part_end(facts: list[Fact], since: int, told: int) -> int:
    """How far one update reaches: at least one fact if one of the `told` is due, and not much more than the limit."""
    size = 0
    for number in range(since, told):
        fact = facts[number]
        size += len(fact.json) if isinstance(fact, EntryFact) else 100
        if size > _FACT_BYTES_AT_ONCE:
            return number + 1
    return told
