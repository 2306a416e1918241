"""Looks at a match with one reader's eyes: the one place where the game's view is applied.

Done before a step is written, so that nothing of it can fail afterwards.
"""

from __future__ import annotations

import msgspec

from undercroft.game import Seat
from undercroft.match.glance import Glance
from undercroft.match.position import BadLog, Position

__all__ = ["glance_at"]

_encode = msgspec.json.Encoder().encode

MAX_BYTES = 1024 * 1024
"""A view, or all the action texts of a turn, that are longer are a fault of the game: a message has 4 MiB at most."""


def glance_at(position: Position, reader: Seat) -> Glance:
    """Look at a position with a reader's eyes. What the game raises passes.

    Raises:
        BadLog: the game gives what can't be sent.
    """
    state = position.state
    if state is None:
        return Glance(position.status)
    view = state.view(reader)
    view_json = _encode(view)
    legal = tuple(position.legal(reader))
    texts = tuple(state.action_text(reader, action) for action in legal)
    _refuse_unsendable(view_json, legal, texts)
    return Glance(
        position.status,
        view,
        view_json,
        legal,
        texts,
        position.shown[position.slot(reader)],
        position.outcome,
        position.shown_clocks[position.slot(reader)],
    )


def _refuse_unsendable(view_json: bytes, legal: tuple[int, ...], texts: tuple[str, ...]) -> None:
    if len(view_json) > MAX_BYTES:
        raise BadLog(f"a view of {len(view_json)} bytes is longer than a message may be")
    if not legal:
        return
    if set(map(type, legal)) != {int} or legal[0] < 0 or legal[-1] >= 2**31:
        raise BadLog("the codes of legal actions are integers from 0 to 2³¹ - 1")
    if len("".join(texts).encode()) > MAX_BYTES:
        raise BadLog("the texts of a turn's legal actions are longer than a message may be")
