"""The values that leave the game: options, views and journal entries."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = ["Bid", "Entry", "Options", "Prize", "Round", "Settled", "Started", "View"]


class Options(Struct, frozen=True):
    """What can be chosen when a match is created."""

    cards: Annotated[int, Meta(ge=2, le=13, description="cards of each hand, and of the prizes")] = 6
    prizes: Annotated[
        Literal["shuffled", "ascending", "descending"], Meta(description="the order in which prizes are turned up")
    ] = "shuffled"
    bids: Annotated[
        Literal["hidden", "shown"], Meta(description="whether both bids are told once a prize is settled")
    ] = "hidden"


class Round(Struct, frozen=True):
    """A settled prize as one reader remembers it: nobody's prize after a tie, null for a bid not known."""

    prize: int
    winner: int | None
    bids: tuple[int | None, ...]


class View(Struct, frozen=True):
    """What one reader sees and remembers.

    `hand` is the reader's own, ascending, empty for a spectator; `bid` the card it has put down for the prize
    on the table. Nothing here tells whether the rival has put one down.
    """

    cards: int
    prize: int | None
    hand: tuple[int, ...]
    bid: int | None
    points: tuple[int, ...]
    rounds: tuple[Round, ...]


class Started(Struct, frozen=True, tag="started"):
    """The cards are dealt: each seat has 1 to `cards`."""

    cards: int


class Prize(Struct, frozen=True, tag="prize"):
    """A prize is turned up."""

    prize: int


class Bid(Struct, frozen=True, tag="bid"):
    """A card is put down; told to the seat that did it, alone."""

    seat: int
    card: int


class Settled(Struct, frozen=True, tag="settled"):
    """Both have bid: who takes the prize (null: nobody), and the bids where the options show them."""

    prize: int
    winner: int | None
    bids: tuple[int, ...] | None


Entry = Started | Prize | Bid | Settled
