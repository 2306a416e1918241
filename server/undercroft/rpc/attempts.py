"""How often an address may guess."""

from __future__ import annotations

import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from undercroft.match import Reason, Refusal

__all__ = ["Attempts"]


class Attempts:
    """Counts wrong join codes by address: after `most` of them within `seconds`, that address has to wait.

    Right codes cost nothing. At most `addresses` are remembered, the longest quiet is forgotten first.
    """

    def __init__(
        self,
        most: int = 20,
        seconds: float = 60.0,
        addresses: int = 10_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._addresses = addresses
        self._clock = clock
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, address: str) -> None:
        """Let an address guess.

        Raises:
            Refusal: it has to wait first.
        """
        wrong = self._wrong.get(address)
        if wrong is None or len(wrong) < self._most:
            return
        left = wrong[0] + self._seconds - self._clock()
        if left > 0:
            seconds = math.ceil(left)
            raise Refusal(Reason.RATE_LIMITED, f"too many wrong codes; wait {seconds} s", seconds=seconds)

    def failed(self, address: str) -> None:
        """Note a wrong code."""
        self._wrong.setdefault(address, deque(maxlen=self._most)).append(self._clock())
        self._wrong.move_to_end(address)
        while len(self._wrong) > self._addresses:
            self._wrong.popitem(last=False)
