"""How often something may happen, remembered in one number: the generic cell rate algorithm (ITU-T I.371, annex A).

It is a bucket of tokens that fills evenly, without a task to fill it and without a list of what was spent.
"""

from __future__ import annotations

import math

import msgspec

from undercroft.match import Reason, Refusal

__all__ = ["Rate", "rate_limited"]

_ROUNDING_S = 1e-6


class Rate(msgspec.Struct, frozen=True):
    """`most` at once, and then one more every `seconds / most`.

    Whoever uses it keeps one number for each who spends, `regained_at`: when all that was spent will be regained; 0 to
    begin with. Times are seconds of any clock that doesn't go back.
    """

    most: int
    seconds: float

    def spend(self, regained_at: float, now: float, number: int = 1) -> float:
        """The new `regained_at` after so many more, whether or not they were allowed; a negative number gives back."""
        return max(regained_at, now) + number * self.seconds / self.most

    def excess(self, regained_at: float, now: float) -> float:
        """Seconds until what was spent is within the rate; 0: it is."""
        excess = regained_at - now - self.seconds
        return excess if excess > _ROUNDING_S else 0.0

    def wait(self, regained_at: float, now: float) -> float:
        """Seconds until one more is allowed; 0: it is."""
        return self.excess(self.spend(regained_at, now), now)


def rate_limited(why: str, wait: float) -> Refusal:
    """The refusal of somebody who has to wait so many seconds; they are rounded up, as nobody should come too soon."""
    seconds = max(1, math.ceil(wait))
    return Refusal(Reason.RATE_LIMITED, f"{why}; wait {seconds} s", seconds=seconds)
