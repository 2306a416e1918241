"""What is said about a game: its options, what a seat sees, what it is told.

The names of the fields are those on the wire (`rules/dungeon_of_fear.md` §5 and §9). This module stays interpreted:
msgspec reads its types at run time.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

__all__ = ["End", "Entry", "Options", "Ply", "Ray", "Rays", "Result", "Start", "View"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is played (§5): which cells stay revealed, who sees the clock, how many quiet plies make a draw."""

    reveal: Literal["sight", "breach", "walls"] = "sight"
    clock: Literal["hidden", "public"] = "hidden"
    quiet_limit: Annotated[int, msgspec.Meta(ge=2, le=100)] = 12


class Ray(msgspec.Struct, frozen=True):
    """The first obstacle of a ray; `cell` is None for the edge of the board."""

    cell: str | None
    kind: Literal["wall", "enemy", "edge"]


class Rays(msgspec.Struct, frozen=True):
    """The four rays of a rook."""

    north: Ray
    east: Ray
    south: Ray
    west: Ray


class Result(msgspec.Struct, frozen=True):
    """How a game ended (§4)."""

    reason: Literal["rook_captured", "quiet_limit"]
    returns: tuple[int, ...]
    winners: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """What a seat, or a spectator, sees and remembers (§9). `board` is ranks 6 to 1, six marks each."""

    you: int | None
    ply: int
    to_act: tuple[int, ...]
    over: bool
    me: str | None
    enemy: str | None
    board: tuple[str, ...] | None
    rays: Rays | None
    revealed: tuple[str, ...] | None
    clock: int | None
    options: Options
    result: Result | None


class Start(msgspec.Struct, frozen=True, tag_field="type", tag="start"):
    """The first entry of every journal; a spectator's has no more than `ply` and `clock`."""

    ply: int
    clock: int | None
    me: str | UnsetType = UNSET
    enemy: str | UnsetType | None = UNSET
    rays: Rays | UnsetType = UNSET
    revealed: tuple[str, ...] | UnsetType = UNSET


class Ply(msgspec.Struct, frozen=True, tag_field="type", tag="ply"):
    """A ply was played. `move` is told only to the seat that made it; a spectator isn't told what follows `clock`."""

    ply: int
    seat: int
    move: str | None
    clock: int | None
    me: str | UnsetType = UNSET
    enemy: str | UnsetType | None = UNSET
    rays: Rays | UnsetType = UNSET


class End(msgspec.Struct, frozen=True, tag_field="type", tag="end"):
    """The last ply and the final position, told to everybody. `white` and `black` are None if captured."""

    ply: int
    seat: int
    move: str
    reason: Literal["rook_captured", "quiet_limit"]
    returns: tuple[int, ...]
    winners: tuple[int, ...]
    board: tuple[str, ...]
    white: str | None
    black: str | None
    clock: int


Entry = Start | Ply | End
"""Whatever a journal holds."""
