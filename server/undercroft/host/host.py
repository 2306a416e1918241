"""Everything a server does with matches, in plain values: the seam that gRPC stands in front of."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import msgspec
import structlog

from undercroft.game import SPECTATOR, Seat, UndercroftError
from undercroft.hookspecs import MatchSummary
from undercroft.host.absence import AbsenceDesk
from undercroft.host.announcing import Announcer
from undercroft.host.bots import BotDesk
from undercroft.host.chat import refuse_chatter
from undercroft.host.claim import UNCLAIMED, Claim, Superseded
from undercroft.host.codes import request_key, token_hash
from undercroft.host.creation import CreateRequest, checked_entropy_hash, checked_name, find_game, plan_match
from undercroft.host.guard import Guard, RulesHung
from undercroft.host.heart import Heart
from undercroft.host.ladder import LadderEntry, Ladders
from undercroft.host.live import Done, LiveMatch, Outlet, Watcher
from undercroft.host.making import Maker
from undercroft.host.memory import Memory, ask, checked_id, unknown_match
from undercroft.host.meter import Census, Meter
from undercroft.host.pipeline import Pipeline, now_ms
from undercroft.host.pool import BotPool
from undercroft.host.presenting import Wants
from undercroft.host.rematches import Rematches
from undercroft.host.remote import RemoteBots, RemoteSettings, dials_in
from undercroft.host.sparing import SpareDesk
from undercroft.host.timekeeper import REMATCH, UNFILLED, Timekeeper
from undercroft.host.versions import as_here, played
from undercroft.match import (
    MAX_COMMAND_ID,
    Act,
    Answer,
    Command,
    Expire,
    Flag,
    Join,
    Match,
    MatchInfo,
    Parley,
    Reason,
    Refusal,
    Row,
    decode_row,
)
from undercroft.match.rows import Acted, Ended
from undercroft.registry import Registry
from undercroft.store import MatchQuery, Store

__all__ = ["Host", "HostConfig"]

_log = structlog.get_logger(__name__)

T = TypeVar("T")
_info_decoder = msgspec.json.Decoder(MatchInfo)


class HostConfig(msgspec.Struct, frozen=True, kw_only=True):
    """How a host behaves.

    `allow_seed`: creation may fix chance (embedded play, arenas). `wake_all`: what is due in the store is this host's
    to do, so decisions that bots owed when the last process stopped are asked for. `bot_seconds` bounds a hosted bot's
    decision, `rules_seconds` one call into a game's code. `idle_matches` stay in memory when nobody watches them.
    A match whose seats weren't taken after `unfilled_s` seconds is called off. `remote` bounds the decisions of bots
    that dial in.
    """

    allow_seed: bool = False
    wake_all: bool = True
    bot_seconds: float = 10.0
    rules_seconds: float = 2.0
    idle_matches: int = 1000
    unfilled_s: int = 7 * 24 * 3600
    remote: RemoteSettings = RemoteSettings()


class Host:
    """The matches of one process. Every method raises `Refusal` with what the caller may know."""

    def __init__(
        self, registry: Registry, store: Store, pool: BotPool, config: HostConfig, meter: Meter | None = None
    ) -> None:
        meter = meter or Meter()
        self.registry = registry
        self._store = store
        self._pool = pool
        self._config = config
        self._guard = Guard(config.rules_seconds)
        self.memory = Memory(
            registry, store, self._guard, config.idle_matches, self._restored, self._arrived, self._leaving, meter
        )
        self._heart = Heart(store, now_ms, self._woke, partial(played, registry))
        self._pipeline = Pipeline(
            store, self._guard, self._ahead_of, self._advanced, self.memory.lose, self._heart.note_refusal, meter
        )
        self._maker = Maker(store, self._guard, self.memory, self._pipeline)
        self.remote = RemoteBots(store, config.remote, meter, now_ms)
        self._rematches = Rematches(
            registry, self.remote, store, self.memory, self._maker, self._pipeline, config.allow_seed
        )
        self._desk = BotDesk(pool, self.remote, self._pipeline.submit, config.bot_seconds, meter)
        self._absences = AbsenceDesk(self._pipeline.submit, lambda: self._heart.missing(now_ms()))
        self._spares = SpareDesk(store, self._heart, self._pipeline.submit, now_ms)
        self._timekeeper = Timekeeper(store, self.memory.open, self._due, now_ms)
        self._ladders = Ladders(store)
        self._announcer = Announcer(lambda summary: self.registry.match_ended(summary))
        self._stopping = False

    async def start(self) -> None:
        """Begin; with `wake_all`, go on with what was due when the last process stopped."""
        self._guard.install()
        if self._config.wake_all:
            await self._heart.start()
            self._timekeeper.start()

    async def stop(self) -> None:
        """Refuse what is new, finish what is under way. The store and the pool are the caller's to close."""
        self._stopping = True
        self.remote.close()
        await self._timekeeper.stop()
        await self._heart.stop()
        await self._rematches.stop()
        self._desk.close()  # first: matches among bots would always have something under way
        for live in self.memory.lives.values():
            self._desk.dismiss(live)
        await self._pipeline.settle()
        self._guard.remove()

    def asked_of_game(self, game_id: str, question: Callable[[], T]) -> T:
        """What a game's code gives outside of matches: its rules, the bots that suit it.

        Raises:
            Refusal: it gives nothing; the log has the reason.
        """
        try:
            with self._guard:
                return question()
        except (Exception, RulesHung) as error:
            _log.exception("a game can't be asked", game=game_id)
            raise Refusal(Reason.UNKNOWN_GAME, f"{game_id} can't be played here for now", nearest=()) from error

    def census(self) -> Census:
        """What is in memory now."""
        lives = self.memory.lives.values()
        return Census(
            live_matches=dict(Counter(live.match.position.status for live in lives)),
            watchers=sum(len(live.watchers) for live in lives),
            bots_asked=sum(len(live.bots_asked) for live in lives),
            remote_bots=len(self.remote.listed()),
        )

    # ---- making and joining

    async def create(self, request: CreateRequest) -> tuple[MatchInfo, list[tuple[Seat, str]]]:
        """Make a match: what everybody may know of it, and (seat, join code) of the open seats."""
        self._refuse_if_stopping()
        plan = partial(
            plan_match,
            self.registry,
            self.remote,
            request,
            allow_seed=self._config.allow_seed,
            unfilled_s=self._config.unfilled_s,
        )
        made = await self._maker.make(request_key(request.request_id), request.game, plan)
        live = made if isinstance(made, LiveMatch) else await self.memory.open(made)
        if live.match.position.created.request_hash != request.content_hash():
            raise Refusal(Reason.COMMAND_ID_REUSED, "this request id has made another match already")
        return live.match.info(), _open_codes(live.match)

    async def join(self, code: str, token: bytes, name: str, entropy_hash: bytes = b"") -> tuple[MatchInfo, Seat]:
        """Take the seat that a join code opens; the same code and token again give the same answer."""
        self._refuse_if_stopping()
        join = (checked_name(name), token_hash(token), checked_entropy_hash(entropy_hash))
        live, seat = await self.memory.of_code(code)
        await self._carry_out(live, Join(seat, *join))
        return live.match.info(), seat

    async def challenge(self, code: str, bot: str) -> tuple[MatchInfo, Seat]:
        """Seat a bot that has dialled in where a join code opens a seat; the same again gives the same answer."""
        self._refuse_if_stopping()
        if not dials_in(bot):
            raise Refusal(Reason.UNKNOWN_BOT, "only bots that have dialled in are challenged: @NAME", nearest=())
        live, seat = await self.memory.of_code(code)
        plan = self.remote.seat_for(bot, live.match.position.created.game)
        await self._carry_out(live, Join(seat, plan.name, owner=plan.owner, version=plan.version))
        return live.match.info(), seat

    # ---- looking

    async def info(self, match_id: str) -> MatchInfo:
        """What everybody may know of a match."""
        header = await ask(self._store.header(checked_id(match_id)))
        if header is None:
            raise unknown_match()
        return as_here(self.registry, _info_decoder.decode(header.public))

    async def matches(self, query: MatchQuery) -> tuple[list[MatchInfo], str]:
        """A page of matches, newest first, and where the next page starts (empty: nowhere).

        Which matches are suspended because their game isn't here is seen here alone, and not by the store. So a page
        that is restricted to some statuses may have fewer matches than it could.
        """
        wanted = query.statuses
        if "suspended" in wanted:
            query = msgspec.structs.replace(query, statuses=tuple(dict.fromkeys((*wanted, "open", "running"))))
        try:
            page = await ask(self._store.matches(query))
        except ValueError as error:
            raise Refusal(Reason.BAD_REQUEST, "this is no page token of ours", field="page_token") from error
        infos = [as_here(self.registry, _info_decoder.decode(header.public)) for header in page.headers]
        return [info for info in infos if not wanted or info.status in wanted], page.next

    async def ladder(self, game: str) -> Sequence[LadderEntry]:
        """The bots that have played rated matches of a game, the highest rating first."""
        return await self._ladders.of(find_game(self.registry, game).spec.id)

    async def record(self, match_id: str, token: bytes) -> bytes:
        """The record of a finished match, JSON, as far as its policy opens it to whoever has this token (or none)."""
        live = await self.memory.open(match_id)
        seat = self._seat(live, token) if token else None
        rows = await ask(self._store.read(match_id))
        return live.match.record([decode_row(row) for row in rows], seat)

    # ---- playing

    async def watch(
        self, match_id: str, token: bytes, since: int, wants: Wants, outlet: Outlet, claim: Claim = UNCLAIMED
    ) -> Watcher:
        """Follow a match with a seat's eyes, or without a token with a spectator's; a seat's other watcher ends.

        A snapshot is due at once, without a `wake`.

        Raises:
            Superseded: the same client follows the seat on a newer connection.
            Refusal: it can't be followed.
        """
        self._refuse_if_stopping()
        live = await self.memory.open(match_id)
        reader = self._seat(live, token) if token else self._spectator(live)
        try:
            with self._guard:
                live.match.glance(reader)
        except (UndercroftError, RulesHung) as error:
            _log.exception("a view failed", match=match_id, seat=reader)
            raise Refusal(Reason.MATCH_SUSPENDED, "the match can't be shown for now") from error
        watcher = Watcher(live, reader, since, wants, outlet, claim)
        if reader != SPECTATOR:
            others = [other for other in live.watchers if other.reader == reader]
            if any(claim.yields_to(other.claim) for other in others):
                raise Superseded("this client follows the seat on a newer connection")
            for other in others:
                other.close()
                other.outlet.ended(other, None)
        live.watchers.add(watcher)
        if reader != SPECTATOR:
            self._absences.look(live)
        return watcher

    def unwatch(self, watcher: Watcher) -> None:
        """End a watcher."""
        watcher.close()
        if watcher.reader != SPECTATOR:
            self._absences.look(watcher.live)
        self.memory.shrink_soon(watcher.live)

    async def act(self, match_id: str, token: bytes, command_id: str, seq: int, action: str | int) -> Answer:
        """Play an action; returns when it is on disk."""
        live = await self.memory.open(match_id)
        seat = self._seat(live, token)
        text, code = (action, None) if isinstance(action, str) else (None, action)
        command = Act(seat, command_id, seq, text, code)
        refusal = _unfit(command)
        if refusal is not None:
            raise refusal
        return await self._carry_out(live, command)

    def submit(self, watcher: Watcher, command: Act | Parley | Refusal, done: Done) -> None:
        """Put a watcher's command (or why it is refused) in its match's line; `done` gets what came of it, once."""
        if self._stopping:
            done(_stopping())
            return
        refusal = None if isinstance(command, Refusal) else _unfit(command) or refuse_chatter(watcher.live, command)
        self._pipeline.submit(watcher.live, refusal or command, done)

    async def _carry_out(self, live: LiveMatch, command: Act | Join) -> Answer:
        """Not cancelled with the caller: what was sent to the disk is answered, even if nobody waits."""
        self._refuse_if_stopping()
        answer: asyncio.Future[Answer | Refusal] = asyncio.get_running_loop().create_future()
        self._pipeline.submit(live, command, partial(_resolve, answer))
        outcome = await asyncio.shield(answer)
        if isinstance(outcome, Refusal):
            raise outcome
        return outcome

    # ---- what happens to matches

    def _arrived(self, live: LiveMatch) -> None:
        self._desk.look(live)
        self._absences.look(live)
        self._rematches.look(live)

    def _due(self, live: LiveMatch, kind: str) -> None:
        if kind == UNFILLED:
            self._pipeline.submit(live, Expire(), _resolve_nothing)
            return
        if kind == REMATCH:
            self._rematches.look(live)
            return
        clocks, now = live.match.position.clocks, now_ms()
        # After a sleep of this process the heart first gives back what passed meanwhile; then flags may fall.
        if clocks is not None and not self._heart.missing(now):
            for seat in clocks.overdue(now):
                self._pipeline.submit(live, Flag(seat), _resolve_nothing)
        self._desk.look(live)

    async def _restored(self, live: LiveMatch) -> None:
        """Before anybody's time is looked at: what passed while no server was alive is nobody's."""
        await self._spares.restored(live)

    def _ahead_of(self, live: LiveMatch, command: Command) -> tuple[Command, Done] | None:
        return self._spares.ahead_of(live, command)

    def _woke(self, ms: int, until: int) -> None:
        """This process was stopped, or its store took nothing, for a while: the same for every match in memory."""
        for live in self.memory.lives.values():
            self._absences.begin_anew(live)
            self._spares.woke(live, ms, until)

    def _leaving(self, live: LiveMatch) -> None:
        self._desk.dismiss(live)
        self._absences.dismiss(live)

    def _advanced(self, live: LiveMatch, rows: Sequence[Row]) -> None:
        if live.match.position.status in {"finished", "aborted"}:
            self._desk.dismiss(live)
            self._rematches.look(live)
            self.memory.shrink_soon(live)
            if any(isinstance(row, Ended) for row in rows):
                self._announce_end(live)
        else:
            self._desk.look(live)
        if not all(isinstance(row, Acted) for row in rows):
            self._absences.look(live)

    def _announce_end(self, live: LiveMatch) -> None:
        position = live.match.position
        outcome = position.outcome
        if outcome is None:
            return
        summary = MatchSummary(
            match_id=live.match.match_id,
            game=position.created.game,
            game_version=position.created.game_version,
            players=tuple(occupant.name for occupant in position.occupants),
            returns=outcome.returns,
            winners=outcome.winners,
            reason=outcome.reason,
        )
        self._announcer.announce(summary)

    # ---- who asks

    def _seat(self, live: LiveMatch, token: bytes) -> Seat:
        seat = live.match.seat_of(token_hash(token))
        if seat is None:
            raise Refusal(Reason.UNKNOWN_SEAT, "this token belongs to no seat of the match")
        return seat

    def _spectator(self, live: LiveMatch) -> Seat:
        position = live.match.position
        policy = position.created.spectators
        if policy == "off" or (policy == "after_end" and position.status not in {"finished", "aborted"}):
            raise Refusal(Reason.FORBIDDEN, "this match is not for spectators" + (" yet" if policy != "off" else ""))
        return SPECTATOR

    def _refuse_if_stopping(self) -> None:
        if self._stopping:
            raise _stopping()


def _unfit(command: Act | Parley) -> Refusal | None:
    """Why a command can't be one of a seat."""
    if command.seat == SPECTATOR:
        return Refusal(Reason.FORBIDDEN, "spectators watch")
    if not 1 <= len(command.command_id) <= MAX_COMMAND_ID:
        why = f"a command id has 1 to {MAX_COMMAND_ID} characters"
        return Refusal(Reason.BAD_REQUEST, why, field="command_id")
    return None


def _stopping() -> Refusal:
    return Refusal(Reason.SHUTTING_DOWN, "the server is shutting down; connect again")


def _open_codes(match: Match) -> list[tuple[Seat, str]]:
    fills = match.position.created.fills
    return [(seat, fill.code) for seat, fill in enumerate(fills) if fill.kind == "open"]


def _resolve_nothing(_: Answer | Refusal) -> None:
    """Nobody waits for what came of it."""


def _resolve(future: asyncio.Future[Answer | Refusal], outcome: Answer | Refusal) -> None:
    if not future.done():
        future.set_result(outcome)
