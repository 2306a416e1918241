"""The bots that live in one worker, each in its seat; and what comes of asking them."""

from __future__ import annotations

import time
import traceback
from typing import Final

from undercroft.bot import BotRefused, Limit
from undercroft.game import UndercroftError
from undercroft.options import decode_options
from undercroft.registry import Registry
from undercroft.seat_runner import BotSeat, IllegalAnswer
from undercroft.worker.channel import Cancelled, Channel
from undercroft.worker.messages import (
    Acted,
    BotAsk,
    BotFailure,
    Decide,
    Failed,
    FailureKind,
    FromWorker,
    InstanceKey,
    Missing,
    Opinions,
    instance_key,
)

__all__ = ["Seats"]

DETAIL: Final = 4000
"""The longest detail of a failure, in characters."""


class Seats:
    """The instances of bots that live in this worker."""

    def __init__(self, registry: Registry, channel: Channel, *, own_code: bool) -> None:
        self._registry = registry
        self._channel = channel
        self._own_code = own_code
        self._instances: dict[InstanceKey, BotSeat] = {}

    def forget(self, key: InstanceKey) -> None:
        """Drop an instance, if it is there."""
        self._instances.pop(key, None)

    def decide(self, order: Decide) -> FromWorker:
        """The bot's answer, whatever it does short of ending or blocking the process."""
        key = instance_key(order.ask)
        if not order.fresh and key not in self._instances:
            return Missing(order.number)
        started = time.monotonic()
        seat = self._instances.pop(key, None)
        try:
            if order.fresh or seat is None:
                seat = self._make(order.ask)
        except BaseException as error:
            return _failed(order, "refused" if isinstance(error, BotRefused) else "crash", error)
        try:
            seat.tell(order.ask.view, order.ask.entries)
            answer = self._answer(seat, order, time.monotonic() if order.fresh else started)
        except BaseException as error:  # SystemExit and KeyboardInterrupt too: a bot ends nothing but its move
            return _failed(order, "illegal" if isinstance(error, IllegalAnswer) else "crash", error)
        self._instances[key] = seat
        return answer

    def _make(self, ask: BotAsk) -> BotSeat:
        try:
            game = self._registry.game(ask.game)
            if ask.game_version not in {None, game.spec.version}:
                raise UndercroftError(f"asked for {ask.game} {ask.game_version}, and {game.spec.version} is installed")
            options = decode_options(game.options_type, ask.options)
            choice = self._registry.bot(ask.bot, game, own_code=self._own_code)
        except BaseException as error:
            raise BotRefused(f"{ask.bot} can't be had for {ask.game}") from error
        return BotSeat(game, options, ask.seats, ask.seat, choice.make())

    def _answer(self, seat: BotSeat, order: Decide, since: float) -> Acted | Opinions:
        ask = order.ask
        cancelled = Cancelled(self._channel, order.number, since + ask.seconds)
        limit = Limit(max(since + ask.seconds - time.monotonic(), 0.0), ask.simulations)
        try:
            if order.weigh:
                return Opinions(order.number, tuple(seat.weigh(ask.legal, limit, cancelled, ask.rng_seed)))
            return Acted(order.number, seat.choose(ask.legal, limit, cancelled, ask.rng_seed), seat.weighs)
        finally:
            cancelled.end()


def _failed(order: Decide, kind: FailureKind, error: BaseException) -> Failed:
    return Failed(order.number, BotFailure(kind, _detail(error)))


def _detail(error: BaseException) -> str:
    try:
        text = "".join(traceback.format_exception(error, limit=-8))
    except BaseException:  # an exception's own `__str__` may raise anything
        text = type(error).__name__
    return text[-DETAIL:].encode("utf-8", "backslashreplace").decode()
