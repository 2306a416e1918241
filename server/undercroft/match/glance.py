"""What one reader may see of a match at one moment."""

from __future__ import annotations

from typing import Any

import msgspec

from undercroft.game import Outcome, Seat
from undercroft.match.position import Position
from undercroft.match.time_control import ClockShown

__all__ = ["Glance"]


class Glance(msgspec.Struct, frozen=True):
    """The newest state of things for a reader.

    `view` is the game's value and `view_json` its JSON, None and empty before the start; `legal` and `texts` run in
    parallel and are empty unless the reader is to act; `to_act` are the seats to act as far as the reader may know.
    """

    status: str = "open"
    view: Any = None
    view_json: bytes = b""
    legal: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    to_act: tuple[Seat, ...] = ()
    outcome: Outcome | None = None
    clocks: tuple[ClockShown, ...] = ()

    def without_legal(self, position: Position, reader: Seat) -> Glance:
        """The same picture in a match that has stopped: asks the game for nothing."""
        shown = position.shown[position.slot(reader)]
        clocks = position.shown_clocks[position.slot(reader)]
        return Glance(position.status, self.view, self.view_json, (), (), shown, position.outcome, clocks)

    def without_clocks(self) -> Glance:
        """The same picture for somebody who gets it late."""
        return msgspec.structs.replace(self, clocks=()) if self.clocks else self
