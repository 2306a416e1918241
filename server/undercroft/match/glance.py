"""What one reader may see of a match at one moment: the one place where the game's view is applied.

Made before a step is written, so that nothing of it can fail afterwards.
"""

from __future__ import annotations

from typing import Any

import msgspec

from undercroft.game import Outcome, Seat
from undercroft.match.position import Position

__all__ = ["Glance", "glance_at"]

_encode = msgspec.json.Encoder().encode


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

    def without_legal(self, position: Position, reader: Seat) -> Glance:
        """The same picture in a match that has stopped: asks the game for nothing."""
        return Glance(position.status, self.view, self.view_json, (), (), position.shown[position.slot(reader)])


def glance_at(position: Position, reader: Seat) -> Glance:
    """Look at a position with a reader's eyes. What the game raises passes."""
    state = position.state
    if state is None:
        return Glance(position.status)
    view = state.view(reader)
    legal = tuple(position.legal(reader))
    return Glance(
        position.status,
        view,
        _encode(view),
        legal,
        tuple(state.action_text(reader, action) for action in legal),
        position.shown[position.slot(reader)],
        position.outcome,
    )
