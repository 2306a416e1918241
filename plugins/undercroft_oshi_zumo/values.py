"""What is said about a game: its options, what each reader sees, what each is told.

The names of the fields are those on the wire (`rules/oshi_zumo.md` §6 and §9). This module stays interpreted: msgspec
reads its types at run time.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

__all__ = ["Bid", "Bids", "Coins", "End", "Entry", "Options", "Reason", "Rest", "Result", "Round", "Settled", "Start",
           "View"]  # fmt: skip

Reason = Literal["pushed_out", "coins_spent", "rounds_played"]

Coins = tuple[int | None, int | None]
"""Coins of seat 0 and of seat 1; null for those that the reader doesn't know."""

Bids = tuple[int, int]
"""What both have bid."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much there is to bid, how far it is to push, and how much is told (§6)."""

    coins: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50
    fields: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    min_bid: Annotated[int, msgspec.Meta(ge=0, le=1)] = 1
    rounds: Annotated[int, msgspec.Meta(ge=1, le=200)] = 100
    bids: Literal["shown", "hidden"] = "shown"


class Round(msgspec.Struct, frozen=True):
    """A round that was played: the bids that the reader knows, who has pushed, and where the wrestler was then."""

    bids: Coins
    pushed: int | None
    place: int


class Result(msgspec.Struct, frozen=True):
    """How a game ended (§4)."""

    reason: Reason
    winners: tuple[int, ...]
    returns: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """What a reader sees and remembers (§9).

    `round` counts the rounds played, `last_round` is the number of the last one there can be. `place` counts fields
    from the middle, towards seat 1. `bid` is the reader's own for this round; nothing tells whether the rival has bid.
    `rival_coins` are the fewest and the most coins that the rival may have, by all that the reader was told.
    """

    you: int | None
    round: int
    last_round: int
    place: int
    coins: Coins
    bid: int | None
    rival_coins: tuple[int, int] | None
    rounds: tuple[Round, ...]
    options: Options
    result: Result | None


class Start(msgspec.Struct, frozen=True, tag_field="type", tag="start"):
    """The first entry; `rounds` is what was played before it, where a game goes on from a position."""

    coins: int
    rounds: tuple[Round, ...]


class Bid(msgspec.Struct, frozen=True, tag_field="type", tag="bid"):
    """The reader's own bid, told to nobody else."""

    seat: int
    bid: int


class Settled(msgspec.Struct, frozen=True, tag_field="type", tag="settled"):
    """Both have bid: the number of the round, from 1, both bids where they are shown, who pushes, and where to."""

    round: int
    bids: Bids | None
    pushed: int | None
    place: int


class Rest(msgspec.Struct, frozen=True, tag_field="type", tag="rest"):
    """One side is known to have no coins: the other one pushes once for each coin, as far as that matters."""

    seat: int
    pushes: int
    place: int


class End(msgspec.Struct, frozen=True, tag_field="type", tag="end"):
    """The end: the fields of `Result`, and the coins that are left."""

    reason: Reason
    winners: tuple[int, ...]
    returns: tuple[int, ...]
    coins: Bids


Entry = Start | Bid | Settled | Rest | End
"""Whatever a journal holds."""
