"""The sentences of the game, by language: what each of them has to say."""

from __future__ import annotations

from abc import ABC, abstractmethod

from undercroft_dungeon_of_fear.values import Ray, Rays, Result, View

__all__ = ["Words", "in_line", "rays_in_order"]


class Words(ABC):
    """Everything the game says in one language."""

    seats: tuple[str, str]
    """The sides at the beginning of a sentence."""

    def join(self, *sentences: str) -> str:
        """Sentences one after the other; empty ones are left out."""
        return " ".join(sentence for sentence in sentences if sentence)

    # --- beside the board

    @abstractmethod
    def you_are(self, seat: int, cell: str | None) -> str:
        """Which side one plays and where one's rook stands; `cell` is None if it was taken."""
        raise NotImplementedError

    @abstractmethod
    def enemy_is(self, view: View) -> str:
        """Where the enemy is, as far as this seat sees."""
        raise NotImplementedError

    @abstractmethod
    def turn(self, view: View) -> str:
        """How many plies were played and whose turn it is."""
        raise NotImplementedError

    @abstractmethod
    def clock(self, quiet: int, limit: int) -> str:
        """How many quiet plies there were in a row, and how many make a draw."""
        raise NotImplementedError

    @abstractmethod
    def mark(self, mark: str, view: View) -> str:
        """What a mark on a board in the dark means."""
        raise NotImplementedError

    @abstractmethod
    def true_mark(self, mark: str) -> str:
        """What a mark on the open board after the end means."""
        raise NotImplementedError

    # --- the journal

    @abstractmethod
    def start(self, cell: str) -> str:
        """The game begins and one's rook stands on `cell`."""
        raise NotImplementedError

    @abstractmethod
    def own_move(self, move: str) -> str:
        """One's own ply."""
        raise NotImplementedError

    @abstractmethod
    def enemy_move(self, seat: int) -> str:
        """The enemy, in this seat, has made a ply."""
        raise NotImplementedError

    @abstractmethod
    def sight(self, rays: Rays) -> str:
        """The walls at the ends of the rays."""
        raise NotImplementedError

    @abstractmethod
    def enemy_seen(self, cell: str | None, rays: Rays) -> str:
        """The enemy is shown on a cell, in line or not; empty if he isn't shown."""
        raise NotImplementedError

    @abstractmethod
    def watched_start(self) -> str:
        """The start, for a spectator."""
        raise NotImplementedError

    @abstractmethod
    def watched_move(self, seat: int) -> str:
        """A ply, for a spectator."""
        raise NotImplementedError

    @abstractmethod
    def last_move(self, seat: int, move: str) -> str:
        """The ply that ended the game."""
        raise NotImplementedError

    @abstractmethod
    def ended(self, result: Result, you: int | None) -> str:
        """How the game ended, for the seat `you` or for everybody."""
        raise NotImplementedError

    # --- actions

    @abstractmethod
    def take_wall(self, cell: str) -> str:
        """Break the wall on a cell."""
        raise NotImplementedError

    @abstractmethod
    def take_rook(self, cell: str) -> str:
        """Take the enemy's rook on a cell, and win."""
        raise NotImplementedError

    @abstractmethod
    def move_to(self, cell: str) -> str:
        """Go to an open cell."""
        raise NotImplementedError


def in_line(rays: Rays | None) -> bool:
    """Whether one of the rays ends at the enemy's rook."""
    return rays is not None and any(ray.kind == "enemy" for ray in rays_in_order(rays))


def rays_in_order(rays: Rays) -> tuple[Ray, Ray, Ray, Ray]:
    """North, east, south, west."""
    return (rays.north, rays.east, rays.south, rays.west)
