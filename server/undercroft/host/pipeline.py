"""The line from a command to the disk and back, for all matches of a process.

One step a match is under way at a time; the steps of one tick of the event loop go to the store together. Everything
here is plain callbacks on the event loop: no task, lock or event for a match.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final, get_args

import msgspec
import structlog

from undercroft.game import Seat, UndercroftError
from undercroft.host.guard import Guard, RulesHung
from undercroft.host.live import Done, LiveMatch
from undercroft.host.meter import Meter
from undercroft.host.timekeeper import due_row
from undercroft.match import Answer, Command, Reason, Refusal, Row, Step, Suspend, decode_row
from undercroft.match.info import info_of
from undercroft.match.rated import encode_result, rated_result
from undercroft.match.rows import Acted, BotFault, Ended, Spared, Talk
from undercroft.registry.errors import told
from undercroft.store import Append, AppendResult, Header, JoinCode, Rated, Store, StoreUnavailable

__all__ = ["Pipeline", "now_ms"]

_log = structlog.get_logger(__name__)
_encode = msgspec.json.Encoder().encode

COMMANDS_AT_ONCE = 32
"""After so many commands of one match others have their turn; refusals could keep the event loop for long."""
STORAGE_REFUSAL = "the server can't write to its store now; nothing was done, try again"


def now_ms() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


class Pipeline:
    """Decides commands, writes what was decided, and lets it out once it is on disk.

    `ahead_of(live, command)` gives what has to be decided first, and who waits for that, or None.
    `advanced(live, rows)` is called for every step that is on disk, after the answer went out and watchers were woken.
    `refused()` is called whenever the store took nothing.
    `lost(live)` is called when a match in memory can't be trusted any more and must be read anew.
    """

    def __init__(
        self,
        store: Store,
        guard: Guard,
        ahead_of: Callable[[LiveMatch, Command], tuple[Command, Done] | None],
        advanced: Callable[[LiveMatch, Sequence[Row]], None],
        lost: Callable[[LiveMatch], None],
        refused: Callable[[], None],
        meter: Meter,
    ) -> None:
        self._store = store
        self._guard = guard
        self._ahead_of = ahead_of
        self._advanced = advanced
        self._lost = lost
        self._refused = refused
        self._meter = meter
        self._batch: list[tuple[LiveMatch, Append]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._under_way = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    def submit(self, live: LiveMatch, command: Command | Refusal, done: Done) -> None:
        """Put a command in its match's line; `done` is called once with what came of it.

        A command that was refused already waits in the line too: answers come in the order of the commands.
        """
        live.queue.append((command, self._meter.command(command, done)))
        self._pump(live)

    def write_first(self, live: LiveMatch, step: Step, codes: tuple[JoinCode, ...], request: bytes, done: Done) -> None:
        """Write the first step of a new match; a refusal with `COMMAND_ID_REUSED` means that it exists already."""
        live.done = self._meter.command(None, done)
        self._write(live, step, codes, request)

    async def settle(self) -> None:
        """Wait until every step under way is answered."""
        await self._quiet.wait()

    # ---- deciding

    def _pump(self, live: LiveMatch) -> None:
        turns = 0
        while live.queue and live.step is None and not live.reading:
            if turns == COMMANDS_AT_ONCE:
                self._pump_soon(live)
                return
            turns += 1
            command, done = live.queue.popleft()
            if isinstance(command, Refusal):
                done(command)
                continue
            first = self._ahead_of(live, command)
            if first is not None:
                live.queue.appendleft((command, done))
                command, done = first
            try:
                live.match.spectated = live.spectated  # a spectator's picture is a tenth of a step's cost
                with self._guard:
                    outcome = live.match.handle(command, now_ms())
            except Refusal as refusal:
                if refusal.reason is Reason.SEQ_AHEAD and live.read_for is not command:
                    live.queue.appendleft((command, done))
                    self._read_on(live, command)
                else:
                    done(refusal)
            except (UndercroftError, RulesHung) as error:
                self._suspend(live, command, error)
                done(suspended())
            else:
                if isinstance(outcome, Answer):
                    done(outcome)
                else:
                    live.command, live.done = command, done
                    self._write(live, outcome)

    def _pump_soon(self, live: LiveMatch) -> None:
        """Go on once others had their turn."""

        def pump() -> None:
            self._pump(live)
            self._one_less_under_way()

        self._under_way += 1
        self._quiet.clear()
        asyncio.get_running_loop().call_soon(pump)

    def _one_less_under_way(self) -> None:
        self._under_way -= 1
        if not self._under_way:
            self._quiet.set()

    def _suspend(self, live: LiveMatch, command: Command, error: BaseException) -> None:
        self._meter.suspended("game_failed")
        seat = getattr(command, "seat", None)
        _log.error("match suspended", match=live.match.match_id, seat=seat, exc_info=error)
        detail = told(error) if error.__cause__ is None else f"{told(error)}: {told(error.__cause__)}"
        detail = detail.encode(errors="backslashreplace").decode()
        live.queue.appendleft((Suspend("game_failed", detail), _ignore))

    # ---- writing

    def _write(
        self, live: LiveMatch, step: Step, codes: tuple[JoinCode, ...] = (), request: bytes | None = None
    ) -> None:
        live.step = step
        position = step.position
        match_id = live.match.match_id
        append = Append(
            match_id=match_id,
            expected=position.version - len(step.rows),
            rows=tuple(step.data),
            due=due_row(match_id, position, step.rows[-1].at),
            header=_header(step),
            codes=codes,
            request_hash=request,
            rated=_rated(step),
        )
        if not self._batch:
            asyncio.get_running_loop().call_soon(self._flush)
        self._batch.append((live, append))
        self._under_way += 1
        self._quiet.clear()

    def _flush(self) -> None:
        batch, self._batch = self._batch, []
        lives = [live for live, _ in batch]
        self._store.append([append for _, append in batch], partial(self._written, lives, time.perf_counter()))

    def _written(self, lives: Sequence[LiveMatch], began: float, results: Sequence[AppendResult]) -> None:
        self._meter.committed(len(lives), time.perf_counter() - began)
        for live, result in zip(lives, results, strict=True):
            try:
                self._came_back(live, result)
            except Exception:  # one match's trouble must not keep the answers of the others
                _log.exception("a match is dropped from memory", match=live.match.match_id)
                self._give_up(live)
            self._one_less_under_way()

    def _came_back(self, live: LiveMatch, result: AppendResult) -> None:
        match result:
            case AppendResult.WRITTEN:
                self._let_out(live)
            case AppendResult.CONFLICT:
                self._conflict(live)
            case AppendResult.UNAVAILABLE:
                self._refused()
                self._fail(live, Refusal(Reason.STORAGE_UNAVAILABLE, STORAGE_REFUSAL))

    def _let_out(self, live: LiveMatch) -> None:
        step, done = live.step, live.done
        if step is None or done is None:
            return
        live.match.advance(step)
        live.step = live.done = live.command = None
        done(step.answer or Answer(-1, "", 0))
        _tell(live, step.readers, step.rows)
        self._advanced(live, step.rows)
        self._pump(live)

    def _fail(self, live: LiveMatch, refusal: Refusal) -> None:
        done = live.done
        live.step = live.done = live.command = None
        live.reading = False
        if done is not None:
            done(refusal)
        self._pump(live)

    def _give_up(self, live: LiveMatch) -> None:
        """The match in memory can't be trusted any more: nobody is left without an answer, and it is read anew."""
        waiting = [done for _, done in live.queue]
        if live.done is not None:
            waiting.insert(0, live.done)
        live.queue.clear()
        live.step = live.done = live.command = None
        self._lost(live)
        for done in waiting:
            done(suspended())

    # ---- another writer was first

    def _conflict(self, live: LiveMatch) -> None:
        if live.command is None:
            self._fail(live, Refusal(Reason.COMMAND_ID_REUSED, "this match exists already"))
            return
        self._later(self._decide_again(live))

    def _read_on(self, live: LiveMatch, command: Command) -> None:
        """Somebody knows more of the match than we do: read what another writer wrote before refusing."""
        live.read_for = command
        live.reading = True
        self._later(self._go_on(live))

    async def _go_on(self, live: LiveMatch) -> None:
        rows = await self._tail(live)
        live.reading = False
        if rows:
            self._advanced(live, rows)
        self._pump(live)

    async def _decide_again(self, live: LiveMatch) -> None:
        """Take in what the other writer wrote, and decide the command again."""
        rows = await self._tail(live)
        if rows is None:
            return
        if not rows:
            _log.error("the store holds fewer rows of a match than it had taken", match=live.match.match_id)
            self._give_up(live)
            return
        if live.command is not None and live.done is not None:
            live.queue.appendleft((live.command, live.done))
        live.step = live.done = live.command = None
        self._advanced(live, rows)
        self._pump(live)

    async def _tail(self, live: LiveMatch) -> list[Row] | None:
        """Rows that somebody else wrote, taken in and told; None if that failed and everybody was answered."""
        try:
            data = await self._store.read(live.match.match_id, live.match.position.version)
            rows = [decode_row(row) for row in data]
            with self._guard:
                readers = live.match.catch_up(rows)
                for reader in readers:
                    live.match.glance(reader)
        except StoreUnavailable:
            self._fail(live, Refusal(Reason.STORAGE_UNAVAILABLE, STORAGE_REFUSAL))
            return None
        except (Exception, RulesHung):
            _log.exception("the tail of a match can't be read", match=live.match.match_id)
            self._give_up(live)
            return None
        _tell(live, readers, rows)
        return rows

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _tell(live: LiveMatch, readers: set[Seat], rows: Sequence[Row]) -> None:
    """Wake those who were told something; time that was given back is news to everybody."""
    live.tell(readers)
    if any(isinstance(row, Spared) for row in rows):
        live.note_news()
        live.wake_all()


_NOT_LISTED: Final = get_args(Acted | BotFault | Talk)
"""Rows that change nothing that lists show."""


def _header(step: Step) -> Header | None:
    """The match's header, if the step changes what lists show."""
    if all(isinstance(row, _NOT_LISTED) for row in step.rows):
        return None
    info = info_of(step.position)
    return Header(info.match_id, info.game, info.status, info.created_at, _encode(info))


def _rated(step: Step) -> Rated | None:
    """What a step that ends a rated match says about its bots: written with the end, so as often as that, once."""
    if not step.position.created.rated or not any(isinstance(row, Ended) for row in step.rows):
        return None
    result = rated_result(step.position)
    return None if result is None else Rated(step.position.created.game, encode_result(result))


def suspended() -> Refusal:
    """What everybody is told of a match whose game failed."""
    return Refusal(Reason.MATCH_SUSPENDED, "the match is suspended; the operator has to look after it")


def _ignore(_: Answer | Refusal) -> None:
    return None
