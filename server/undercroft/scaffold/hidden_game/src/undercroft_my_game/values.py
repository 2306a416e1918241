"""What is said about the game on the wire: its options, what a reader sees, what a reader is told."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = ["Dealt", "Entry", "Options", "Play", "Played", "Reason", "Shown", "Started", "View"]

Play = Literal["check", "bet", "fold", "call"]
"""What a seat can do."""

Reason = Literal["fold", "showdown"]
"""Why a game ends."""


class Options(Struct, frozen=True):
    """What can be chosen when a match is made."""

    cards: Annotated[int, Meta(ge=3, le=13, description="cards of the pack, from 1; each player gets one")] = 3


class View(Struct, frozen=True):
    """What one reader sees and remembers.

    `cards` has the card of each seat as far as the reader knows it, else null; `dealt` says how many seats have one.
    `plays` is everything that was done, in order. `to_act` is the seat whose turn it is, null during the deal and at
    the end.
    """

    cards: tuple[int | None, ...]
    dealt: int
    plays: tuple[Play, ...]
    to_act: int | None


class Started(Struct, frozen=True, tag="started"):
    """A pack of the cards 1 to `cards` is shuffled."""

    cards: int


class Dealt(Struct, frozen=True, tag="dealt"):
    """A seat gets a card; `card` is null for everybody else."""

    seat: int
    card: int | None = None


class Played(Struct, frozen=True, tag="played"):
    """A seat has done something."""

    seat: int
    play: Play


class Shown(Struct, frozen=True, tag="shown"):
    """Both cards are shown, by seat; nobody has folded."""

    cards: tuple[int, ...]


Entry = Started | Dealt | Played | Shown
"""Whatever a journal holds."""
