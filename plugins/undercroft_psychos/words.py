"""What the game says, by language: each method is one thing to say. Stations and lines come as names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Literal

from undercroft_psychos.values import Dice, Result

__all__ = ["AheadMark", "PictureWord", "Variant", "Words"]

Variant = Literal["long", "quick"]
AheadMark = Literal["goal", "terminus", "dead_end", "die", "sum"]
PictureWord = Literal["goal", "start", "last", "knocked", "dead_end", "change", "lines"]


class Words(ABC):
    """Everything the game says in one language."""

    seats: tuple[str, ...]
    """What the pieces are called, by seat: their colours."""

    join: str
    """What stands between the parts of a label."""

    # --- beside the board

    @abstractmethod
    def goal(self, station: str | None) -> str:
        """Where everybody wants to get to; None while it isn't known."""
        raise NotImplementedError

    @abstractmethod
    def stakes(self, variant: Variant, turn: int, last: int, bank: int) -> str:
        """The variant, the number of this turn and of the last one, the chips in the bank."""
        raise NotImplementedError

    @abstractmethod
    def due(self, phase: str, seat: int, you: bool, dice: Dice | None) -> str:
        """What happens next, in a phase of the view."""
        raise NotImplementedError

    @abstractmethod
    def ended(self, result: Result, you: int | None) -> str:
        """How the game ended, for the seat `you` or for everybody."""
        raise NotImplementedError

    @abstractmethod
    def columns(self) -> tuple[str, str, str, str, str]:
        """Headings: piece, where it stands, next station, chips, start."""
        raise NotImplementedError

    @abstractmethod
    def ahead(self, name: str, own: bool, line: str, heading: str | None) -> str:
        """Over the stations ahead of a piece; `heading` is None on a dead end."""
        raise NotImplementedError

    @abstractmethod
    def mark(self, what: AheadMark) -> str:
        """What is special about a station ahead."""
        raise NotImplementedError

    @abstractmethod
    def plans(self) -> str:
        """Over the plans one may choose from."""
        raise NotImplementedError

    @abstractmethod
    def network(self) -> str:
        """Over the whole network in short."""
        raise NotImplementedError

    @abstractmethod
    def legend(self) -> tuple[str, str]:
        """What the marks of the network in short mean, in two rows; the names are at the end of the rules."""
        raise NotImplementedError

    # --- the journal

    @abstractmethod
    def ante(self, each: int, bank: int) -> str:
        """Everybody has paid the stake."""
        raise NotImplementedError

    @abstractmethod
    def loaded(self, position: str) -> str:
        """The game goes on from a position."""
        raise NotImplementedError

    @abstractmethod
    def goal_die(self, seat: int, die: int) -> str:
        """A die for the goal."""
        raise NotImplementedError

    @abstractmethod
    def goal_found(self, total: int, station: str) -> str:
        """The goal is known."""
        raise NotImplementedError

    @abstractmethod
    def start(self, seat: int, dice: Dice, station: str) -> str:
        """The dice for a start."""
        raise NotImplementedError

    @abstractmethod
    def roll(self, turn: int, seat: int, dice: Dice) -> str:
        """The dice of a turn."""
        raise NotImplementedError

    @abstractmethod
    def move(self, seat: int, forced: bool, way: Sequence[tuple[str, bool]]) -> str:
        """A ride: the stations of its way in full; True where the piece changed to that line."""
        raise NotImplementedError

    @abstractmethod
    def paid(self, chips: int) -> str:
        """What the mover paid for termini."""
        raise NotImplementedError

    @abstractmethod
    def knocked(self, seats: Sequence[int], chips: int) -> str:
        """Whose pieces were sent home, and what they paid together."""
        raise NotImplementedError

    @abstractmethod
    def skipped(self, seat: int, station: str, chips: int) -> str:
        """A missed turn."""
        raise NotImplementedError

    # --- plans

    @abstractmethod
    def change(self, line: str, heading: str) -> str:
        """Change to a line."""
        raise NotImplementedError

    @abstractmethod
    def ride(self, count: int, station: str) -> str:
        """Ride so many stations, to one."""
        raise NotImplementedError

    @abstractmethod
    def pays(self, chips: int) -> str:
        """What a plan costs."""
        raise NotImplementedError

    @abstractmethod
    def hits(self, seats: Sequence[int]) -> str:
        """Whom a plan sends home."""
        raise NotImplementedError

    @abstractmethod
    def arrival(self) -> str:
        """A plan wins."""
        raise NotImplementedError

    @abstractmethod
    def skip(self, chips: int) -> str:
        """Miss the turn."""
        raise NotImplementedError

    # --- the list of the whole network

    @abstractmethod
    def stations(self) -> str:
        """The heading over the list of all stations."""
        raise NotImplementedError

    @abstractmethod
    def stations_note(self) -> str:
        """What its marks mean."""
        raise NotImplementedError

    @abstractmethod
    def one_way(self) -> str:
        """The line is ridden in the listed direction only."""
        raise NotImplementedError

    # --- the picture

    @abstractmethod
    def picture(self, what: PictureWord) -> str:
        """A word of the legend of the picture."""
        raise NotImplementedError
