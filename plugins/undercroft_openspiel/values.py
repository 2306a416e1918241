"""What is said about a game of OpenSpiel: what everybody sees, what everybody is told.

The names of the fields are those on the wire. Texts in them are OpenSpiel's own, as it gives them.
"""

from __future__ import annotations

import msgspec

__all__ = ["HiddenView", "Observed", "OpenView", "Own", "Played", "Result", "Started"]


class Result(msgspec.Struct, frozen=True):
    """How a game ended. `utilities` are OpenSpiel's returns, one a seat; `returns` are those in the game's unit."""

    returns: tuple[int, ...]
    winners: tuple[int, ...]
    utilities: tuple[float, ...]


# --- games that hide nothing


class OpenView(msgspec.Struct, frozen=True):
    """What everybody sees. `text` is OpenSpiel's picture of the state; `history` every action so far, chance's too.

    `legal` is what the reader may do now, by code.
    """

    you: int | None
    to_act: tuple[int, ...]
    text: str
    history: tuple[int, ...]
    legal: tuple[tuple[int, str], ...]
    result: Result | None


class Started(msgspec.Struct, frozen=True, tag_field="type", tag="started"):
    """The first entry: the picture of the start."""

    text: str


class Played(msgspec.Struct, frozen=True, tag_field="type", tag="played"):
    """A seat, or chance where `seat` is null, has acted; `result` comes with the last action."""

    seat: int | None
    action: int
    text: str
    result: Result | None = None


# --- games that hide something


class HiddenView(msgspec.Struct, frozen=True):
    """What one seat knows: `text` is its information state, or its observation where OpenSpiel has no more.

    `legal` is what it may do now, by code; empty if it isn't to act. A spectator's text is empty.
    """

    you: int | None
    your_turn: bool
    text: str
    legal: tuple[tuple[int, str], ...]
    result: Result | None


class Own(msgspec.Struct, frozen=True):
    """What the reader itself has just done."""

    action: int
    text: str


class Observed(msgspec.Struct, frozen=True, tag_field="type", tag="observed", omit_defaults=True):
    """What one action, whoever's, has told one reader: all of it.

    The reader's text is now the first `kept` characters (Unicode code points) of what it was, and then `text`. `own` is
    there if the action was the reader's, `result` if it was the last. `to_act` is told in games in which whose turn it
    is is public and doesn't follow from the texts.
    """

    kept: int
    text: str
    your_turn: bool = False
    to_act: tuple[int, ...] | None = None
    own: Own | None = None
    result: Result | None = None
