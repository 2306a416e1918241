"""Rematches: once all have asked, the next match is made, and the old one tells where it is.

The old match's due row stays until that is written, so a process that stops anywhere between leaves nothing undone:
whoever looks next finds the match that was made by its key, or makes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

import structlog

from undercroft.host.codes import new_match_id, rematch_key
from undercroft.host.creation import Plan, checked_bot, checked_options, checked_seats, find_game, seat_of_bot
from undercroft.host.live import LiveMatch
from undercroft.host.making import Maker
from undercroft.host.memory import Memory, ask
from undercroft.host.pipeline import Pipeline
from undercroft.host.remote import RemoteBots
from undercroft.match import Answer, FailRematch, Match, NewMatch, Reason, Refusal, Rematch, SeatPlan, decode_row
from undercroft.match.chance import new_secret, secret_of_rematch
from undercroft.match.rematch import turned
from undercroft.match.rows import Seated
from undercroft.options import encode_options
from undercroft.registry import Registry
from undercroft.store import Store

__all__ = ["Rematches", "plan_rematch"]

_log = structlog.get_logger(__name__)

AGAIN_AFTER_S: Final = 0.5

WHY: Final = {
    Reason.UNKNOWN_GAME: "game_unavailable",
    Reason.UNKNOWN_BOT: "bot_unavailable",
    Reason.BOT_REFUSED: "bot_unavailable",
    Reason.BAD_OPTION: "options_refused",
    Reason.BAD_SEATS: "options_refused",
}
"""What players are told of a match that can't be made."""

FAULT: Final = "server_fault"
"""What they are told of anything else, which is in the log."""


class Rematches:
    """Makes the rematches that are due. A store that can't be read or written is tried again."""

    def __init__(
        self,
        registry: Registry,
        remote: RemoteBots,
        store: Store,
        memory: Memory,
        maker: Maker,
        pipeline: Pipeline,
        allow_seed: bool,
    ) -> None:
        self._registry = registry
        self._remote = remote
        self._store = store
        self._memory = memory
        self._maker = maker
        self._pipeline = pipeline
        self._allow_seed = allow_seed
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopped = False

    def look(self, live: LiveMatch) -> None:
        """Begin, if a rematch of this match is due and nobody here is at it yet."""
        match_id = live.match.match_id
        if not live.match.position.rematch_due or match_id in self._tasks or self._stopped:
            return
        task = asyncio.get_running_loop().create_task(self._run(match_id))
        self._tasks[match_id] = task
        task.add_done_callback(lambda _: self._tasks.pop(match_id, None))

    async def stop(self) -> None:
        """Begin nothing any more; what isn't done has its due row."""
        self._stopped = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _run(self, match_id: str) -> None:
        while True:
            try:
                outcome = await self._settle(match_id)
            except Refusal as refusal:
                outcome = refusal
            if outcome is None or outcome.reason is not Reason.STORAGE_UNAVAILABLE:
                return
            await asyncio.sleep(AGAIN_AFTER_S)

    async def _settle(self, match_id: str) -> Refusal | None:
        live = await self._memory.open(match_id)
        if not live.match.position.rematch_due:
            return None
        command = await self._outcome(live.match)
        return await self._noted(await self._memory.open(match_id), command)  # it may have left memory meanwhile

    async def _outcome(self, match: Match) -> Rematch | FailRematch:
        """The match that is made now or was before; or that there is none.

        Raises:
            Refusal: the store can't be read or written.
        """
        try:
            return Rematch(await self._make(match), turned(match.position.sides))
        except Refusal as refusal:
            if refusal.reason is Reason.STORAGE_UNAVAILABLE:
                raise
            _log.warning("a rematch can't be made", match=match.match_id, why=refusal.message)
            return FailRematch(WHY.get(refusal.reason, FAULT))
        except Exception:
            _log.exception("a rematch can't be made", match=match.match_id)
            return FailRematch(FAULT)

    async def _make(self, match: Match) -> str:
        rows = [decode_row(row) for row in await ask(self._store.read(match.match_id))]
        seated = [row for row in rows if isinstance(row, Seated)]
        plan = partial(plan_rematch, self._registry, self._remote, match, seated, allow_seed=self._allow_seed)
        made = await self._maker.make(rematch_key(match.match_id), match.position.created.game, plan)
        return made.match.match_id if isinstance(made, LiveMatch) else made

    async def _noted(self, live: LiveMatch, command: Rematch | FailRematch) -> Refusal | None:
        noted: asyncio.Future[Answer | Refusal] = asyncio.get_running_loop().create_future()
        self._pipeline.submit(live, command, lambda outcome: None if noted.done() else noted.set_result(outcome))
        outcome = await noted
        return outcome if isinstance(outcome, Refusal) else None


def plan_rematch(
    registry: Registry, remote: RemoteBots, match: Match, seated: Sequence[Seated], *, allow_seed: bool
) -> Plan:
    """The match to make after `match`: of the game as it is installed now, and as it was made.

    `seated` are its rows of that kind: names and bots are those that sat down, whoever played on for them. Where seeds
    aren't allowed, its chance isn't fixed by the old match's.

    Raises:
        Refusal: the game, a bot or the options are no longer to be had here.
    """
    created = match.position.created
    game = find_game(registry, created.game)
    options = checked_options(game, created.options)
    checked_seats(game, options, len(seated))
    goes_to = turned(match.position.sides)
    seats: dict[int, SeatPlan] = {}
    for row in seated:
        seats[goes_to[row.seat]] = (
            SeatPlan("player", row.name, token_hash=row.token_hash)
            if row.kind == "player"
            else seat_of_bot(registry, remote, game, row.name, "bot")
        )
    seeded = created.seeded and allow_seed
    new = NewMatch(
        match_id=new_match_id(),
        options=encode_options(options),
        seats=tuple(seats[seat] for seat in sorted(seats)),
        secret=secret_of_rematch(bytes.fromhex(created.secret)) if seeded else new_secret(),
        record=created.record,
        spectators=created.spectators,
        spectator_delay=created.spectator_delay,
        fallback_bot=checked_bot(registry, game, created.fallback_bot, "fallback_bot"),
        pace_ms=created.pace_ms,
        seeded=seeded,
        time_control=created.time_control,
        on_timeout=created.on_timeout,
        abandon_s=created.abandon_s,
        rematch_of=created.match_id,
    )
    return game, options, new
