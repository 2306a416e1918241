"""What is to be measured."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from undercroft.game import UndercroftError

__all__ = ["SHAPES", "BenchFailed", "Plan", "Shape"]

Shape: TypeAlias = Literal["stream_a_seat", "multiplexed"]
"""How the seats are connected: each by a stream of its own, or all those of a client by one."""

SHAPES: Final[tuple[Shape, ...]] = get_args(Shape)


class BenchFailed(UndercroftError):
    """There are no figures: something that was to be measured didn't work."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """`matches` of a `game` for two, played by `clients` (processes); `slices` of `seconds` of each kind."""

    game: str
    matches: int = 200
    clients: int = 2
    slices: int = 5
    seconds: float = 3.0
    plugins_dir: Path | None = None

    def shares(self) -> list[int]:
        """How many matches each client plays, as evenly as it goes; no client plays none."""
        clients = min(self.clients, self.matches)
        return [self.matches // clients + (number < self.matches % clients) for number in range(clients)]
