"""What a careless game leaves lying about, for cheats to find."""

from __future__ import annotations

from typing import Any

from lantern_game import Lanterns

from undercroft.game import Journal, Seat


class Remembered(Lanterns):
    """Keeps the newest true deal where everybody in the process can read it."""

    live: Any = None

    def apply(self, seat: Seat, action: int, journal: Journal[Any] | None = None) -> None:
        super().apply(seat, action, journal)
        if journal is not None:
            Remembered.live = (tuple(self.cards), tuple(self.looks))
