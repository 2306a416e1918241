"""Which action a player means."""

from __future__ import annotations

import re
from typing import Any

from undercroft.game import Game
from undercroft.match.commands import Act
from undercroft.match.glance import Glance
from undercroft.match.refusal import Reason, Refusal

__all__ = ["action_meant"]

LONGEST_ACTION = 256
"""A longer text is no action of any game: it isn't held against the game's pattern, which may be slow."""


def action_meant(command: Act, glance: Glance, game: Game[Any, Any, Any, Any]) -> int:
    """The legal action that a command means.

    Raises:
        Refusal: it is no action, or none that is legal now.
    """
    if command.text is None:
        if command.code in glance.legal:
            return command.code
        raise Refusal(Reason.ILLEGAL_ACTION, f"action {command.code} isn't legal now", legal=glance.texts)
    if command.text in glance.texts:
        return glance.legal[glance.texts.index(command.text)]
    said = command.text if len(command.text) <= 40 else command.text[:40] + "…"
    if len(command.text) > LONGEST_ACTION or re.fullmatch(game.spec.action_pattern, command.text) is None:
        raise Refusal(Reason.INVALID_ACTION, f"{said!r} is no action of this game", legal=glance.texts)
    raise Refusal(Reason.ILLEGAL_ACTION, f"{said} isn't legal now", legal=glance.texts)
