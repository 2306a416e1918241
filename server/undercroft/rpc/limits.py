"""How much of a server one address may have, so that nobody keeps it from the others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final

import grpc
import msgspec
import structlog

from undercroft.game import OptionError
from undercroft.host.rate import Rate, rate_limited
from undercroft.match import Refusal
from undercroft.rpc.by_address import OpenByAddress, RateByAddress
from undercroft.rpc.callers import FORWARDED, Callers, network

__all__ = ["Allowance", "Allowances", "Limits"]

Context = grpc.aio.ServicerContext[Any, Any]
AtMost = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Clock = Callable[[], float]

COME_BACK_S: Final = 10.0
"""When to try again what waits for something else to be closed; nobody knows when that will be."""

_TOLD: Final = Rate(most=1, seconds=10.0)
"""How often the log tells that a limit was reached; whoever runs into one does so often."""

_log = structlog.get_logger(__name__)


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one address may do; 0 lifts a limit. An IPv6 address stands for its /64.

    `streams` (Play and Watch) and `subscriptions` (on all its Play streams) may be open at once. `commands_per_second`
    counts those on Play streams, which are read more slowly then, and Act. Calls made on this machine have none of
    these limits; `wrong_codes_per_minute` holds for them too. Calls by way of `proxies` (addresses and networks) come
    from where the proxy says in `x-forwarded-for`.
    """

    streams: AtMost = 2_000
    subscriptions: AtMost = 10_000
    matches_per_minute: AtMost = 600
    commands_per_second: AtMost = 2_000
    wrong_codes_per_minute: AtMost = 20
    proxies: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for place, proxy in enumerate(self.proxies):
            try:
                network(proxy)
            except ValueError:
                raise OptionError(f"proxies[{place}]", "must be an address, or a network such as 10.0.0.0/8") from None


_NONE: Final = Limits(streams=0, subscriptions=0, matches_per_minute=0, commands_per_second=0)


class _Accounts:
    """What has been used of each limit, by address."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.streams = OpenByAddress(limits.streams)
        self.subscriptions = OpenByAddress(limits.subscriptions)
        self.matches = RateByAddress(limits.matches_per_minute, 60.0, clock)
        self.commands = RateByAddress(limits.commands_per_second, 1.0, clock)


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

    @contextmanager
    def stream(self) -> Iterator[None]:
        """A stream is open, within the block.

        Raises:
            Refusal: too many are.
        """
        if not self._accounts.streams.open(self._address):
            raise self._reached("streams", "too many open streams", COME_BACK_S)
        try:
            yield
        finally:
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
