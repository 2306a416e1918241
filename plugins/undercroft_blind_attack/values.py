"""What is said about a game: its options, what is seen of it, what is told.

The names of the fields are those on the wire (`rules/blind_attack.md` §8 and §13). This module stays interpreted:
msgspec reads its types at run time.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

__all__ = [
    "Action",
    "Blocked",
    "End",
    "Entry",
    "Fate",
    "Fight",
    "FightOutcome",
    "First",
    "Options",
    "Pending",
    "PendingKind",
    "Phase",
    "Piece",
    "Promoted",
    "Reason",
    "Removed",
    "Result",
    "Reveal",
    "Start",
    "View",
]

Phase = Literal["move", "attack", "chance", "over"]
PendingKind = Literal["first", "attack", "explosion", "promotion", "huff"]
Reason = Literal["eliminated", "equal_generals", "immobile", "quiet_limit", "max_turns"]
Fate = Literal["prisoner", "wounded", "exploded"]
FightOutcome = Literal["win", "lose", "equal", "explosion"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players have agreed on (§8)."""

    weak: Literal["humane", "aggressive"] = "humane"
    equal: Literal["humane", "swap", "aggressive", "spiteful"] = "aggressive"
    spite: Literal["one", "charge"] = "one"
    huff: bool = False
    first: Literal["W", "B", "random"] = "W"
    team_size: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    quiet_limit: Annotated[int, msgspec.Meta(ge=10, le=200)] = 40
    max_turns: Annotated[int, msgspec.Meta(ge=50, le=2000)] = 300


class Piece(msgspec.Struct, frozen=True):
    """A piece on the board; `charge` is None while nobody knows it, 0 for a bomb."""

    cell: str
    side: int
    rank: Literal["soldier", "general"]
    charge: int | None


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a chance node decides; `cells` in the order of §11, left out for `first`."""

    kind: PendingKind
    cells: tuple[str, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How a game ended, per seat (§7)."""

    reason: Reason
    returns: tuple[int, ...]
    winners: tuple[int, ...]
    score: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """The whole game, as everybody sees it (§13). Pairs are by side, W first; charges descend, cells are sorted."""

    you: int | None
    side: int | None
    to_act: tuple[int, ...]
    over: bool
    phase: Phase
    turn: int | None
    turns: int
    quiet: int
    progress: bool
    pieces: tuple[Piece, ...]
    blocked: tuple[str, ...]
    unknown: tuple[tuple[int, ...], tuple[int, ...]]
    prisoners: tuple[tuple[int, ...], tuple[int, ...]]
    wounded: tuple[tuple[int, ...], tuple[int, ...]]
    exploded: tuple[tuple[int, ...], tuple[int, ...]]
    score: tuple[int, int]
    fighters: tuple[int, int]
    moved: str | None
    pending: Pending | None
    could: tuple[str, ...]
    huffable: tuple[str, ...]
    huffed: bool
    options: Options
    result: Result | None


class Start(msgspec.Struct, frozen=True, tag_field="type", tag="start"):
    """The first entry; `position` is None while chance has yet to say who begins."""

    position: str | None


class First(msgspec.Struct, frozen=True, tag_field="type", tag="first"):
    """Chance has said which side begins."""

    side: int


class Action(msgspec.Struct, frozen=True, tag_field="type", tag="action"):
    """A seat has acted; `turn` counts the turns finished before it."""

    turn: int
    seat: int
    side: int
    text: str


class Reveal(msgspec.Struct, frozen=True, tag_field="type", tag="reveal"):
    """A charge became known, `drawn` or by deduction."""

    cell: str
    side: int
    charge: int
    drawn: bool


class Fight(msgspec.Struct, frozen=True, tag_field="type", tag="fight"):
    """Both charges of an attack are known; `outcome` is the attacker's."""

    from_: str = msgspec.field(name="from")
    to: str
    attacker: int
    defender: int
    outcome: FightOutcome


class Removed(msgspec.Struct, frozen=True, tag_field="type", tag="removed"):
    """A piece has left the board."""

    cell: str
    side: int
    charge: int
    fate: Fate


class Blocked(msgspec.Struct, frozen=True, tag_field="type", tag="blocked"):
    """These cells are blocked from now on; some may have been before."""

    cells: tuple[str, ...]


class Promoted(msgspec.Struct, frozen=True, tag_field="type", tag="promoted"):
    """A soldier has become a general."""

    cell: str
    side: int
    charge: int


class End(msgspec.Struct, frozen=True, tag_field="type", tag="end"):
    """How the game ended, per seat."""

    reason: Reason
    winners: tuple[int, ...]
    returns: tuple[int, ...]
    score: tuple[int, ...]


Entry = Start | First | Action | Reveal | Fight | Removed | Blocked | Promoted | End
"""Whatever a journal holds; the same for all readers."""
