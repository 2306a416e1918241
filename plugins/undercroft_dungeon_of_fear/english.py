"""What the game says in English."""

from __future__ import annotations

from typing import Final

from undercroft_dungeon_of_fear.values import Rays, Result, View
from undercroft_dungeon_of_fear.words import Words, in_line, rays_in_order

__all__ = ["English"]

_WAYS: Final = ("north", "east", "south", "west")
_MARKS: Final[dict[str, str]] = {
    "#": "wall you see",
    "w": "wall you saw, perhaps gone by now",
    "o": "open when you saw it; an enemy there stays unseen",
    "?": "never seen",
}


class English(Words):
    """English."""

    seats = ("White", "Black")

    def you_are(self, seat: int, cell: str | None) -> str:
        """Which side one plays and where one's rook stands."""
        mark = "Rr"[seat]
        return f"You are {self.seats[seat]} ({mark})" + (f", on {cell}." if cell else ".")

    def enemy_is(self, view: View) -> str:
        """Where the enemy is, as far as this seat sees."""
        if view.enemy is None:
            return "The enemy is somewhere in the dark."
        if in_line(view.rays):
            return f"The enemy rook stands on {view.enemy}, in your line."
        return f"The enemy rook stands on {view.enemy}, off your lines."

    def turn(self, view: View) -> str:
        """How many plies were played and whose turn it is."""
        seat = view.to_act[0]
        return f"Ply {view.ply + 1}: " + ("your move." if seat == view.you else f"{self.seats[seat]} to move.")

    def clock(self, quiet: int, limit: int) -> str:
        """How many quiet plies there were in a row, and how many make a draw."""
        return f"Quiet plies in a row: {quiet}; {limit} make a draw."

    def mark(self, mark: str, view: View) -> str:
        """What a mark on a board in the dark means."""
        if mark in "Rr":
            return "your rook" if "Rr".index(mark) == view.you else "the enemy rook"
        if mark == ".":
            return "open; you would see an enemy there"
        if mark == "#" and view.options.reveal == "walls":
            return "wall; you would see it fall"
        return _MARKS[mark]

    def true_mark(self, mark: str) -> str:
        """What a mark on the open board after the end means."""
        return {"R": "White", "r": "Black", "#": "wall", ".": "open"}[mark]

    def start(self, cell: str) -> str:
        """The game begins and one's rook stands on `cell`."""
        return f"Your rook stands on {cell}, in the dark."

    def own_move(self, move: str) -> str:
        """One's own ply."""
        return f"You broke the wall on {move[3:]}." if "x" in move else f"You went to {move[2:]}."

    def enemy_move(self, seat: int) -> str:
        """The enemy, in this seat, has made a ply."""
        return f"{self.seats[seat]} has moved."

    def sight(self, rays: Rays) -> str:
        """The walls at the ends of the rays."""
        walls = [
            f"{ray.cell} ({way})" for way, ray in zip(_WAYS, rays_in_order(rays), strict=True) if ray.kind == "wall"
        ]
        if not walls:
            return "No wall in sight."
        return f"Wall{'s' if len(walls) > 1 else ''} in sight: {', '.join(walls)}."

    def enemy_seen(self, cell: str | None, rays: Rays) -> str:
        """The enemy is shown on a cell, in line or not; empty if he isn't shown."""
        if cell is None:
            return ""
        return f"The enemy rook is on {cell}" + (", in your line!" if in_line(rays) else ", off your lines.")

    def watched_start(self) -> str:
        """The start, for a spectator."""
        return "Two rooks are loose in the dungeon. What they do stays in the dark until the end."

    def watched_move(self, seat: int) -> str:
        """A ply, for a spectator."""
        return f"{self.seats[seat]} has moved."

    def last_move(self, seat: int, move: str) -> str:
        """The ply that ended the game."""
        return f"{self.seats[seat]} played {move}."

    def ended(self, result: Result, you: int | None) -> str:
        """How the game ended, for the seat `you` or for everybody."""
        if not result.winners:
            return "Too long without a capture: the dungeon swallows both. A draw."
        winner = result.winners[0]
        if you is None:
            return f"{self.seats[winner]} took the {('white', 'black')[1 - winner]} rook and won."
        return "You took the enemy rook: you win." if winner == you else "Your rook was taken: you lose."

    def take_wall(self, cell: str) -> str:
        """Break the wall on a cell."""
        return f"break the wall on {cell}"

    def take_rook(self, cell: str) -> str:
        """Take the enemy's rook on a cell, and win."""
        return f"take the enemy rook on {cell} and win"

    def move_to(self, cell: str) -> str:
        """Go to an open cell."""
        return f"go to {cell}"
