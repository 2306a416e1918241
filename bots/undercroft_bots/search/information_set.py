"""What a seat can tell apart, and what was found out about its actions there."""

from __future__ import annotations

from collections.abc import Hashable

__all__ = ["Choice", "InformationSet"]


class Choice:
    """An action at an information set.

    `available` counts the visits at which it was legal, `total` adds up what its seat has got of it.
    """

    __slots__ = ("action", "after", "available", "total", "visits")

    action: int
    visits: int
    available: int
    total: float
    after: InformationSet | None

    def __init__(self, action: int) -> None:
        self.action = action
        self.visits = 0
        self.available = 1
        self.total = 0.0
        self.after = None


class InformationSet:
    """A node of a tree; its dictionaries are made when something is put in.

    `choices` are by action (and seat, where seats share a tree); `told` leads on by what was told.
    """

    __slots__ = ("choices", "told")

    choices: dict[int, Choice] | None
    told: dict[Hashable, InformationSet] | None

    def __init__(self) -> None:
        self.choices = None
        self.told = None
