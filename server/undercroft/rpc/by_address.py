"""What is counted for each address: how often it does something, and how much it has open."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from undercroft.host.rate import Rate

__all__ = ["OpenByAddress", "RateByAddress"]

Clock = Callable[[], float]


class RateByAddress:
    """A rate for each address: `most` within `seconds`; with `most` 0 nobody ever has to wait.

    At most `addresses` are remembered, the longest quiet is forgotten first.
    """

    def __init__(self, most: int, seconds: float, clock: Clock = time.monotonic, addresses: int = 10_000) -> None:
        self._rate = Rate(most, seconds) if most else None
        self._clock = clock
        self._addresses = addresses
        self._regained_at: OrderedDict[str, float] = OrderedDict()

    def wait(self, address: str) -> float:
        """Seconds until an address may do it once more; 0: now."""
        return 0.0 if self._rate is None else self._rate.wait(self._regained_at.get(address, 0.0), self._clock())

    def spend(self, address: str, number: int = 1) -> float:
        """Note that an address does it so many times; gives the seconds by which that is too early.

        What is too early is owed: the next have to wait the longer. A negative number takes back what wasn't done.
        """
        if self._rate is None:
            return 0.0
        now = self._clock()
        regained_at = self._rate.spend(self._regained_at.pop(address, 0.0), now, number)
        if regained_at > now:
            self._regained_at[address] = regained_at
        if len(self._regained_at) > self._addresses:
            self._regained_at.popitem(last=False)
        return self._rate.excess(regained_at, now)


class OpenByAddress:
    """Counts what each address has open, and lets it have `most`; 0: any number. Nothing open, nothing remembered."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def open(self, address: str) -> bool:
        """Count one more, if there is room; whether there was."""
        if self._most and self._open[address] >= self._most:
            return False
        self._open[address] += 1
        return True

    def close(self, address: str) -> None:
        """Count one less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
