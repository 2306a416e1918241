"""What is known of positions that can be reached by more ways than one."""

from __future__ import annotations

from typing import Any, Final

__all__ = ["AT_LEAST", "AT_MOST", "EXACT", "Known", "Transpositions"]

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2


class Known:
    """What a position is worth: `bound` says in which sense, and `depth` how many actions ahead that was seen.

    Where it is `certain`, no estimate went into it. `action` was the best one.
    """

    __slots__ = ("action", "bound", "certain", "depth", "worth")

    worth: float
    bound: int
    depth: int
    certain: bool
    action: int

    def __init__(self, worth: float, bound: int, depth: int, certain: bool, action: int) -> None:
        self.worth = worth
        self.bound = bound
        self.depth = depth
        self.certain = certain
        self.action = action

    def answers(self, depth: int, low: float, high: float) -> bool:
        """Whether nobody need look again, so many actions ahead, for whom it matters between `low` and `high` only."""
        if self.depth < depth and not self.certain:
            return False
        if self.bound == EXACT:
            return True
        return self.worth >= high if self.bound == AT_LEAST else self.worth <= low


class Transpositions:
    """Remembers `most` positions at most; when there are more, the older half is forgotten."""

    _young: dict[Any, Known]
    _old: dict[Any, Known]
    _half: int

    def __init__(self, most: int) -> None:
        self._young = {}
        self._old = {}
        self._half = max(most // 2, 1)

    def get(self, key: Any) -> Known | None:
        """What is known of the position with this key."""
        known = self._young.get(key)
        return self._old.get(key) if known is None else known

    def put(self, key: Any, known: Known) -> None:
        """Remember the position; whatever was known of it is replaced."""
        if len(self._young) >= self._half and key not in self._young:
            self._old = self._young
            self._young = {}
        self._young[key] = known

    def __len__(self) -> int:
        """How many are remembered; one of both halves counts twice."""
        return len(self._young) + len(self._old)
