"""A bound on costly work that is the same on every machine: it counts what is made or played, not seconds."""

from __future__ import annotations

__all__ = ["Purse"]


class Purse:
    """What may be spent.

    Something at once, so that nothing near the start is passed over; then something for each piece of work that comes
    by, so that late ones have their share. Who asks first spends, if need be more than there is: what one piece costs
    is often known only afterwards.
    """

    def __init__(self, at_once: int) -> None:
        self._left = at_once

    @property
    def open(self) -> bool:
        """Whether something may be spent now."""
        return self._left > 0

    def earn(self, amount: int) -> None:
        """So much more may be spent."""
        self._left += amount

    def spend(self, amount: int) -> None:
        """So much was spent."""
        self._left -= amount
