"""What a game or a bot can get wrong, and the error that says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from undercroft.testing.promises import Property

__all__ = ["CheckFailed", "Property", "Reproduction", "seeded"]


PRINTED: Final = 120
"""So many actions of a match are printed; a reproduction has all of them."""


@dataclass(frozen=True)
class Reproduction:
    """How to see a failure again: play `actions` (texts; chance's too) with these options (JSON) and seats.

    `reader` is whose view or list it is about, as a word; `twin` are the actions of a second match: one of which that
    reader was told the same or, without a reader, one that has led to the same key.
    """

    options: str
    seats: int
    actions: Sequence[str]
    reader: str | None = None
    twin: Sequence[str] | None = None

    def __str__(self) -> str:
        """The same in a few lines."""
        lines = [f"options {self.options}, {self.seats} seats", _played("actions", self.actions)]
        if self.twin is not None:
            lines.append(_played("the same key by" if self.reader is None else "told the same by", self.twin))
        if self.reader is not None:
            lines.append(f"reader: {self.reader}")
        return "\n".join(lines)


class CheckFailed(AssertionError):
    """A promise that isn't kept: the game's id, which `Property`, what happened and how to see it again.

    `seed` is that of the check, once it is known: the same seed finds the same.
    """

    def __init__(self, game: str, broken: Property, why: str, reproduction: Reproduction | None = None) -> None:
        super().__init__(game, broken, why, reproduction)
        self.game = game
        self.property = broken
        self.why = why
        self.reproduction = reproduction
        self.seed: int | None = None

    def __str__(self) -> str:
        """All of it, in lines for a person."""
        lines = [f"{self.game}: {self.property.value}: {self.property.promise}", self.why]
        if self.reproduction is not None:
            lines.append(str(self.reproduction))
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        return "\n".join((*lines, f"look at: {self.property.look_at}"))


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Failures within are told of the seed that finds them."""
    try:
        yield
    except CheckFailed as failure:
        failure.seed = seed
        raise


def _played(title: str, actions: Sequence[str]) -> str:
    if not actions:
        return f"{title}: none, the start"
    more = f", … ({len(actions)} in all)" if len(actions) > PRINTED else ""
    return f"{title}: {', '.join(actions[:PRINTED])}{more}"
