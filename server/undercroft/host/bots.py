"""Bots: whose decision is due is read off the match, asked of the pool or of who has dialled in, and comes back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from random import Random

import structlog

from undercroft.game import Seat
from undercroft.host.asked import Asked
from undercroft.host.live import Done, LiveMatch
from undercroft.host.meter import Meter
from undercroft.host.pool import BotAsk, BotFailure, BotPool
from undercroft.host.remote import RemoteAsk, RemoteBots, SeatClosed, dials_in
from undercroft.match import Act, Answer, BotTurn, Command, Reason, Refusal, ReplaceBot
from undercroft.match.chance import derive_seed

__all__ = ["LAST_RESORT", "BotDesk"]

LAST_RESORT = "last-resort"
"""Asked when the fallback bot has failed too: a legal action at random, drawn here."""

_AGAIN_AFTER_S = 1.0

_log = structlog.get_logger(__name__)


class BotDesk:
    """Asks bots, and turns what they say into commands.

    `submit` puts a command into a match's line. `seconds` bounds every decision of a hosted bot.
    """

    def __init__(
        self,
        pool: BotPool,
        remote: RemoteBots,
        submit: Callable[[LiveMatch, Command, Done], None],
        seconds: float,
        meter: Meter,
    ) -> None:
        self._pool = pool
        self._remote = remote
        self._submit = submit
        self._seconds = seconds
        self._meter = meter
        self._closed = False

    def close(self) -> None:
        """Ask nobody any more."""
        self._closed = True

    def look(self, live: LiveMatch) -> None:
        """Ask for every decision that bots owe now and haven't been asked for; call off what isn't owed any more."""
        if self._closed:
            return
        turns = {turn.seat: turn for turn in live.match.position.bot_turns()}
        for seat, asked in tuple(live.bots_asked.items()):
            if turns.get(seat) != asked.turn:
                self._call_off(live, seat, asked)
        for seat, turn in turns.items():
            if seat not in live.bots_asked:
                self._ask(live, turn)

    def dismiss(self, live: LiveMatch) -> None:
        """The match is over, or leaves memory: its bots may forget it."""
        for seat, asked in tuple(live.bots_asked.items()):
            self._call_off(live, seat, asked)
        match_id, position = live.match.match_id, live.match.position
        over = position.status in {"finished", "aborted"}
        for seat, occupant in enumerate(position.occupants):
            if occupant.kind == "bot":
                self._pool.forget(match_id, seat)
            if occupant.owner and over:
                self._remote.over(occupant.name, occupant.owner, SeatClosed(match_id, seat, position.outcome))
            elif occupant.owner:
                self._remote.start_over(occupant.name, occupant.owner, match_id, seat)

    def _call_off(self, live: LiveMatch, seat: Seat, asked: Asked) -> None:
        del live.bots_asked[seat]
        if asked.handle is not None:
            asked.handle.cancel()

    def _ask(self, live: LiveMatch, turn: BotTurn) -> None:
        asked = Asked(turn, time.monotonic())
        live.bots_asked[turn.seat] = asked
        created = live.match.position.created
        glance = live.match.glance(turn.seat)
        seed = derive_seed(bytes.fromhex(created.secret), "bot", turn.seat, turn.seq)
        if turn.bot == LAST_RESORT:
            self._answered(live, asked, Random(seed).choice(glance.legal))  # noqa: S311 - replayable
            return
        if dials_in(turn.bot):
            asked.handle = self._remote.ask(self._remote_ask(live, turn), partial(self._answered, live, asked))
            return
        ask = BotAsk(
            match_id=created.match_id,
            seat=turn.seat,
            game=created.game,
            options=created.options,
            seats=live.match.position.seats,
            bot=turn.bot,
            view=glance.view_json,
            entries=live.match.entries(turn.seat),
            legal=glance.legal,
            seconds=self._seconds,
            rng_seed=seed,
            game_version=live.match.position.game.spec.version,
        )
        asked.handle = self._pool.ask(ask, partial(self._answered, live, asked))

    def _remote_ask(self, live: LiveMatch, turn: BotTurn) -> RemoteAsk:
        """What a person in that seat would be sent; with clocks for each move, no more time than that."""
        match = live.match
        created, glance = match.position.created, match.glance(turn.seat)
        control, seconds = created.time_control, self._remote.settings.turn_seconds
        if control is not None and control.kind == "per_move":
            seconds = min(seconds, control.ms / 1_000)
        return RemoteAsk(
            turn_id=f"{match.match_id}/{turn.seat}/{turn.seq}",
            match_id=match.match_id,
            seat=turn.seat,
            game=created.game,
            game_version=created.game_version,
            options=created.options,
            seats=match.position.seats,
            name=turn.bot,
            owner=match.position.occupants[turn.seat].owner,
            view=glance.view_json,
            entries=match.entries(turn.seat),
            legal=glance.legal,
            texts=glance.texts,
            seconds=seconds,
        )

    def _answered(self, live: LiveMatch, asked: Asked, said: int | BotFailure) -> None:
        if live.bots_asked.get(asked.turn.seat) is not asked:
            return
        turn = asked.turn
        took = time.monotonic() - asked.since
        count = self._meter.remote_bot_answered if dials_in(turn.bot) else self._meter.bot_answered
        count(said.kind if isinstance(said, BotFailure) else "acted", took)
        if isinstance(said, BotFailure):
            _log.warning(
                "bot failed", match=live.match.match_id, seat=turn.seat, bot=turn.bot, why=said.kind, detail=said.detail
            )
            fallback = live.match.position.created.fallback_bot
            next_bot = fallback if turn.bot != fallback else LAST_RESORT
            self._send(live, asked, ReplaceBot(turn.seat, turn.seq, turn.bot, said.kind, next_bot))
            return
        command = Act(turn.seat, f"bot-{turn.seq}", turn.seq, code=said, by_bot=True)
        wait = live.match.position.created.pace_ms / 1000 - took
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, self._send, live, asked, command)
        else:
            self._send(live, asked, command)

    def _send(self, live: LiveMatch, asked: Asked, command: Command) -> None:
        if live.bots_asked.get(asked.turn.seat) is asked:
            self._submit(live, command, partial(self._done, live, asked, command))

    def _done(self, live: LiveMatch, asked: Asked, command: Command, outcome: Answer | Refusal) -> None:
        """The next `look` asks again if the decision is still owed."""
        seat = asked.turn.seat
        if live.bots_asked.get(seat) is not asked:
            return
        if isinstance(outcome, Refusal) and outcome.reason is Reason.STORAGE_UNAVAILABLE:
            loop = asyncio.get_running_loop()
            if dials_in(asked.turn.bot):  # it has decided, and isn't asked twice: perhaps it would say something else
                loop.call_later(_AGAIN_AFTER_S, self._send, live, asked, command)
            else:
                loop.call_later(_AGAIN_AFTER_S, self._ask_again, live, asked)
            return
        del live.bots_asked[seat]

    def _ask_again(self, live: LiveMatch, asked: Asked) -> None:
        if live.bots_asked.get(asked.turn.seat) is asked:
            del live.bots_asked[asked.turn.seat]
            self.look(live)
