"""What each address has left of its limits, so that nobody keeps the server from the others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias

import grpc
import structlog

from undercroft.host.rate import Rate, rate_limited
from undercroft.match import Refusal
from undercroft.rpc.by_address import OpenByAddress, RateByAddress
from undercroft.rpc.callers import FORWARDED, Callers
from undercroft.rpc.enclosing import enclosed, is_stream
from undercroft.rpc.errors import abort
from undercroft.rpc.limits import Limits

__all__ = ["Allowance", "Allowances", "StreamLimit"]

Context = grpc.aio.ServicerContext[Any, Any]
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Clock = Callable[[], float]

COME_BACK_S: Final = 10.0
"""When to try again what waits for something else to be closed; nobody knows when that will be."""

_TOLD: Final = Rate(most=1, seconds=10.0)
"""How often the log tells that a limit was reached; whoever runs into one does so often."""

_log = structlog.get_logger(__name__)


_NONE: Final = Limits(streams=0, subscriptions=0, matches_per_minute=0, commands_per_second=0, bots_per_minute=0)


class _Accounts:
    """What has been used of each limit, by address."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.streams = OpenByAddress(limits.streams)
        self.subscriptions = OpenByAddress(limits.subscriptions)
        self.matches = RateByAddress(limits.matches_per_minute, 60.0, clock)
        self.commands = RateByAddress(limits.commands_per_second, 1.0, clock)
        self.bots = RateByAddress(limits.bots_per_minute, 60.0, clock)


class Allowances:
    """What each address has left. `limited` is called with the key of a limit whenever it keeps somebody waiting."""

    def __init__(self, limits: Limits, limited: Callable[[str], None], clock: Clock = time.monotonic) -> None:
        self.wrong_codes = RateByAddress(limits.wrong_codes_per_minute, 60.0, clock)
        self._elsewhere = _Accounts(limits, clock)
        self._here = _Accounts(_NONE, clock)
        self._callers = Callers(limits.proxies)
        self._limited = limited
        self._clock = clock
        self._told: dict[str, float] = {}

    def of(self, context: Context) -> Allowance:
        """What the caller has left."""
        metadata = context.invocation_metadata() or ()
        forwarded = [value for key, value in metadata if key == FORWARDED and isinstance(value, str)]
        caller = self._callers.caller(context.peer(), forwarded)
        if caller.here and forwarded and self._may_tell(FORWARDED):
            _log.warning("calls come through a proxy on this machine that limits.proxies doesn't name")
        return Allowance(self, self._here if caller.here else self._elsewhere, caller.address)

    def reached(self, limit: str, address: str) -> None:
        """Count that a limit keeps an address waiting, and tell the operator now and then."""
        self._limited(limit)
        if self._may_tell(limit):
            _log.warning("limit reached", limit=limit, address=address)

    def _may_tell(self, what: str) -> bool:
        now, told = self._clock(), self._told.get(what, 0.0)
        if _TOLD.wait(told, now):
            return False
        self._told[what] = _TOLD.spend(told, now)
        return True


class Allowance:
    """What one caller has left."""

    def __init__(self, allowances: Allowances, accounts: _Accounts, address: str) -> None:
        self._allowances = allowances
        self._accounts = accounts
        self._address = address

    def open_stream(self) -> None:
        """One more stream is open.

        Raises:
            Refusal: too many are.
        """
        if not self._accounts.streams.open(self._address):
            raise self._reached("streams", "too many open streams", COME_BACK_S)

    def close_stream(self) -> None:
        """A stream is open no more."""
        self._accounts.streams.close(self._address)

    def subscribe(self) -> None:
        """One more subscription is open.

        Raises:
            Refusal: too many are.
        """
        if not self._accounts.subscriptions.open(self._address):
            raise self._reached("subscriptions", "too many subscriptions", COME_BACK_S)

    def unsubscribe(self) -> None:
        """A subscription is open no more."""
        self._accounts.subscriptions.close(self._address)

    def make_match(self) -> None:
        """A match is made, or would be if nothing were wrong with it.

        Raises:
            Refusal: it has to wait.
        """
        self._spend(self._accounts.matches, "matches_per_minute", "too many new matches")

    def dial_in(self) -> None:
        """A bot says hello.

        Raises:
            Refusal: it has to wait.
        """
        self._spend(self._accounts.bots, "bots_per_minute", "too many bots that dial in")

    def act(self) -> None:
        """One command is carried out.

        Raises:
            Refusal: it has to wait.
        """
        self._spend(self._accounts.commands, "commands_per_second", "too many commands")

    async def read(self, commands: int) -> None:
        """So many commands were read from a stream: returns when they may be carried out."""
        early = self._accounts.commands.spend(self._address, commands)
        if not early:
            return
        self._allowances.reached("commands_per_second", self._address)
        try:
            await asyncio.sleep(early)
        except asyncio.CancelledError:  # the client has gone, and they with it
            self._accounts.commands.spend(self._address, -commands)
            raise

    def guess(self) -> None:
        """A join code is tried; a right one costs nothing.

        Raises:
            Refusal: it has to wait.
        """
        wait = self._allowances.wrong_codes.wait(self._address)
        if wait:
            raise self._reached("wrong_codes_per_minute", "too many wrong codes", wait)

    def guessed_wrong(self) -> None:
        """The code was wrong. Of many tried at once those over the limit are owed, and waited for by the next."""
        self._allowances.wrong_codes.spend(self._address)

    def _spend(self, rate: RateByAddress, limit: str, why: str) -> None:
        wait = rate.wait(self._address)
        if wait:
            raise self._reached(limit, why, wait)
        rate.spend(self._address)

    def _reached(self, limit: str, why: str, wait: float) -> Refusal:
        self._allowances.reached(limit, self._address)
        return rate_limited(f"{why} from your address", wait)


class StreamLimit(grpc.aio.ServerInterceptor):
    """Lets an address have so many streams, of whatever method; those of health and reflection stay open too."""

    def __init__(self, allowances: Allowances) -> None:
        self._allowances = allowances

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Let the call through; if it is a stream, with somebody who counts it while it is open."""
        handler = await continuation(handler_call_details)
        return enclosed(handler, self._one_stream) if handler is not None and is_stream(handler) else handler

    @asynccontextmanager
    async def _one_stream(self, context: Context) -> AsyncIterator[None]:
        allowance = self._allowances.of(context)
        try:
            allowance.open_stream()
        except Refusal as refusal:
            await abort(context, refusal)
        try:
            yield
        finally:
            allowance.close_stream()
