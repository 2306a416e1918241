"""Matches are made here: a request makes one, however often it comes and to whichever server on the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import structlog

from undercroft.host.codes import code_hash
from undercroft.host.creation import Plan
from undercroft.host.guard import Guard, RulesHung
from undercroft.host.live import LiveMatch
from undercroft.host.memory import Memory, ask
from undercroft.host.pipeline import Pipeline, now_ms
from undercroft.host.presenting import Presenter
from undercroft.match import Answer, Match, Reason, Refusal, Step
from undercroft.store import JoinCode, Store

__all__ = ["Maker"]

_log = structlog.get_logger(__name__)


class Maker:
    """Makes matches and takes them into memory."""

    def __init__(self, store: Store, guard: Guard, memory: Memory, pipeline: Pipeline) -> None:
        self._store = store
        self._guard = guard
        self._memory = memory
        self._pipeline = pipeline

    async def make(self, key: bytes, game_id: str, plan: Callable[[], Plan]) -> LiveMatch | str:
        """The match that `plan` gives, once it is on disk; or the id of the one that was made of the same request.

        `key` is what the store finds the request by.

        Raises:
            Refusal: the plan's own; or the game can't be started; or the store can't be read or written. Nothing was
                made.
        """
        known = await ask(self._store.match_of_request(key))
        if known is not None:
            return known
        live, step = self._start(game_id, plan)
        answer: asyncio.Future[Answer | Refusal] = asyncio.get_running_loop().create_future()
        live.making = answer
        self._memory.keep(live)
        self._pipeline.write_first(live, step, _codes_of(live.match), key, partial(self._made, live, answer))
        outcome = await asyncio.shield(answer)
        if isinstance(outcome, Refusal):
            known = await ask(self._store.match_of_request(key))
            if known is None:
                raise outcome
            return known
        return live

    def _start(self, game_id: str, plan: Callable[[], Plan]) -> tuple[LiveMatch, Step]:
        try:
            with self._guard:
                game, options, new = plan()
                match, step = Match.create(game, options, new, now_ms())
        except Refusal:
            raise
        except (Exception, RulesHung) as error:
            _log.exception("a game can't be started", game=game_id)
            raise Refusal(Reason.UNKNOWN_GAME, f"{game_id} can't be played here for now", nearest=()) from error
        return LiveMatch(match, Presenter(game, self._guard, match.match_id)), step

    def _made(self, live: LiveMatch, answer: asyncio.Future[Answer | Refusal], outcome: Answer | Refusal) -> None:
        if isinstance(outcome, Refusal):
            self._memory.forget(live)
        live.making = None
        self._memory.shrink_soon()
        if not answer.done():
            answer.set_result(outcome)


def _codes_of(match: Match) -> tuple[JoinCode, ...]:
    fills = match.position.created.fills
    return tuple(JoinCode(code_hash(fill.code), seat) for seat, fill in enumerate(fills) if fill.kind == "open")
